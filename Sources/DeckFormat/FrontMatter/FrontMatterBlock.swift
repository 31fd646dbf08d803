/// The lines between the fences at the head of a file.
struct FrontMatterBlock {
  enum Syntax { case yaml, toml }

  var syntax: Syntax
  /// From the first fence to after the line end of the last.
  var range: Range<Int>
  /// The lines between the fences, their line ends included.
  var content: Range<Int>
  /// Lines of the whole, fences included.
  var lineCount: Int

  /// Front matter begins with the file (after a byte order mark) and is closed.
  ///
  /// Lines between two separators that hold an opener are cards, not front matter.
  init?(_ bytes: Bytes, start: Int) {
    let isTOMLFence = bytes.matches("+++", at: start, end: bytes.count)
    guard isTOMLFence || bytes.matches("---", at: start, end: bytes.count) else { return nil }
    guard let head = Self.fence(bytes, start, mark: bytes[start]) else { return nil }
    var position = head
    var count = 1
    syntax = isTOMLFence ? .toml : .yaml
    var isUndecided = !isTOMLFence
    while position < bytes.count {
      if let end = Self.fence(bytes, position, mark: bytes[start]) {
        range = start..<end
        content = head..<position
        lineCount = count + 1
        return
      }
      let end = Self.lineEnd(bytes, position)
      if LineScanner.opener(bytes, position..<end) != nil { return nil }
      if isUndecided, let isTOML = Self.isAssignment(bytes, position..<end) {
        syntax = isTOML ? .toml : .yaml
        isUndecided = false
      }
      position = Self.afterLineEnd(bytes, end)
      count += 1
    }
    return nil
  }

  /// The place after a line of three marks at `start`; nil when it is another line.
  private static func fence(_ bytes: Bytes, _ start: Int, mark: UInt8) -> Int? {
    guard start + 3 <= bytes.count, bytes[start] == mark, bytes[start + 1] == mark,
      bytes[start + 2] == mark
    else { return nil }
    let end = bytes.skippingBlanks(start + 3..<bytes.count)
    guard end == bytes.count || ASCII.isLineEnd(bytes[end]) else { return nil }
    return afterLineEnd(bytes, end)
  }

  static func lineEnd(_ bytes: Bytes, _ start: Int) -> Int {
    var end = start
    while end < bytes.count, !ASCII.isLineEnd(bytes[end]) { end += 1 }
    return end
  }

  static func afterLineEnd(_ bytes: Bytes, _ end: Int) -> Int {
    guard end < bytes.count else { return end }
    return bytes.matches("\r\n", at: end, end: bytes.count) ? end + 2 : end + 1
  }

  /// True for `key = …`, false for another line with words, nil for blank lines and comments.
  private static func isAssignment(_ bytes: Bytes, _ line: Range<Int>) -> Bool? {
    var position = bytes.skippingBlanks(line)
    guard position < line.upperBound, bytes[position] != UInt8(ascii: "#") else { return nil }
    while position < line.upperBound, isKeyByte(bytes[position]) { position += 1 }
    position = bytes.skippingBlanks(position..<line.upperBound)
    return position < line.upperBound && bytes[position] == UInt8(ascii: "=")
  }

  static func isKeyByte(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }
}
