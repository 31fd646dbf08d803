import CUTF8Proc
import Glibc
import StudyDomain

/// The signs of a text as they are compared, beside what was written.
struct AnswerFolding {
  /// As written, without outer blanks; a run of blanks is one.
  private(set) var written: [Character] = []
  /// For each of these what is compared.
  private(set) var folded: [String] = []

  init(_ text: String, _ rule: TypedAnswerRule) {
    for character in text {
      let sign = Self.folded(character, rule)
      if sign.isEmpty { continue }
      if sign == " ", folded.isEmpty || folded.last == " " { continue }
      written.append(sign == " " ? " " : character)
      folded.append(sign)
    }
    if folded.last == " " {
      written.removeLast()
      folded.removeLast()
    }
  }

  /// All that is compared.
  var whole: String { folded.joined() }

  private static func folded(_ character: Character, _ rule: TypedAnswerRule) -> String {
    if character.isWhitespace { return " " }
    if rule.ignoresLookAlikes, let plain = lookAlikes[character] { return plain }
    if let ascii = character.asciiValue {
      return rule.ignoresCase && ascii &- 65 < 26 ? character.lowercased() : String(character)
    }
    var options =
      UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
      | UTF8PROC_IGNORE.rawValue
    if rule.ignoresCase { options |= UTF8PROC_CASEFOLD.rawValue }
    if rule.ignoresAccents { options |= UTF8PROC_STRIPMARK.rawValue }
    let sign = mapped(Array(String(character).utf8), utf8proc_option_t(options))
    guard rule.ignoresLookAlikes, sign.count == 1, let first = sign.first else { return sign }
    return lookAlikes[first] ?? sign
  }

  private static func mapped(_ text: [UInt8], _ options: utf8proc_option_t) -> String {
    var result: UnsafeMutablePointer<UInt8>?
    let count = text.withUnsafeBufferPointer {
      utf8proc_map($0.baseAddress, utf8proc_ssize_t($0.count), &result, options)
    }
    guard count >= 0, let result else { return String(decoding: text, as: UTF8.self) }
    defer { free(result) }
    return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
  }

  /// Signs that keyboards lack or programs put in the place of what was typed.
  private static let lookAlikes: [Character: String] = {
    var signs: [Character: String] = ["\u{2026}": "..."]
    for dash in "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}\u{FE58}\u{FE63}\u{FF0D}" {
      signs[dash] = "-"
    }
    for quote in "\u{2018}\u{2019}\u{201A}\u{201B}\u{2032}\u{02BC}\u{00B4}\u{0060}" {
      signs[quote] = "'"
    }
    for quote in "\u{201C}\u{201D}\u{201E}\u{201F}\u{2033}\u{00AB}\u{00BB}" { signs[quote] = "\"" }
    return signs
  }()
}
