import Foundation

/// U+FDD0, which no literal may hold.
let noncharacter = String(decoding: [0xEF, 0xB7, 0x90] as [UInt8], as: UTF8.self)

/// Random Markdown, the same for the same seed.
struct SeededMarkdown: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  // SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Pieces that hide no letters.
  static let harmless = [
    "alpha", "beta ", " gamma", "日本", "語。", "é", "\n", "\n\n", "  \n", " ", "*", "**", "_", "~~",
    "`", "``", "\n- ", "\n  - ", "\n> ", "\n# ", "\n---\n", "\n\n    ", "|", "\n|", "\n|---|---|\n",
    "$", "$$", "$5", "\\", "(", ")", "1. ", "\n2) ", "⟦", "⟧", "!", "\n\n> [!", "]", "{", "}", "\t",
  ]

  private static let hostile = [
    "<b>", "</b>", "<ul><li>", "</li>", "</ul>", "<table><tr><td>", "</table>", "<br>", "<hr>",
    "<sup>", "</sup>", "<script>", "</script>", "<!--", "-->", "<x y='", "<pre>", "</pre>", "<",
    ">",
    "&amp;", "&#27;", "&#x9b;", "&", "[a](b)", "[[", "]]", "![", "](", "![[", "[sound:", "[", "]: ",
    "```", "\n```\n", "\n~~~ x\n", "\u{1B}[2J", "\u{0}", "\u{9C}", "\r", noncharacter, "\u{A7}",
    "\u{2028}",
    "👩‍🌾", "🇫🇷", "e\u{301}\u{302}", "שלום", "\u{202E}", "\u{200B}", "ﷺ", "\u{FFFD}",
  ]

  mutating func markdown() -> String {
    if next() % 8 == 0 {
      let bytes = (0..<Int(next() % 80)).map { _ in UInt8(truncatingIfNeeded: next()) }
      return String(decoding: bytes, as: UTF8.self)
    }
    return markdown(from: Self.harmless + Self.hostile)
  }

  mutating func markdown(from pieces: [String]) -> String {
    let count = Int(next() % 40) + 1
    return clozed((0..<count).map { _ in pieces[Int(next() % UInt64(pieces.count))] }.joined())
  }
}
