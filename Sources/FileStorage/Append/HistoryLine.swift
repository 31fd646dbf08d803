import Glibc

/// The little that appending must know of a history line; the format itself is the history's.
enum HistoryLine {
  static let lineFeed = UInt8(ascii: "\n")
  private static let tab = UInt8(ascii: "\t")

  /// The first line of a new file.
  static func header(writer: String) -> [UInt8] {
    Array("#deckle\t1\t1\t\(writer)\t.\n".utf8)
  }

  /// Whether a line (without LF) was written whole by a writer: its name in front, `.` at the end.
  static func isOwn(_ line: ArraySlice<UInt8>, writer: [UInt8]) -> Bool {
    line.count > writer.count + 3 && line.starts(with: writer)
      && line[line.startIndex + writer.count] == UInt8(ascii: ".")
      && line[line.endIndex - 1] == UInt8(ascii: ".") && line[line.endIndex - 2] == tab
  }

  /// The number in an own line's name; zero for anything else.
  static func sequence(_ line: ArraySlice<UInt8>) -> Int {
    guard let dot = line.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
    return number(line[(dot + 1)...])
  }

  /// The milliseconds of the event's time.
  static func time(_ line: ArraySlice<UInt8>) -> Int64 {
    Int64(number(field(1, of: line)))
  }

  /// The action's group; zero for a lone event.
  static func group(_ line: ArraySlice<UInt8>) -> Int64 {
    Int64(number(field(6, of: line)))
  }

  /// Calls with each line (without LF) in order; a rest without LF counts if asked for.
  static func forEach(
    in bytes: ArraySlice<UInt8>, includingRest: Bool = false, _ body: (ArraySlice<UInt8>) -> Void
  ) {
    var start = bytes.startIndex
    while start < bytes.endIndex {
      guard let end = lineEnd(in: bytes, from: start) else {
        if includingRest { body(bytes[start...]) }
        return
      }
      body(bytes[start..<end])
      start = end + 1
    }
  }

  private static func lineEnd(in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
    bytes.withUnsafeBytes { raw in
      let skipped = start - bytes.startIndex
      guard let base = raw.baseAddress,
        let found = memchr(base + skipped, Int32(lineFeed), raw.count - skipped)
      else { return nil }
      return bytes.startIndex + base.distance(to: UnsafeRawPointer(found))
    }
  }

  private static func field(_ index: Int, of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var start = line.startIndex
    for _ in 0..<index {
      guard let end = line[start...].firstIndex(of: tab) else { return [] }
      start = end + 1
    }
    return line[start..<(line[start...].firstIndex(of: tab) ?? line.endIndex)]
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    var value = 0
    for byte in bytes.prefix(18) {
      guard (48...57).contains(byte) else { break }
      value = value * 10 + Int(byte - 48)
    }
    return value
  }
}
