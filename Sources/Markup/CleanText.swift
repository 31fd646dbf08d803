/// Text of a card as bytes without controls, its lines ended by LF.
enum CleanText {
  /// The bytes of U+FFFD.
  static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// Line ends become LF; controls, and the noncharacters that `DisguisedMarkdown` speaks in,
  /// become U+FFFD.
  static func bytes(of text: String) -> [UInt8] {
    let source = Array(text.utf8)
    guard let first = source.indices.first(where: { needsCare(source, $0) }) else { return source }
    var clean = Array(source[..<first])
    clean.reserveCapacity(source.count + 16)
    var index = first
    while index < source.count {
      let byte = source[index]
      if byte == 0x0D {
        clean.append(0x0A)
        index += index + 1 < source.count && source[index + 1] == 0x0A ? 2 : 1
      } else if needsCare(source, index) {
        clean += replacement
        index += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : 3
      } else {
        clean.append(byte)
        index += 1
      }
    }
    return clean
  }

  private static func needsCare(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case 0x09, 0x0A: false
    case 0x00..<0x20, 0x7F: true
    case 0xC2: bytes[index + 1] < 0xA0
    case 0xEF: bytes[index + 1] == 0xB7 && 0x90...0xAF ~= bytes[index + 2]
    default: false
    }
  }
}
