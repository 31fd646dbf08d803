/// A line `front :: back` or `front ::: back`.
struct PairFinder {
  var front: Range<Int>
  var back: Range<Int>
  var isReversible: Bool

  /// The first separator of a line that counts; a list marker before it is no part of the front.
  ///
  /// Those in code, maths, table rows and quotes do not count. Outside Obsidian's files blanks
  /// stand on both sides.
  static func find(_ bytes: Bytes, _ line: Range<Int>, isObsidian: Bool) -> PairFinder? {
    let start =
      ListMarker.end(bytes, line).map { bytes.skippingBlanks($0..<line.upperBound) }
      ?? bytes.skippingBlanks(line)
    guard start < line.upperBound, bytes[start] != UInt8(ascii: "|"),
      bytes[start] != UInt8(ascii: ">")
    else { return nil }
    let range = start..<line.upperBound
    var spans = SpanScanner(bytes, range)
    var position = start
    while position < range.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "`"): position = spans.code(at: position).end
      case UInt8(ascii: "$"): position = spans.maths(at: position) ?? position + 1
      case UInt8(ascii: "<"): position = spans.comment(at: position) ?? position + 1
      case UInt8(ascii: ":"):
        var end = position
        while end < range.upperBound, bytes[end] == UInt8(ascii: ":") { end += 1 }
        if end - position == 2 || end - position == 3,
          let pair = pair(bytes, range, position..<end, isObsidian: isObsidian)
        {
          return pair
        }
        position = end
      default: position += 1
      }
    }
    return nil
  }

  private static func pair(
    _ bytes: Bytes, _ line: Range<Int>, _ separator: Range<Int>, isObsidian: Bool
  ) -> PairFinder? {
    let front = bytes.trimmingBlanks(line.lowerBound..<separator.lowerBound)
    let back = bytes.trimmingBlanks(separator.upperBound..<line.upperBound)
    guard !front.isEmpty, !back.isEmpty else { return nil }
    if !isObsidian {
      guard ASCII.isBlank(bytes[separator.lowerBound - 1]),
        ASCII.isBlank(bytes[separator.upperBound])
      else { return nil }
    }
    return PairFinder(front: front, back: back, isReversible: separator.count == 3)
  }
}
