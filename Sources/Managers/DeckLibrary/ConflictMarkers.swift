/// The marks that a merge leaves in a file it could not merge.
enum ConflictMarkers {
  /// Blanks the marks and the second version of each conflict, byte for byte, so that the first
  /// version stays in force at its place until a person resolves the conflict.
  static func blank(_ bytes: inout [UInt8]) {
    var isSecond = false
    var isConflict = false
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 10 { end += 1 }
      let line = start..<end
      if begins(bytes, line, with: UInt8(ascii: "<")) {
        isConflict = true
        blank(line, &bytes)
      } else if isConflict, begins(bytes, line, with: UInt8(ascii: ">")) {
        isConflict = false
        isSecond = false
        blank(line, &bytes)
      } else if isConflict,
        begins(bytes, line, with: UInt8(ascii: "=")) || begins(bytes, line, with: UInt8(ascii: "|"))
      {
        isSecond = true
        blank(line, &bytes)
      } else if isSecond {
        blank(line, &bytes)
      }
      start = end + 1
    }
  }

  private static func begins(_ bytes: [UInt8], _ line: Range<Int>, with mark: UInt8) -> Bool {
    line.count >= 7 && bytes[line.prefix(7)].allSatisfy { $0 == mark }
  }

  private static func blank(_ line: Range<Int>, _ bytes: inout [UInt8]) {
    for index in line { bytes[index] = UInt8(ascii: " ") }
  }
}
