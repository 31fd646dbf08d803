import Markup

@testable import TerminalUI

/// `⟦x⟧` in tests stands for a cloze between its private marks.
func clozed(_ text: String) -> String {
  text.replacing("⟦", with: "\u{10FDD0}").replacing("⟧", with: "\u{10FDD1}")
}

/// A text as a terminal shows it.
func portable(_ text: String) -> String {
  text.reduce(into: "") { shown, character in
    shown += PortableText.cells(of: character).map(\.text).joined()
  }
}

/// A text without any Markdown in it, as a document.
func paragraph(_ text: String) -> MarkupDocument {
  MarkupDocument(blocks: [.paragraph([.run(Run(text))])])
}

/// Random text, the same for the same seed.
struct SeededText: RandomNumberGenerator {
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

  static let words = [
    "a", "word", "longer-word", "Donaudampfschiffahrt", " ", " ", " ", "  ", "日本語", "。", "、",
    "「", "」", "（", "）", "ー", "한국어", "שלום", "العربية", "👩‍🌾", "🇫🇷", "👍🏽", "❤️", "e\u{301}",
    "\u{200B}", "\u{A0}", "…", "—", "(", ")", ",", ".", "ﷺ", "\u{202E}", "क्षि", "ไทย",
  ]

  static let markdown =
    words + [
      "\n", "\n\n", "\n- ", "\n  - ", "\n    1. ", "\n> ", "\n> > ", "\n# ", "\n\n---\n\n", "**",
      "*", "`", "\n```\n", "\n    ", "| ", "\n|---|---|\n", "$x$", "[a](b)", "⟦", "⟧", "<br>",
      "<ul><li>", "<table><td>", "\t", "\u{1B}[1m", "\u{0}", "\n99999. ", "- [x] ", "![](a.png)",
    ]

  mutating func text(of pieces: [String], upTo limit: UInt64) -> String {
    let count = Int(next() % limit) + 1
    return (0..<count).map { _ in pieces[Int(next() % UInt64(pieces.count))] }.joined()
  }
}
