import AnkiExchange
import DeckFormat
import FileStorage
import History
import StudyDomain
import Testing

@testable import Managers

/// The parts that make imports and exports of many notes quick: each gives what the plain way gives.
@MainActor @Suite struct LargeImportTests {
  /// Notes as a package has them.
  private func packed(
    _ sources: [NoteBlockWriter.Source]
  ) -> ArraySlice<NoteBlockWriter.Packed> {
    sources.enumerated().map { NoteBlockWriter.Packed($1, id: Int64($0)) }[...]
  }

  @Test func `blocks written together are those written alone`() {
    let types = [
      AnkiNoteType(
        id: 1, name: "Both", kind: .normal, fields: ["Front", "Back"].map { AnkiField(name: $0) },
        templates: [
          AnkiTemplate(
            name: "1", question: "{{Front}}", answer: "{{FrontSide}}<hr id=answer>{{Back}}"),
          AnkiTemplate(
            name: "2", question: "{{Back}}", answer: "{{FrontSide}}<hr id=answer>{{Front}}"),
        ]),
      AnkiNoteType(
        id: 2, name: "Own", kind: .normal, fields: ["A", "B", "C"].map { AnkiField(name: $0) },
        templates: [AnkiTemplate(name: "1", question: "{{A}}", answer: "{{B}}{{C}}")]),
    ]
    let texts = [
      "plain", "", "a<br>b", "<div>html</div>", "```", "<!-- open", "--- ", "Q: trap", "x\nA: trap",
      " blanks ", "[a] (b)", "a &amp; b", "日本語 é",
    ]
    for type in types {
      let names = type.fields.map(\.name)
      let writer = NoteBlockWriter(
        type: type, typeName: type.name, noteType: NoteType(type, fields: names))
      let sources = texts.flatMap { front in
        texts.map { back in
          NoteBlockWriter.Source(
            fields: [front, back, "c"].prefix(names.count).map(\.self),
            tags: front.isEmpty ? [] : ["tag"], ordinals: type.id == 1 ? [0, 1] : [0])
        }
      }
      for (source, block) in zip(sources, writer.blocks(packed(sources))) {
        let alone = writer.block(source, id: nil)
        #expect(block?.text == alone?.text && block?.keys == alone?.keys)
        #expect(block?.contentHash == alone?.contentHash && block?.trimmed == alone?.trimmed)
      }
      // Together with none that could spoil the others.
      let plain = sources.filter { !$0.fields.contains { $0.contains("`") || $0.contains("<!") } }
      for (source, block) in zip(plain, writer.blocks(packed(plain))) {
        #expect(block?.text == writer.block(source, id: nil)?.text)
      }
    }
  }

  @Test func `the fields of a note are the same when nothing else is asked`() throws {
    let file = Array(
      """
      seven :: eight

      Q: one
      A: two

      <!-- id: pinned -->
      T: three
      D: four

      C: a [cloze] and {{c2::another}}

      N: Kind
      - Front: five
      - Back (html): <b>six</b>
      """.utf8)
    var settings = DeckReader.Settings()
    settings.noteTypes = NoteTypes([
      "Kind": NoteType(
        fields: ["Front", "Back"],
        templates: [
          .init(name: "there", front: "{{Front}}", back: "{{Back}}"),
          .init(name: "back", front: "{{Back}}", back: "{{Front}}"),
        ])
    ])
    let deck = DeckReader(settings: settings).read(file, path: "")
    #expect(deck.notes.count == 5)
    let scratch = NoteScratch()
    for note in deck.notes {
      let block = Array(file[note.byteRange])
      let whole = NoteContent(block: block, note: note, noteTypes: settings.noteTypes)
      let keys = deck.cards(of: note).map(\.key)
      let light = block.withUnsafeBytes {
        NoteContent(
          fieldsOf: $0, note: note, keys: keys, tags: [], noteTypes: settings.noteTypes,
          scratch: scratch)
      }
      #expect(light.fields == whole.fields && light.form == whole.form)
      #expect(light.pinnedID == whole.pinnedID && light.typeName == whole.typeName)
      #expect(light.cards.map(\.key) == whole.cards.map(\.key) && whole.cards.map(\.key) == keys)
      #expect(light.cards.map(\.template) == whole.cards.map(\.template))
      #expect(light.cards.map(\.clozeNumber) == whole.cards.map(\.clozeNumber))
    }
  }

  @Test func `a text of more than three hundred characters is cut at the same place`() {
    for letter in ["a", "é", "日", "e\u{301}", "👨‍👩‍👧"] {
      for count in [140, 149, 150, 151, 400] {
        let text = String(repeating: letter, count: count)
        let deck = DeckReader().read(Array("Q: \(text)\nA: \(text)\n".utf8), path: "")
        let block = Array("Q: \(text)\nA: \(text)".utf8)
        let content = deck.notes.first.map { NoteContent(block: block, note: $0) }
        #expect(content?.cards.first?.excerpt == String("\(text)\n\(text)".prefix(300)))
      }
    }
  }

  @Test func `answers are found by their cards, in order of time`() {
    func review(_ id: Int64, _ card: Int64) -> AnkiReview {
      AnkiReview(
        id: id, cardID: card, button: 3, interval: 1, lastInterval: 0, factor: 0, milliseconds: 1,
        kind: .review)
    }
    var reviews: [AnkiReview] = []
    for number in 0..<500 as Range<Int64> {
      reviews.append(review(1000 + number * 37 % 500, number % 9))
    }
    reviews.sort { $0.id < $1.id }
    let cards: [Int64] = [5, 3, 0, 7, 1, 6, 2, 4]
    let log = ReviewLog(reviews, cards: cards)
    #expect(log.count == reviews.count { $0.cardID < 8 })
    for (place, card) in cards.enumerated() {
      #expect(Array(log.reviews(ofCardAt: place)) == reviews.filter { $0.cardID == card })
    }
    // An answer that an export had moved stands behind a later one.
    let moved = ReviewLog([review(30, 1), review(20, 1), review(25, 2), review(10, 1)], cards: [1])
    #expect(moved.reviews(ofCardAt: 0).map { $0.id } == [10, 20, 30])
  }

  @Test func `what was just written is not read again`() throws {
    let collection = try TestCollection(["a.md": "Q: one\nA: two\n"])
    let desk = try collection.open()
    let key = desk.key(try desk.card("one"))
    for number in 1...2 {
      let day = StudyDay(20_000 + number)
      try desk.history.writeMany { writer in
        for sequence in 0..<20_000 {
          writer.add(
            .flag(key, (sequence + number) % 8), time: collection.clock.now(), offset: 0, day: day)
        }
      }
      let revision = desk.history.revision
      #expect(desk.history.files.changes().isEmpty)
      desk.history.readChangedFiles()
      #expect(desk.history.revision == revision)
    }
    #expect(try desk.state("one").flag == 1)
    #expect(try collection.historyLines().count == 40_000)
    #expect(try collection.open().json() == desk.json())
  }
}
