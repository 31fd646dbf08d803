import StudyDomain

/// Character references of HTML.
enum Entities {
  /// The text of one reference such as `&amp;` or `&#x41;`; what is unknown stays as it is.
  static func text(of reference: String) -> String {
    let name = reference.dropFirst().dropLast()
    guard name.first == "#" else {
      guard let value = furtherScalar(named: name) ?? CharacterNames.scalar(named: name.utf8)
      else { return reference }
      return String(Character(value))
    }
    let digits = name.dropFirst()
    let value =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return String(Character(value.map(shown) ?? "\u{FFFD}"))
  }

  /// A text with its references replaced; a reference is never read as the mark of a cloze.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return Array(text) }
    var result: [UInt8] = []
    var rest = text
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<start]
      let name = rest[(start + 1)...].prefix(40).prefix(while: isName)
      if !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";") {
        let reference = String(decoding: rest[start...name.endIndex], as: UTF8.self)
        result += self.text(of: reference).utf8
        rest = rest[(name.endIndex + 1)...]
      } else {
        result.append(UInt8(ascii: "&"))
        rest = rest[(start + 1)...]
      }
    }
    return result + rest
  }

  static func text(decoding text: [UInt8]) -> String {
    String(decoding: decoded(text[...]), as: UTF8.self)
  }

  /// Text that another decoded, without controls and marks.
  static func shown(_ text: String) -> String {
    let clean = String(decoding: CleanText.bytes(of: text), as: UTF8.self)
    return String(decoding: ClozeBytes.removed(from: Array(clean.utf8)), as: UTF8.self)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "#")
  }

  /// What a number stands for; blanks are a blank, and 128 to 159 are read as Windows-1252, as
  /// HTML says.
  private static func shown(_ value: UInt32) -> Unicode.Scalar {
    switch value {
    case 9, 10, 13: return " "
    case 0x80...0x9F: return windows[Int(value) - 0x80]
    case 0..<32, 0x7F, 0xFDD0...0xFDEF, 0x10FDD0...0x10FDD7: return "\u{FFFD}"
    default: return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
  }

  private static let windows = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

  /// Names beside those of HTML 4 that text in the wild uses, and two that HTML 5 reads otherwise.
  private static func furtherScalar(named name: Substring) -> Unicode.Scalar? {
    switch name {
    case "apos": "'"
    case "lang": "\u{27E8}"
    case "rang": "\u{27E9}"
    case "starf": "\u{2605}"
    case "star": "\u{2606}"
    case "check": "\u{2713}"
    case "cross": "\u{2717}"
    default: nil
    }
  }
}
