import DeckFormat
import StudyDomain
import Testing

/// Notes whose texts are HTML say so to whoever shows them, and have the keys they would have anyway.
@Suite struct HTMLNoteTests {
  /// With `⟪` and `⟫` for the marks of HTML, and brackets for those of clozes.
  private func cards(_ text: String, _ noteTypes: NoteTypes = NoteTypes()) -> [String] {
    ReadDeck(text, types: noteTypes).contents.flatMap(\.cards).map { card in
      [card.text.front, card.text.back].map { side in
        ClozeMark.plain(
          side.replacing(String(Character(HTMLMark.open)), with: "⟪")
            .replacing(String(Character(HTMLMark.close)), with: "⟫"))
      }.joined(separator: " → ")
    }
  }

  @Test func `a deck may be HTML throughout`() {
    let head = "---\nhtml: true\n---\n"
    #expect(cards(head + "Q: a <b>b</b>\nA: c") == ["⟪a <b>b</b>⟫ → ⟪c⟫"])
    #expect(cards(head + "T: a\nD: b") == ["⟪a⟫ → ⟪b⟫", "⟪b⟫ → ⟪a⟫"])
    #expect(
      cards(head + "C: a {{c1::<i>b</i>::h}}\nA: c")
        == ["⟪a [h]⟫ → ⟪a [<i>b</i>]⟫\n\n⟪c⟫"])
    #expect(cards(head + "<!-- html: false -->\nQ: a\nA: b") == ["a → b"])
  }

  @Test func `a directive makes one note HTML`() {
    #expect(
      cards("<!-- html: true -->\nQ: <i>a</i>\nA: b\n\nQ: *c*\nA: d")
        == ["⟪<i>a</i>⟫ → ⟪b⟫", "*c* → d"])
  }

  @Test func `single fields may be HTML`() {
    #expect(
      cards("N: Word\n- Front: *a*\n- Back (html): <b>b</b>\n- More: c\n- None (html):")
        == ["*a* → Back: ⟪<b>b</b>⟫\n\nMore: c"])
  }

  @Test func `templates set HTML and Markdown side by side`() {
    let types = NoteTypes([
      "Word": NoteType(
        fields: ["A", "B"],
        templates: [
          .init(name: "1", front: "# {{A}}", back: "{{FrontSide}}\n\n{{#B}}{{B}}, {{Type}}{{/B}}")
        ]),
      "Gap": NoteType(
        fields: ["Text"],
        templates: [.init(name: "1", front: "{{cloze:Text}}", back: "{{cloze:Text}}")]),
    ])
    #expect(
      cards("N: Word\n- A (html): <b>a</b>\n- B: b", types)
        == ["# ⟪<b>a</b>⟫ → # ⟪<b>a</b>⟫\n\nb, Word"])
    #expect(
      cards("N: Gap\n- Text (html): a {{c1::<i>b</i>}}", types)
        == ["⟪a [...]⟫ → ⟪a [<i>b</i>]⟫"])
  }

  @Test func `marks change no key and no hash`() {
    let plain = ReadDeck("Q: a <b>b</b>\nA: c\n\nN: Word\n- A: <b>x</b>\n- B: y")
    let html = ReadDeck(
      "---\nhtml: true\n---\nQ: a <b>b</b>\nA: c\n\nN: Word\n- A (html): <b>x</b>\n- B: y")
    #expect(html.keysAgree())
    let (old, new) = (plain.contents.flatMap(\.cards), html.contents.flatMap(\.cards))
    #expect(old.map(\.key) == new.map(\.key))
    #expect(old.map(\.frontHash) == new.map(\.frontHash))
    #expect(old.map(\.backHash) == new.map(\.backHash))
    #expect(old.map(\.excerpt) == new.map(\.excerpt))
  }

  @Test func `a deck cannot forge the marks`() {
    #expect(
      cards("Q: \u{10FDD2}<b>\u{10FDD3}\u{10FDD4}\nA: c") == ["\u{FFFD}<b>\u{FFFD}\u{FFFD} → c"])
  }
}
