import Markup
import Testing

@testable import TerminalUI

struct MarkupLayoutWrappingTests {
  @Test(
    arguments: [
      ("one two three", 7, ["one two", "three"]),
      ("one two three", 8, ["one two", "three"]),
      ("one two three", 3, ["one", "two", "thr", "ee"]),
      ("abcdef", 1, ["a", "b", "c", "d", "e", "f"]),
      ("well-known fact", 6, ["well-", "known", "fact"]),
      ("git --cached x", 8, ["git", "--cached", "x"]),
      ("日本語の文章", 4, ["日本", "語の", "文章"]),
      ("日本語の文章", 5, ["日本", "語の", "文章"]),
      ("日本語、文章。", 6, ["日本", "語、文", "章。"]),
      ("あ「日本」い", 4, ["あ", "「日", "本」", "い"]),
      ("漢字English漢字", 8, ["漢字", "English", "漢字"]),
      ("한국어 낱말", 6, ["한국어", "낱말"]),
      ("a\u{A0}b c", 3, ["a\u{A0}b", "c"]),
      ("aaa\u{200B}bbb", 4, ["aaa", "bbb"]),
      ("👩‍🌾👩‍🌾 x", 3, ["👩‍🌾", "👩‍🌾", "x"]),
      ("wordword, x", 8, ["wordwor", "d, x"]),
      ("a  b", 2, ["a ", "b"]),
      ("日", 1, ["\u{FFFD}"]),
      ("日本 a", 1, ["\u{FFFD}", "\u{FFFD}", "a"]),
    ])
  func `text is wrapped`(text: String, width: Int, expected: [String]) {
    #expect(MarkupLayout(paragraph(text), width: width).lines.map(\.text) == expected)
  }

  @Test func `English among Japanese keeps its blanks (D20)`() {
    let text = "日本語の文の中にsome English words あります。That is all of it."
    let layout = MarkupLayout(paragraph(text), width: 20)
    #expect(
      layout.lines.map(\.text) == [
        "日本語の文の中にsome", "English words ありま", "す。That is all of", "it.",
      ])
    #expect(layout.unwrappedText == [text])
  }

  @Test func `right-to-left text stays in logical order (D13)`() {
    let text = "שלום (a) 123 עולם, مرحبا بالعالم!"
    let layout = MarkupLayout(paragraph(text), width: 12)
    #expect(layout.lines.count > 1)
    #expect(layout.unwrappedText == [text])
    #expect(rows("| a | b |\n|---|---|\n| שלום (a) | 123 |", 30).last == "שלום (a) │ 123")
  }

  @Test func `clusters are never split (D5)`() {
    let text = "👩‍🌾 🇫🇷 ❤️ 👍🏽 e\u{301} x"
    for width in 2...12 {
      let lines = MarkupLayout(paragraph(text), width: width).lines
      let characters = lines.flatMap { Array($0.text) }.filter { $0 != " " }
      #expect(characters == text.filter { $0 != " " })
    }
  }

  /// `MarkupLayout.unwrappedText` is the text itself, whatever the width.
  @Test(arguments: 0..<4)
  func `undoing the wrapping gives back the text`(seed: UInt64) {
    var random = SeededText(seed: seed)
    for _ in 0..<300 {
      let text = random.text(of: SeededText.words, upTo: 40)
      // A cluster that is wider than the line is replaced.
      let widest = text.reduce(1) { max($0, PortableText.width(of: $1)) }
      for width in [widest, widest + 1, 20, 80] {
        let layout = MarkupLayout(paragraph(text), width: width)
        let back = layout.unwrappedText.map(portable)
        #expect(back == [portable(text)], "\(text.debugDescription) at \(width)")
        if back != [portable(text)] { return }
      }
    }
  }

  @Test(arguments: 10..<14)
  func `undoing the wrapping of a document gives what a wide window shows`(seed: UInt64) {
    var random = SeededText(seed: seed)
    for _ in 0..<200 {
      let text = clozed(random.text(of: SeededText.markdown, upTo: 30))
      let document = MarkupDocument(markdown: text)
      let wide = MarkupLayout(document, width: 4000).unwrappedText.map(portable)
      for width in [8, 20, 33] {
        let narrow = MarkupLayout(document, width: width).unwrappedText.map(portable)
        #expect(narrow == wide, "\(text.debugDescription) at \(width)")
        if narrow != wide { return }
      }
    }
  }

  @Test(arguments: 20..<24)
  func `no line is too wide and none holds a control`(seed: UInt64) {
    var random = SeededText(seed: seed)
    for _ in 0..<250 {
      let text = clozed(random.text(of: SeededText.markdown, upTo: 30))
      let document = MarkupDocument(markdown: text)
      for width in [1, 2, 3, 5, 20, 80] {
        for line in MarkupLayout(document, width: width).lines {
          let isFine =
            (line.isUnwrapped || line.width <= width)
            && line.text.unicodeScalars.allSatisfy { scalar in
              scalar.value >= 32 && !(0x7F..<0xA0).contains(scalar.value)
                && !(0x10FDD0...0x10FDD1).contains(scalar.value)
            }
          #expect(isFine, "\(line.text.debugDescription) of \(text.debugDescription) at \(width)")
          if !isFine { return }
        }
      }
    }
  }

  @Test func `no line begins with closing or ends with opening punctuation`() {
    let text = "「日本語（にほんご）」は、「言語」です。本当に、そうです！はい（多分）。"
    // Narrower, three signs that belong together fit no line.
    for width in 6...40 {
      let lines = MarkupLayout(paragraph(text), width: width).lines.map(\.text)
      #expect(lines.allSatisfy { !"、。」）！".contains($0.first ?? " ") }, "at \(width)")
      #expect(lines.allSatisfy { !"「（".contains($0.last ?? " ") }, "at \(width)")
    }
  }

  @Test func `a marker without room beside its text begins it`() {
    #expect(rows("- abc", 5) == ["• abc"])
    #expect(rows("1000. abc def", 9) == ["1000. abc", "def"])
    #expect(rows("1. ***", 5) == ["1. ", "─────"])
    #expect(rows("- a", 1) == ["•", "a"])
    #expect(rows("> a b", 3) == ["a b"])
  }
}
