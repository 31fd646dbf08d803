/// Scalars that stand by themselves: neither normal forms nor the borders of characters depend on
/// what is beside them, as long as that is one of them too.
///
/// Covers Latin, Cyrillic, kana, Han, Hangul syllables and common punctuation; of the rest utf8proc
/// and the standard library decide.
enum LoneScalar {
  /// The scalar at a place of a text, which is not ASCII, and its bytes; nil for all others and
  /// what is no UTF-8.
  @inline(__always)
  static func at(_ position: Int, of text: Bytes) -> (value: UInt32, length: Int)? {
    let byte = text[position]
    if byte < 0xE0 {
      guard byte >= 0xC2, position + 1 < text.count, text[position + 1] & 0xC0 == 0x80 else {
        return nil
      }
      let value = UInt32(byte & 0x1F) << 6 | UInt32(text[position + 1] & 0x3F)
      guard value < 0x300 || (0x400...0x482 ~= value) || (0x48A...0x52F ~= value) else {
        return nil
      }
      return (value, 2)
    }
    guard byte < 0xF0, position + 2 < text.count, text[position + 1] & 0xC0 == 0x80,
      text[position + 2] & 0xC0 == 0x80
    else { return nil }
    let value =
      UInt32(byte & 0x0F) << 12 | UInt32(text[position + 1] & 0x3F) << 6
      | UInt32(text[position + 2] & 0x3F)
    switch value {
    case 0x2010...0x2027, 0x3001...0x3029, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0xFF01...0xFF9D:
      return (value, 3)
    default: return nil
    }
  }
}
