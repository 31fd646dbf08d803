/// Bytes of a template or field, and where things are in them.
struct TemplateText {
  let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  func has(_ word: StaticString, at place: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard place >= 0, place + count <= bytes.count else { return false }
    var index = 0
    while index < count, bytes[place + index] == word.utf8Start[index] { index += 1 }
    return index == count
  }

  /// With letters of either case; the word is lower case.
  func hasIgnoringCase(_ word: StaticString, at place: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard place >= 0, place + count <= bytes.count else { return false }
    var index = 0
    while index < count, Self.lowered(bytes[place + index]) == word.utf8Start[index] { index += 1 }
    return index == count
  }

  func first(_ byte: UInt8, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == byte { return index }
      index += 1
    }
    return nil
  }

  func first(_ word: StaticString, from start: Int, ignoringCase: Bool = false) -> Int? {
    let head = word.utf8Start[0]
    var index = start
    while index + word.utf8CodeUnitCount <= bytes.count {
      let byte = ignoringCase ? Self.lowered(bytes[index]) : bytes[index]
      if byte == head, ignoringCase ? hasIgnoringCase(word, at: index) : has(word, at: index) {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Where the first of two words stands.
  func first(_ word: StaticString, else other: StaticString, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == word.utf8Start[0] && has(word, at: index)
        || byte == other.utf8Start[0] && has(other, at: index)
      {
        return index
      }
      index += 1
    }
    return nil
  }

  /// The range without white space at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let (scalar, width) = scalar(startingAt: range.lowerBound, below: range.upperBound),
      scalar.properties.isWhitespace
    {
      range = (range.lowerBound + width)..<range.upperBound
    }
    while let (scalar, width) = scalar(endingAt: range.upperBound, above: range.lowerBound),
      scalar.properties.isWhitespace
    {
      range = range.lowerBound..<(range.upperBound - width)
    }
    return range
  }

  private func scalar(startingAt place: Int, below end: Int) -> (Unicode.Scalar, Int)? {
    guard place < end else { return nil }
    let lead = bytes[place]
    let width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    let text = String(decoding: bytes[place..<min(place + width, end)], as: UTF8.self)
    return text.unicodeScalars.first.map { ($0, min(width, end - place)) }
  }

  private func scalar(endingAt end: Int, above start: Int) -> (Unicode.Scalar, Int)? {
    guard start < end else { return nil }
    var place = end - 1
    while place > start, end - place < 4, bytes[place] & 0xC0 == 0x80 { place -= 1 }
    return scalar(startingAt: place, below: end)
  }

  static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  /// Of ASCII: what HTML and templates call white space, and the vertical tab.
  static func isWhite(_ byte: UInt8) -> Bool {
    byte == 0x20 || 0x09...0x0D ~= byte
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || 0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
