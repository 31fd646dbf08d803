import AnkiExchange
import Foundation
import Testing

@Suite struct TemplateVectorTests {
  let vectors: TemplateVectors

  init() throws {
    vectors = try TemplateVectors.all.get()
  }

  @Test func `templates give the sides that they give there`() {
    #expect(vectors.renders.count > 250)
    for vector in vectors.renders {
      let card = TemplateCard(
        noteType: vector.type, isCloze: vector.kind == "cloze",
        fields: vector.fields.map { .init($0[0], $0[1]) }, tags: vector.tags ?? [],
        deck: "(Deck)", question: vector.q, answer: vector.a, ordinal: vector.ord ?? 0)
      let place = "\(vector.fields) \(vector.q) \(vector.a)"
      switch card.rendered() {
      case .broken: #expect(vector.error != nil, "\(place)")
      case .emptyQuestion: #expect(vector.empty == true, "\(place)")
      case .sides(let question, let answer):
        #expect(masked(question.html) == vector.question, "\(place)")
        #expect(masked(answer.html) == vector.answer, "\(place)")
      }
      if let numbers = vector.numbers {
        let ordinals = Set(numbers.filter { $0 > 0 }.map { min($0, 500) - 1 }).sorted()
        #expect(
          CardOrdinals.of(isCloze: true, questions: [vector.q], fields: card.fields) == ordinals,
          "\(place)")
      }
    }
  }

  @Test func `texts are stripped as they are there`() {
    #expect(vectors.texts.count > 100)
    for vector in vectors.texts {
      #expect(AnkiText.stripped(vector.html) == vector.stripped, "\(vector.html)")
      #expect(
        AnkiText.stripped(vector.html, keepsMediaNames: true) == vector.with_media,
        "\(vector.html)")
      #expect(AnkiText.line(vector.html, keepsMediaNames: false) == vector.line, "\(vector.html)")
      #expect(
        AnkiText.line(vector.html, keepsMediaNames: true) == vector.line_media, "\(vector.html)")
    }
  }

  @Test func `what is to be typed is what is compared there`() {
    for vector in vectors.texts {
      let card = TemplateCard(
        noteType: "", fields: [.init("F", "x"), .init("T", vector.html)],
        question: "{{F}}{{type:T}}", answer: "")
      guard case .sides(let question, _) = card.rendered() else {
        Issue.record("\(vector.html)")
        continue
      }
      let shown = question.typed.first?.expected.replacing("&", with: "&amp;")
        .replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
        .replacing("'", with: "&#x27;").replacing("/", with: "&#x2F;")
      let expected = vector.typed.replacing("<code id=typeans>", with: "")
        .replacing("</code>", with: "")
      // The program compares what it has put in the composed normal form.
      #expect(shown?.precomposedStringWithCanonicalMapping == expected, "\(vector.html)")
    }
  }

  @Test func `deletions that are to be typed are those there`() {
    for vector in vectors.typed_clozes {
      let card = TemplateCard(
        noteType: "", fields: [.init("F", "x"), .init("T", vector.text)],
        question: "{{F}}{{type:cloze:T}}", answer: "", ordinal: vector.number - 1)
      guard case .sides(let question, _) = card.rendered() else {
        Issue.record("\(vector.text)")
        continue
      }
      #expect(question.typed.first?.source == vector.expected, "\(vector.text)")
    }
  }

  @Test func `sounds are those there`() {
    for vector in vectors.sounds {
      let card = TemplateCard(
        noteType: "", fields: [.init("F", vector.html)], question: "{{F}}", answer: "")
      guard case .sides(let question, _) = card.rendered() else {
        Issue.record("\(vector.html)")
        continue
      }
      #expect(question.sounds.expected == vector.sounds, "\(vector.html)")
    }
  }
}
