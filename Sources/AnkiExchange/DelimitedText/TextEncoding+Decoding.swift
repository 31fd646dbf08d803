extension TextEncoding {
  /// The encoding that bytes are in, by their mark or their form; a guess where neither says it.
  static func found(in bytes: [UInt8]) -> (encoding: TextEncoding, isGuess: Bool) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, false) }
    if let wide = wide(bytes) { return (wide, false) }
    if isUTF8(bytes) { return (.utf8, false) }
    // Windows-1252 gives these five bytes no meaning.
    let isLatin = bytes.contains { [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }
    return (isLatin ? .latin1 : .windows1252, true)
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
  }

  /// The text in UTF-8 without its mark; what has no meaning becomes U+FFFD.
  func decoded(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .utf8:
      let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      if start == 0, Self.isUTF8(bytes) { return bytes }
      return Array(String(decoding: bytes[start...], as: UTF8.self).utf8)
    case .utf16LittleEndian, .utf16BigEndian: return wideText(bytes)
    case .windows1252, .latin1: return narrowText(bytes)
    }
  }

  private func wideText(_ bytes: [UInt8]) -> [UInt8] {
    let high = self == .utf16BigEndian ? 0 : 1
    let hasMark = bytes.starts(with: high == 0 ? [0xFE, 0xFF] : [0xFF, 0xFE])
    let start = hasMark ? 2 : 0
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    let units = stride(from: start, to: bytes.count - 1, by: 2).lazy.map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
    }
    var decoder = UTF16()
    var iterator = units.makeIterator()
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): Self.append(scalar, to: &result)
      case .error: Self.append("\u{FFFD}", to: &result)
      case .emptyInput: break decoding
      }
    }
    return result
  }

  private func narrowText(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else if self == .windows1252, byte < 0xA0 {
        Self.append(Self.windows[Int(byte) - 0x80], to: &result)
      } else {
        Self.append(Unicode.Scalar(byte), to: &result)
      }
    }
    return result
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    if scalar.isASCII {
      result.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// What the bytes from 0x80 to 0x9F are in Windows-1252.
  private static let windows: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
    "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
  ]
}
