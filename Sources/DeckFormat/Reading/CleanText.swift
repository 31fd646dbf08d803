/// The text of a deck as it is shown and hashed: broken bytes, NUL and marks of ours become U+FFFD.
enum CleanText {
  /// The bytes of a range with LF line ends, valid UTF-8 throughout.
  ///
  /// With `escapes` the backslash before an opener or separator at the start of a line is dropped.
  static func clean(_ bytes: Bytes, _ range: Range<Int>, escapes: Bool = false) -> [UInt8] {
    if !escapes, bytes[range].allSatisfy({ $0 < 0x80 && $0 != ASCII.cr && $0 != 0 }) {
      return Array(bytes[range])
    }
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var needsRepair = false
    var position = range.lowerBound
    var isLineStart = position == 0 || ASCII.isLineEnd(bytes[position - 1])
    while position < range.upperBound {
      let byte = bytes[position]
      if isLineStart, escapes, byte == UInt8(ascii: "\\"),
        LineScanner.isEscape(bytes, position..<range.upperBound)
      {
        position += 1
        isLineStart = false
        continue
      }
      if byte == ASCII.cr {
        if position + 1 < range.upperBound, bytes[position + 1] == ASCII.lf { position += 1 }
        result.append(ASCII.lf)
        isLineStart = true
      } else {
        if byte == 0 || byte >= 0x80 { needsRepair = true }
        result.append(byte)
        isLineStart = byte == ASCII.lf
      }
      position += 1
    }
    return needsRepair ? repaired(result) : result
  }

  /// Valid UTF-8 without NUL and cloze marks.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    if !hasForbidden(bytes), String(validating: bytes, as: UTF8.self) != nil { return bytes }
    var text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    guard hasForbidden(text) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 16)
    var position = 0
    while position < text.count {
      if text[position] == 0 {
        result += [0xEF, 0xBF, 0xBD]
        position += 1
      } else if isMark(text, at: position) {
        result += [0xEF, 0xBF, 0xBD]
        position += 4
      } else {
        result.append(text[position])
        position += 1
      }
    }
    swap(&text, &result)
    return text
  }

  private static func hasForbidden(_ text: [UInt8]) -> Bool {
    for position in text.indices
    where text[position] == 0 || text[position] == 0xF4 && isMark(text, at: position) {
      return true
    }
    return false
  }

  /// U+10FDD0 to U+10FDD7 in UTF-8: `ClozeMark` and `HTMLMark`.
  private static func isMark(_ text: [UInt8], at position: Int) -> Bool {
    position + 3 < text.count && text[position] == 0xF4 && text[position + 1] == 0x8F
      && text[position + 2] == 0xB7 && text[position + 3] & 0xF8 == 0x90
  }
}
