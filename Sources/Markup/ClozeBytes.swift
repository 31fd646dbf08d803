import StudyDomain

/// The marks of a cloze in UTF-8.
enum ClozeBytes {
  static let open = Array(String(Character(ClozeMark.open)).utf8)
  static let close = Array(String(Character(ClozeMark.close)).utf8)
  /// Bytes of either mark.
  static let count = 4

  /// True for an opening mark, false for a closing one, nil where there is none.
  static func mark(_ bytes: [UInt8], _ index: Int) -> Bool? {
    guard bytes[index] == 0xF4, index + 3 < bytes.count, bytes[index + 1] == open[1],
      bytes[index + 2] == open[2]
    else { return nil }
    return bytes[index + 3] == open[3] ? true : bytes[index + 3] == close[3] ? false : nil
  }

  static func firstMark(in bytes: ArraySlice<UInt8>) -> (place: Int, isOpen: Bool)? {
    var rest = bytes
    while let place = rest.firstIndex(of: 0xF4) {
      if place + 3 < bytes.endIndex, bytes[place + 1] == open[1], bytes[place + 2] == open[2] {
        if bytes[place + 3] == open[3] { return (place, true) }
        if bytes[place + 3] == close[3] { return (place, false) }
      }
      rest = rest[(place + 1)...]
    }
    return nil
  }

  static func removed(from bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let (place, _) = firstMark(in: rest) {
      result += rest[..<place]
      rest = rest[(place + count)...]
    }
    return result + rest
  }

  /// The text with marks around a whole fence moved inside it: on the line of the fence they would
  /// make it no fence, and its end the beginning of one.
  static func settled(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0xF4) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var lineStart = 0
    var waiting = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let isOpen = mark(bytes, index) {
        index += count
        if isOpen, fenceLength(bytes[index...].prefix(3)) == 3, isBlank(result[lineStart...]) {
          waiting = true
        } else if !isOpen, lineStart > 0, isFence(result[lineStart...]) {
          result.insert(contentsOf: close, at: lineStart - 1)
          lineStart += count
        } else {
          result += isOpen ? open : close
        }
        continue
      }
      result.append(byte)
      index += 1
      if byte == 0x0A {
        lineStart = result.count
        if waiting { result += open }
        waiting = false
      }
    }
    if waiting { result += open }
    return result
  }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 }
  }

  private static func isFence(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count < 100 else { return false }
    let run = line.drop { $0 == 0x20 }
    let length = fenceLength(run)
    return length >= 3 && isBlank(run.dropFirst(length))
  }

  private static func fenceLength(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let first = bytes.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else {
      return 0
    }
    return bytes.prefix { $0 == first }.count
  }
}
