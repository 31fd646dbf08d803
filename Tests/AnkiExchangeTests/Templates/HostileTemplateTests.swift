import AnkiExchange
import Foundation
import Testing

/// Templates and fields come from strangers: nothing crashes.
///
/// Nothing takes the square of its length either. One that did would hold the whole suite up for minutes.
@Suite struct HostileTemplateTests {
  static let pieces = [
    "{{", "}}", "{{#F}}", "{{/F}}", "{{^F}}", "{{#F}}{{/F}}", "{{F}}", "{{#F}}x", "{{text:F}}",
    "<!--", "{{/", "{{#", "{{F", "{{{", "{{c1::", "{{c1::a", "{{c1::a}}", "{{c1::a::", "::",
    "{{c1,2,3::", "{{c", "\\(", "\\(\\)", "\\[{{c1::x}}", "[sound:", "[sound:a]", "[anki:tts a",
    "[anki:tts lang=x]", "[[type:", "[[type:a]]", "<", "<a", "<img ", "<img src=", "<img src='",
    "<style", "<style>", "<script>", "&", "&#", "&amp;", "a[", "a[b", "a[b]", "[", "<br", "<div>",
    "image-occlusion:", "{{c1::image-occlusion:rect:", "<img alt=\"",
  ]

  static func sides(_ card: TemplateCard) -> (String, String)? {
    guard case .sides(let question, let answer) = card.rendered() else { return nil }
    _ = (question.line, answer.line)
    return (question.html, answer.html)
  }

  @Test(arguments: pieces)
  func `a long run of one thing is read`(piece: String) {
    let run = String(repeating: piece, count: 8_000 / piece.utf8.count)
    let filters = "{{F}}{{text:F}}{{cloze:F}}{{cloze-only:F}}{{furigana:F}}{{hint:F}}{{type:F}}"
    for isCloze in [false, true] {
      let field = TemplateCard(
        noteType: "", isCloze: isCloze, fields: [.init("F", run + "{{c1::end}}")],
        question: filters, answer: filters + "{{FrontSide}}")
      _ = Self.sides(field)
      let template = TemplateCard(
        noteType: "", isCloze: isCloze, fields: [.init("F", "{{c1::f}}")], question: run,
        answer: "{{F}}" + run)
      _ = Self.sides(template)
      _ = CardOrdinals.of(isCloze: isCloze, questions: [run], fields: field.fields)
    }
    #expect(AnkiText.line("end" + run, keepsMediaNames: true).hasPrefix("end"))
  }

  @Test func `sections may stand deep in each other, but not for ever`() {
    func nested(_ depth: Int) -> RenderedCard {
      TemplateCard(
        noteType: "", fields: [.init("F", "x")],
        question: String(repeating: "{{#F}}", count: depth) + "{{F}}"
          + String(repeating: "{{/F}}", count: depth), answer: ""
      ).rendered()
    }
    #expect(
      nested(200) == .sides(question: RenderedSide(html: "x"), answer: RenderedSide(html: "")))
    #expect(nested(201) == .broken(.tooDeep))
    #expect(nested(100_000) == .broken(.tooDeep))
  }

  @Test func `a side does not grow without bound`() {
    let card = TemplateCard(
      noteType: "", fields: [.init("F", String(repeating: "é", count: 500_000))],
      question: String(repeating: "{{F}}", count: 1000),
      answer: String(repeating: "{{FrontSide}}", count: 1000))
    guard case .sides(let question, let answer) = card.rendered() else {
      Issue.record("no sides")
      return
    }
    for html in [question.html, answer.html] {
      #expect((15 << 20)...(16 << 20) ~= html.utf8.count)
      #expect(html.last == "é")
    }
  }

  @Test func `a field that is filtered over and over costs no more than it may`() {
    let names = (0..<1000).map { "{{a\($0):text:F}}" }.joined()
    let card = TemplateCard(
      noteType: "", fields: [.init("F", String(repeating: "<b>", count: 300_000) + "x")],
      question: names, answer: "")
    #expect(Self.sides(card) != nil)
  }

  @Test func `an error is said in words`() {
    func message(_ question: String) -> String? {
      let card = TemplateCard(
        noteType: "", fields: [.init("Front", "f")], question: question, answer: "")
      guard case .broken(let error) = card.rendered() else { return nil }
      return error.message
    }
    #expect(
      message("{{text:Back}}")
        == "The template has {{text:Back}}, and the note has no field \u{201C}Back\u{201D}.")
    #expect(message("{{#Front}}") == "The template opens {{#Front}} and never closes it.")
    #expect(message("{{/Front}}") == "The template closes {{/Front}}, which is not open.")
    #expect(
      message("{{#Front}}{{^Tags}}{{/Front}}")
        == "The template closes {{/Front}} where {{/Tags}} must come first.")
  }

  @Test(arguments: 0..<4)
  func `any template renders any note`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let names = ["F", "G", "Tags", "FrontSide", "c1", "", " F", "text:F", "hint:cloze:F"]
    for _ in 0..<200 {
      func text(_ count: Int) -> String {
        (0..<count).map { _ in
          let piece = Self.pieces.randomElement(using: &random) ?? ""
          return piece + (names.randomElement(using: &random) ?? "")
            + [
              "}}", "", "]", ">", "a ",
            ][Int.random(in: 0..<5, using: &random)]
        }.joined()
      }
      let card = TemplateCard(
        noteType: "T", isCloze: Bool.random(using: &random),
        fields: [.init("F", text(5)), .init("G", text(2))], tags: ["t"], question: text(6),
        answer: text(6), ordinal: Int.random(in: 0..<3, using: &random))
      _ = Self.sides(card)
      _ = CardOrdinals.ofNewNote(
        isCloze: card.isCloze, questions: [card.question], fields: card.fields)
    }
  }
}

/// SplitMix64: the same numbers for the same seed.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
