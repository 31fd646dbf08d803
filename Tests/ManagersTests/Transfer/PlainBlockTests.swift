import AnkiExchange
import DeckFormat
import StudyDomain
import Testing

@testable import Managers

extension NoteBlockWriter.Packed {
  init(_ source: NoteBlockWriter.Source, id: Int64) {
    self.init(
      note: AnkiNote(
        id: id, guid: "g\(id)", noteTypeID: 1, modified: 0, tags: source.tags,
        fields: source.fields),
      cards: source.ordinals.sorted().map {
        AnkiCard(id: id * 100 + Int64($0), noteID: id, deckID: 1, ordinal: $0)
      }[...])
  }
}

/// Blocks that are written without being read are what reading would have made of them.
@MainActor @Suite struct PlainBlockTests {
  private static func type(_ fields: [String], _ sides: [(String, String)]) -> AnkiNoteType {
    AnkiNoteType(
      id: 1, name: "Kind", kind: .normal, fields: fields.map { AnkiField(name: $0) },
      templates: sides.enumerated().map { place, side in
        AnkiTemplate(name: "Card \(place + 1)", question: side.0, answer: side.1)
      })
  }

  private static let plain = ("{{Front}}", "{{FrontSide}}<hr id=answer>{{Back}}")
  private static let reverse = ("{{Back}}", "{{FrontSide}}<hr id=answer>{{Front}}")
  static let types = [
    type(["Front", "Back"], [plain]), type(["Front", "Back"], [plain, reverse]),
    type(
      ["Front", "Back"],
      [
        ("{{Front}}{{type:Back}}", "{{Front}}<hr id=answer>{{type:Back}}")
      ]),
    type(["Front", "Back", "Extra"], [("{{Front}}", "{{Back}}"), ("{{Back}}", "{{Front}}")]),
    type(
      ["Wort", "日本", "Extra"],
      [
        ("{{Wort}}: <b>{{日本}}</b>", "{{FrontSide}}{{#Extra}} ({{Extra}}){{/Extra}}"),
        ("{{#日本}}{{^Extra}}{{Wort}}{{/Extra}}{{/日本}}", "{{Type}} {{日本}} {{Wort}}"),
        ("{{Extra}}", "{{Tags}} {{Missing}} {{Extra}}"),
      ]),
  ]

  private static let pieces = [
    "word", "Wort ", " ", "<br>", "<b>fett</b>", "<i>x</i>", "&amp;", "&nbsp;", "&lt;b&gt;", "日本",
    "é", "e\u{301}", "👍", "…", "“q”", "Ñ", "Привет", "한국", "\n", "\n\n", "- ", "- Extra: x", "# ",
    "#flashcards",
    "```", "~~~", "<!-- a -->", "-->", "Q: ", "A:", "A: ", "T: ", "N: Kind", "---", "?", "\\", "*",
    "_", "[x]",
    "[sound:a.mp3]", "$x$", "::", "==", "|", "1. ", "7", "<div>", "</div>", "<img src=a.jpg>", "\r",
    "\t", "  ", "\u{0}",
    "\u{10FDD2}", "{{c1::x}}", "<<<<<<< a", "=======", ">>>>>>> b", "!", "<sub>2</sub>",
    "a longer run of plain words to fill the excerpt with more than it can hold, ",
  ]

  private static func text(_ random: inout SeededRandom) -> String {
    let count = Int.random(in: 0...(Bool.random(using: &random) ? 3 : 9), using: &random)
    // Half of the texts are mostly words.
    let isCalm = Bool.random(using: &random)
    return (0..<count).map { _ in
      isCalm && Int.random(in: 0..<4, using: &random) > 0
        ? ["word ", "日本", "<br>", "two words", "é"].randomElement(using: &random) ?? ""
        : pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  private static func tags(_ random: inout SeededRandom) -> [String] {
    let all = [
      "one", "two-three", "a::b", "日本", "leech", "Marked", "x;y", "#h", "a--b", "c,d", "<e",
    ]
    return (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
      all.randomElement(using: &random)
    }
  }

  private func expectSame(
    _ block: NoteBlock?, _ other: NoteBlock?, _ source: NoteBlockWriter.Source
  ) {
    #expect(block?.text == other?.text, "\(source)")
    #expect(block?.keys == other?.keys, "\(source)")
    #expect(block?.contentHash == other?.contentHash && block?.trimmed == other?.trimmed)
    #expect(block?.typeName == other?.typeName)
    #expect((block?.words == nil) == (other?.words == nil))
    guard let words = block?.words, let others = other?.words else { return }
    #expect(words.common.form == others.common.form, "\(source)")
    #expect(words.common.typeName == others.common.typeName)
    for (one, two) in zip(words.cards, others.cards) {
      #expect(one.key == two.key && one.looseKey == two.looseKey, "\(source)")
      #expect(one.frontHash == two.frontHash && one.backHash == two.backHash, "\(source)")
      #expect(one.excerpt.utf8.elementsEqual(two.excerpt.utf8), "\(source)")
    }
    #expect(words.cards.count == others.cards.count)
  }

  @Test(arguments: 0..<5, 0..<4)
  func `blocks of random notes are those that are read back`(type: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let type = Self.types[type]
    let names = type.fields.map(\.name)
    let writer = NoteBlockWriter(
      type: type, typeName: type.name, noteType: NoteType(type, fields: names))
    let sources = (0..<400).map { _ in
      NoteBlockWriter.Source(
        fields: names.map { _ in Self.text(&random) }, tags: Self.tags(&random),
        ordinals: Set(type.templates.indices))
    }
    let packed = sources.enumerated().map { NoteBlockWriter.Packed($1, id: Int64($0 + 1)) }
    var plainCount = 0
    for (place, block) in writer.blocks(packed[...]).enumerated() {
      // What the tags of a package become is no matter of the writer.
      let source = packed[place].source
      expectSame(block, writer.block(source, id: nil), source)
      if writer.plainBlock(packed[place]) != nil { plainCount += 1 }
    }
    #expect(plainCount > 60, "most blocks were read back: \(plainCount) were not")
  }

  @Test func `Markdown of a field is the same in memory that is used again`() {
    var random = SeededRandom(seed: 9)
    let scratch = MarkdownScratch()
    for _ in 0..<3_000 {
      var html = Self.text(&random)
      let whole = FieldText.markdown(ofHTML: html)
      let bytes = html.withUTF8 { html in
        FieldText.markdown(ofHTML: html, scratch).map { Array($0) }
      }
      #expect(bytes == whole.map { Array($0.utf8) })
      guard let whole else { continue }
      #expect(FieldText.html(ofMarkdown: whole) == html)
      #expect(FieldText.exactHTML(ofMarkdown: whole) == html)
    }
  }
}
