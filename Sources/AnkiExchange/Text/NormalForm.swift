import CUTF8Proc
import Glibc

/// Unicode's composed form and its folding of case.
enum NormalForm {
  /// NFC; a text that has it already, as almost all do, is handed back as it is.
  static func composed(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      isComposed(bytes) ? nil : map(bytes, [UTF8PROC_STABLE, UTF8PROC_COMPOSE])
    } ?? text
  }

  /// True for texts of scalars that NFC leaves alone wherever they stand: Latin, Cyrillic, kana,
  /// Han, syllables of Hangul; false for the rest only means that utf8proc decides.
  private static func isComposed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0xCC {
        index += 1
        continue
      }
      guard byte >= 0xD0, byte < 0xF0, index + 2 < bytes.count else { return false }
      if byte < 0xE0 {
        let scalar = UInt32(byte & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
        guard 0x400...0x482 ~= scalar || 0x48A...0x52F ~= scalar else { return false }
        index += 2
        continue
      }
      let scalar =
        UInt32(byte & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
        | UInt32(bytes[index + 2] & 0x3F)
      switch scalar {
      case 0x2010...0x2027, 0x3001...0x3029, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF,
        0xAC00...0xD7A3, 0xFF01...0xFF9D:
        index += 3
      default: return false
      }
    }
    return true
  }

  /// Full case folding without normalising: equal for `straße` and `STRASSE`.
  static func folded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return bytes.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
    }
    var result: UnsafeMutablePointer<UInt8>?
    let count = utf8proc_map(bytes.baseAddress, bytes.count, &result, UTF8PROC_CASEFOLD)
    guard count >= 0, let result else { return Array(bytes) }
    defer { free(result) }
    return Array(UnsafeBufferPointer(start: result, count: count))
  }

  static func folded(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { folded($0) }
  }

  /// The same for names that Anki takes for one: it composes them and leaves capitals aside.
  static func nameKey(_ name: String) -> [UInt8] {
    folded(composed(name))
  }

  private static func map(
    _ bytes: UnsafeBufferPointer<UInt8>, _ options: [utf8proc_option_t]
  ) -> String? {
    let bits = options.reduce(0) { $0 | $1.rawValue }
    var result: UnsafeMutablePointer<UInt8>?
    let count = utf8proc_map(
      bytes.baseAddress, bytes.count, &result, utf8proc_option_t(rawValue: bits))
    guard count >= 0, let result else { return nil }
    defer { free(result) }
    return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
  }
}
