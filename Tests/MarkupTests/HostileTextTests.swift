import Foundation
import StudyDomain
import Testing

@testable import Markup

struct HostileTextTests {
  @Test(
    arguments: [
      ("a\u{1B}[31mb", "p a\u{FFFD}[31mb"),
      (
        "a\u{0}b\u{7F}c\u{9B}d\u{85}e\u{B}f\u{C}g",
        "p a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}f\u{FFFD}g"
      ),
      ("`\u{1B}`", "p `\u{FFFD}`"),
      ("```\n\u{7}\n```", "code() `\u{FFFD}`"),
      ("<b>\u{8}</b>", "p **\u{FFFD}**"),
      ("[a](\u{1B})", "p <a|\u{FFFD}>"),
      ("a\r\nb\rc", "p a b c"),
      ("\(noncharacter)0\(noncharacter) $x$", "p \u{FFFD}0\u{FFFD} $x$"),
      ("<img src=\"a\u{1B}&#27;&#10;b\">", "p {[picture: a\u{FFFD}\u{FFFD} b]}"),
    ])
  func `controls are shown, not sent`(markdown: String, expected: String) {
    #expect(outline(markdown) == expected)
  }

  @Test func `bytes that are no UTF-8 are shown`() {
    let text = String(
      decoding: [0x61, 0xFF, 0xC3, 0x62, 0xED, 0xA0, 0x80] as [UInt8], as: UTF8.self)
    #expect(outline(text).hasPrefix("p a\u{FFFD}\u{FFFD}b\u{FFFD}"))
  }

  @Test func `everything else is kept`() {
    let text = "שלום (a) 123 👩‍🌾 🇫🇷 ❤️ 👍🏽 e\u{301} 日本語 ﷺ \u{E000} \u{F0001} \u{2028}x"
    #expect(outline(text) == "p \(text)")
  }

  private static let pieces = [
    "a", "a ", "*", "**a", "_a ", "`", "`a", "[", "[a](", "![", "<", "<a ", "<!--", "<b>", "</b>",
    "&", "&a", "$", "$a", "$$", "$a ", "\\", "~", "> ", "- ", "1. ", "  - a\n", "|", "|a", "\t",
    "⟦", "⟦a⟧", "**⟦", "[[", "[sound:", "![[", "<ul>", "<ul><li>", "<table><tr><td>", "<sup>",
    "<x>", "<script>", "```a\n", "~~~\n\n", "$$\n\n", "# ", "日", "\u{301}", "]", "](", "<pre>\n",
    "<div>\n", "<a\n", "</script <script>",
  ]

  /// One that took the square of its time would hold the whole suite up for minutes.
  @Test(arguments: pieces)
  func `a long run of one thing is read`(piece: String) {
    let text = clozed(String(repeating: piece, count: 40_000 / piece.utf8.count))
    let shown = MarkupDocument(markdown: text + "\n\nend").plainText
    #expect(!shown.unicodeScalars.contains { $0.value == 0 })
  }

  @Test(arguments: ["a", "word ", "日", "> "])
  func `a very long line is read`(piece: String) {
    let text = String(repeating: piece, count: 200_000 / piece.utf8.count)
    let shown = MarkupDocument(markdown: text + "end").plainText
    #expect(shown.hasSuffix("end"))
  }

  @Test func `backquotes of all lengths are kept`() {
    let text = (1...200).map { String(repeating: "`", count: $0) }.joined(separator: " ")
    #expect(MarkupDocument(markdown: text).plainText.filter { $0 == "`" }.count == 200 * 201 / 2)
  }

  @Test func `deep nesting keeps its text`() {
    for frame in ["> ", "- ", "1. "] {
      let text = String(repeating: frame, count: 5000) + "end"
      #expect(MarkupDocument(markdown: text).plainText.contains("end"))
    }
    let html = String(repeating: "<ul><li>", count: 5000) + "end"
    #expect(MarkupDocument(markdown: html).plainText.contains("end"))
    #expect(
      MarkupDocument(markdown: String(repeating: "<blockquote>", count: 5000) + "end").plainText
        .contains("end"))
  }

  /// Behind a text that ends within a link md4c reads on, and shows what lies there in memory.
  @Test(arguments: ["[a](b", "![a](b", "[a](<b", "[a](b \"c", "[a]: b \"c", "`a", "<b", "$a", ""])
  func `the parser meets the end of a text at a line end`(end: String) {
    #expect(DisguisedMarkdown("x " + end).bytes.last == UInt8(ascii: "\n"))
    #expect(MarkupDocument(markdown: "x " + end).plainText == ("x " + end).trimmed)
  }

  @Test(arguments: 0..<4)
  func `any text is a document without controls`(seed: UInt64) {
    var random = SeededMarkdown(seed: seed)
    for round in 0..<1500 {
      let text = random.markdown()
      let document = MarkupDocument(markdown: text) { $0.count % 2 == 0 }
      let bad = "\(document)\(document.plainText)".unicodeScalars.first { scalar in
        scalar.value < 32 && scalar != "\n" && scalar != "\t"
          || (0x7F..<0xA0).contains(scalar.value) || (0xFDD0...0xFDEF).contains(scalar.value)
          || scalar == ClozeMark.open || scalar == ClozeMark.close
      }
      #expect(bad == nil, "round \(round): \(text.debugDescription)")
      if bad != nil { return }
    }
  }

  /// Letters outside of tags, targets and comments are always shown.
  @Test func `no word is lost`() {
    var random = SeededMarkdown(seed: 7)
    for round in 0..<1500 {
      let text = random.markdown(from: SeededMarkdown.harmless)
      // What follows the beginning of a fence names its language.
      if text.contains("```") || text.contains("~~~") { continue }
      let shown = MarkupDocument(markdown: text).plainText.lowercased().filter { $0.isLetter }
      let source = text.filter { $0.isLetter }
      #expect(shown == source, "round \(round): \(text.debugDescription)")
      if shown != source { return }
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
