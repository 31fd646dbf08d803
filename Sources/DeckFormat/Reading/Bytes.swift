import Glibc

/// The bytes being read; indices are offsets from the start of the file or block.
typealias Bytes = UnsafeBufferPointer<UInt8>

enum ASCII {
  static let tab: UInt8 = 9
  static let lf: UInt8 = 10
  static let cr: UInt8 = 13
  static let space: UInt8 = 32
  static let unitSeparator: UInt8 = 0x1F
  static let recordSeparator: UInt8 = 0x1E

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == tab
  }

  static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == lf || byte == cr
  }

  static func isWhite(_ byte: UInt8) -> Bool {
    isBlank(byte) || isLineEnd(byte)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= 48 && byte <= 57
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 97 && (byte | 0x20) <= 122
  }

  static func isPunctuation(_ byte: UInt8) -> Bool {
    (byte >= 33 && byte <= 47) || (byte >= 58 && byte <= 64) || (byte >= 91 && byte <= 96)
      || (byte >= 123 && byte <= 126)
  }
}

extension Bytes {
  /// True when the bytes at `position` are those of `word`, all before `end`.
  func matches(_ word: StaticString, at position: Int, end: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position >= 0, position + count <= end else { return false }
    for offset in 0..<count where self[position + offset] != word.utf8Start[offset] {
      return false
    }
    return true
  }

  /// The first place of `word` in `range`, entirely inside it.
  func first(_ word: StaticString, in range: Range<Int>) -> Int? {
    var start = range.lowerBound
    while let place = first(word.utf8Start[0], in: start..<range.upperBound) {
      if matches(word, at: place, end: range.upperBound) { return place }
      start = place + 1
    }
    return nil
  }

  /// True when the bytes of two ranges are the same.
  func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    guard one.count == other.count else { return false }
    guard let base = baseAddress, !one.isEmpty else { return true }
    return memcmp(base + one.lowerBound, base + other.lowerBound, one.count) == 0
  }

  /// The first place of a byte in `range`.
  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard let base = baseAddress, !range.isEmpty,
      let found = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: found)
  }

  func contains(_ byte: UInt8, in range: Range<Int>) -> Bool {
    first(byte, in: range) != nil
  }

  /// The first place in `range` that is not a space or tab; its end when all are.
  func skippingBlanks(_ range: Range<Int>) -> Int {
    var position = range.lowerBound
    while position < range.upperBound, ASCII.isBlank(self[position]) { position += 1 }
    return position
  }

  /// `range` without spaces and tabs at both ends.
  func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
    let start = skippingBlanks(range)
    var end = range.upperBound
    while end > start, ASCII.isBlank(self[end - 1]) { end -= 1 }
    return start..<end
  }

  /// `range` without blank lines at both ends, nor blanks at its very end.
  ///
  /// Blanks at the beginning go only when the text begins on the first line: those of a later line
  /// are indentation.
  func trimmingBody(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, ASCII.isWhite(self[end - 1]) { end -= 1 }
    var start = skippingBlanks(range.lowerBound..<end)
    if start < end, !ASCII.isLineEnd(self[start]) { return start..<end }
    while start < end {
      let text = skippingBlanks(start..<end)
      if text < end, !ASCII.isLineEnd(self[text]) { return start..<end }
      start = text < end ? text + 1 : end
    }
    return end..<end
  }

  /// The text of a range, with what is no text shown as U+FFFD and LF as line ends.
  func text(_ range: Range<Int>) -> String {
    // No line end to change, no NUL, and no byte that begins a mark: valid text is as it stands.
    let isPlain = self[range].allSatisfy { $0 != ASCII.cr && $0 != 0 && $0 != 0xF4 }
    if isPlain, let text = String(validating: self[range], as: UTF8.self) { return text }
    return String(decoding: CleanText.clean(self, range), as: UTF8.self)
  }
}
