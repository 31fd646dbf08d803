import DeckFormat
import Foundation
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// What one card is, wherever its text stands.
struct CardFacts: Hashable, CustomStringConvertible {
  var deck: String
  var tags: [String]
  var key: String
  var front: String
  var back: String
  var ask: AskMode
  var template: String
  var type: String?

  var description: String {
    "\(deck) \(tags) \(key) \(ask) \(type ?? "") \(template)\n  \(front)\n  \(back)\n"
  }
}

/// What has happened to a card, and what it is now.
struct CardPast: Hashable, CustomStringConvertible {
  var key: String
  var state: CardState
  var reviews: [String]

  var description: String { "\(key) \(state) \(reviews)" }

  static func == (one: Self, other: Self) -> Bool {
    one.key == other.key && one.reviews == other.reviews
      && one.state.phase == other.state.phase && one.state.due == other.state.due
      && one.state.interval == other.state.interval && one.state.reps == other.state.reps
      && one.state.lapses == other.state.lapses && one.state.flag == other.state.flag
      && one.state.isSuspended == other.state.isSuspended
      && one.state.isMarked == other.state.isMarked && one.state.isLeech == other.state.isLeech
      && isNear(one.state.memory, other.state.memory)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  private static func isNear(_ one: MemoryState?, _ other: MemoryState?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return abs(one.stability - other.stability) <= 1e-6 * one.stability
      && abs(one.difficulty - other.difficulty) <= 1e-6
  }
}

extension Desk {
  func facts() throws -> Set<CardFacts> {
    index.refresh()
    let snapshot = library.snapshot
    return Set(
      try cards.map { number in
        let note = Int(snapshot.cards[number].note)
        let content = try library.content(ofNote: note)
        let card = content.cards[Int(snapshot.cards[number].face)]
        return CardFacts(
          deck: snapshot.decks[snapshot.deck(ofCard: number)].name.text,
          tags: content.tags.sorted(), key: card.key.text, front: ClozeMark.plain(card.text.front),
          back: ClozeMark.plain(card.text.back), ask: content.ask, template: card.template,
          type: content.typeName)
      })
  }

  func pasts() -> Set<CardPast> {
    index.refresh()
    return Set(
      cards.map { number in
        let entries = index.id(ofCard: number).map { history.history.entries(of: $0) } ?? []
        return CardPast(
          key: key(number).text, state: index.state(ofCard: number),
          reviews: entries.compactMap { entry in
            entry.review.map {
              "\(entry.time.milliseconds) \(entry.day.isoDate) \($0.grade.word) "
                + "\($0.interval.historyForm) \($0.takenMilliseconds) \($0.mode.word)"
            }
          })
      })
  }

  /// Writes an export, reads it in another collection, and returns that.
  func brought(
    _ format: ExportRequest.Format, ending: String,
    _ change: (inout ExportRequest) -> Void = { _ in }
  ) async throws -> (desk: Desk, path: String, report: TransferReport) {
    let path = "\(collection.folder.path)/brought.\(ending)"
    var request = ExportRequest(path: path, format: format)
    request.replaces = true
    change(&request)
    let exported = try transfer.export(request)
    #expect(exported.skipped == [])
    // JSON holds no media, and says so where notes name some.
    let media = "the media that its notes name are not in it"
    #expect(exported.remarks == [] || format == .json && exported.remarks == [media])
    let other = try TestCollection()
    other.time.milliseconds = collection.time.milliseconds
    let desk = try other.open()
    let report = try await desk.transfer.importFile(path)
    return (desk, path, report)
  }
}

/// Every form that a deck can have.
@MainActor enum EveryForm {
  static let files: [String: String] = [
    "Examples/All.md": """
    ---
    tags: [demo]
    ---

    # Physics #science

    Q: What is Coulomb's constant?

    A: The constant of the electric force, $k_e = \\frac{1}{4\\pi\\varepsilon_0}$.

    Q: Which metals form the *platinum* group?

    A:

    - ruthenium, rhodium, palladium
    - osmium, **iridium**, platinum

    C: The [order] of a group is [the cardinality of its underlying set].

    C: {{c1::Ottawa}} became the capital of {{c2::Canada::country}} in {{c3::1857}}.

    A: Chosen by Queen Victoria.

    C: A [gap] and a [link](https://example.org) and `[code]`, \\[no gap\\], [gap].

    T: lithification

    D: the process that turns loose sediment into rock

    # Programming

    Q: What does this print?

    ```python
    print([x * x for x in range(3)])
    A: not an answer, this line is inside the fence
    ```

    A: `[0, 1, 4]`

    | x | x * x |
    |---|-------|
    | 2 | 4     |

    Q: Which planet is the largest?

    A:

    - [ ] Mars
    - [x] Jupiter
    - [ ] Saturn

    Its mass is about 318 Earths.

    <!-- ask: order -->

    Q: Order the layers, bottom up.

    A:

    1. Link
    2. Internet
    3. Transport

    <!-- ask: items -->
    Q: Three colours
    A:
    - red
    - green

    <!-- ask: type; tags: spanish verbs -->

    Q: to speak, 1st person singular present (Spanish)

    A: hablo

    <!-- ask: type -->
    T: perro
    D: dog

    <!-- ask: type -->
    C: Water is {{c1::H2O}} and salt {{c2::NaCl}}.

    <!-- id: pinned-1 -->
    Q: pinned
    A: by an id

    <!-- html: true -->
    Q: <b>bold</b> &amp; <i>x</i>
    A: <ul><li>a</li></ul>

    Q: dialogue
    A: one
    A: two
    \\Q: three
    \\---
    end

    Q: "quotes", tabs\tand #hash
    A: it's <u>fine</u> &nbsp; \\* x

    ---

    # Capitals

    Kenya :: Nairobi

    el perro ::: the dog

    What are the steps
    of a TCP handshake?
    ?
    SYN, SYN-ACK, ACK

    Both ways
    ??
    ways both

    ---

    Q: Identify this painting:

    ![a storm at sea](@/art/thetempest.webp)

    A: _The Tempest_, Giorgione

    Q: What does שָׁלוֹם mean? 🕊️

    A: peace; hello; goodbye

    N: Japanese
    - Expression: 食べる
    - Reading: 食[た]べる
    - Meaning: to eat
    - Sentence:
      毎日ご飯を食べる。

      I eat rice every day.

    N: Muscle
    - Name: Coracobrachialis
    - Action (html): Adduction<div>Flexion</div>
    - Notes (html):
      ```html

      starts and ends with an empty line

      ```

    """,
    "Vault.md":
      "---\nobsidian: true\ntags: [flashcards]\n---\n\nThe ==mitochondrion== is the ==power== house."
      + "\n\nA ==1;;first== and a ==2;;second;;hint== one.\n\nfront::back\n\nthere:::back again\n",
    "Typed.md": "---\nask: type\n---\nQ: one\nA: eins\n\nzwei :: two\n",
    "Raw.md": "---\nhtml: true\n---\nQ: <i>raw</i>\nA: <b>html</b>\n",
    ".deckle/notetypes.yaml":
      "Japanese:\n  fields: [Expression, Reading, Meaning, Sentence]\n  cards:\n"
      + "    - name: Recognition\n      front: \"{{Expression}}\"\n"
      + "      back: \"{{Reading}}\\n\\n{{Meaning}}\"\n    - name: Recall\n"
      + "      front: \"{{Meaning}}\"\n      back: \"{{Expression}}\"\n",
  ]

  static func desk() throws -> Desk { try TestCollection(files).open() }
}

/// What `export` writes, `import` reads.
@MainActor @Suite struct OwnExportTests {
  @Test(arguments: [ExportRequest.Format.notes, .json])
  func `every form of note comes back as the same cards`(format: ExportRequest.Format) async throws
  {
    let desk = try EveryForm.desk()
    let before = try desk.facts()
    #expect(before.count > 40)
    let (other, path, report) = try await desk.brought(
      format, ending: format == .json ? "json" : "txt")
    #expect(report.skipped == [])
    #expect(report.conflicting == [])
    let after = try other.facts()
    #expect(Set(before.subtracting(after).map(\.description)) == [])
    #expect(Set(after.subtracting(before).map(\.description)) == [])

    let again = try await other.transfer.importFile(path)
    #expect(again.new == 0 && again.updated == 0 && again.reviews == 0)
    #expect(again.skipped == [] && again.conflicting == [])
    #expect(try other.facts() == after)

    // And where it came from nothing is new.
    let home = try await desk.transfer.importFile(path)
    #expect(home.new == 0 && home.updated == 0 && home.reviews == 0)
    #expect(home.skipped == [] && home.conflicting == [])
    #expect(try desk.facts() == before)
  }

  @Test func `answers and states come back with the JSON`() async throws {
    let desk = try EveryForm.desk()
    try Native.study(desk, answers: 150)
    let cards = desk.cards
    try desk.flashcards.perform(.flag(3), on: [cards[0]])
    try desk.flashcards.perform(.mark(true), on: [cards[1]])
    try desk.flashcards.perform(.suspend, on: [cards[2]])
    try desk.flashcards.perform(.forget, on: [cards[4]])
    try desk.flashcards.perform(.bury, on: [cards[5]])
    let (other, path, report) = try await desk.brought(.json, ending: "json")
    #expect(report.reviews == 150)
    let (before, after) = (desk.pasts(), other.pasts())
    #expect(before.count == after.count)
    #expect(Set(before.subtracting(after).map(\.description)) == [])
    #expect(Set(after.subtracting(before).map(\.description)) == [])
    let lines = try other.collection.historyLines()
    let again = try await other.transfer.importFile(path)
    #expect(again.new == 0 && again.reviews == 0 && again.knownReviews == 150)
    #expect(try other.collection.historyLines() == lines)
    let home = try await desk.transfer.importFile(path)
    #expect(home.new == 0 && home.reviews == 0)
    #expect(desk.pasts() == before)

    // Later answers are added to those that came.
    try Native.study(desk, answers: 20)
    let (_, later, _) = try await desk.brought(.json, ending: "later.json")
    other.collection.time.milliseconds = desk.collection.time.milliseconds
    let more = try await other.transfer.importFile(later)
    #expect(more.new == 0)
    #expect(more.reviews == 20)
    // And what came can be taken back.
    _ = try other.transfer.undo(try #require(report.action))
    #expect(other.cards.isEmpty)
  }

  @Test func `a row that was edited counts, not the notation beside it`() async throws {
    let desk = try TestCollection([
      "A.md": "Q: list\nA:\n- one\n- two\n\nC: a [gap] here\n\nQ: plain\nA: text\n"
    ]).open()
    let text = try desk.exportedText(.notes)
    #expect(text.contains("#deckle column:7\n"))
    let path = "\(desk.collection.folder.path)/edited.txt"
    try text.replacingOccurrences(of: "{{c1::gap}} here", with: "{{c1::gap}} there")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let other = try TestCollection().open()
    _ = try await other.transfer.importFile(path)
    #expect(
      try other.cards.map { try other.front($0) }.sorted() == ["a [...] there", "list", "plain"])
  }

  @Test func `a text names the types that every Anki has by Anki's names`() async throws {
    let deck = """
      Q: mesa
      A: table

      <!-- ask: type -->
      Q: silla
      A: chair

      T: casa
      D: house

      C: The [cell].

      """
    let desk = try TestCollection(["es.md": deck]).open()
    let text = try desk.exportedText(.notes)
    for name in ["Basic", "Basic (type in the answer)", "Basic (and reversed card)", "Cloze"] {
      #expect(text.contains("\t\(name)\t"), "\(name) \(text)")
    }
    #expect(!text.contains("(deckle)"))
    let other = try TestCollection().open()
    try other.collection.folder.write("es.txt", text)
    _ = try await other.transfer.importFile("\(other.collection.folder.path)/es.txt")
    #expect(try other.cards.map { try other.front($0) }.count == 5)
    #expect(try Set(other.facts().map(\.ask)) == [.flip, .type])
  }

  @Test func `plain notes need no notation beside their fields`() throws {
    let desk = try TestCollection(["A.md": "Q: a\nA: **b**\n\nT: c\nD: d\n"]).open()
    #expect(try !desk.exportedText(.notes).contains("deckle column"))
  }

  @Test(arguments: ["csv", "txt"])
  func `one gap makes a cloze of its own row alone`(ending: String) async throws {
    let desk = try TestCollection().open()
    let sign = ending == "csv" ? "," : "\t"
    let rows = ["one\(sign)eins", "a {{c1::gap}} here\(sign)extra", "two\(sign)zwei"]
    let path = "\(desk.collection.folder.path)/mixed.\(ending)"
    try rows.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let report = try await desk.transfer.importFile(path)
    #expect(report.new == 3)
    #expect(report.skipped == [])
    let forms = try desk.library.snapshot.notes.indices.map {
      try desk.library.content(ofNote: $0).form
    }
    #expect(forms == [.basic, .cloze, .basic])
    #expect(report.remarks.contains { $0.contains("Cloze where there are gaps") })
  }

  @Test func `a row that is edited outside comes home as an update of its note`() async throws {
    let files = [
      "A.md": "Q: casa\nA: house\n\nT: perro\nD: dog\n\nC: a [gap] here\n",
      "Lines.md": "uno :: one\n",
    ]
    let desk = try TestCollection(files).open()
    try desk.session.answer(card: desk.card("casa"), .good, milliseconds: 900)
    let text = try desk.exportedText(.notes)
    let edited = text.replacingOccurrences(of: "\tcasa\thouse", with: "\tla casa\tthe house")
      .replacingOccurrences(of: "perro", with: "el perro")
    try #require(edited.split(separator: "\n").count == text.split(separator: "\n").count)
    let path = "\(desk.collection.folder.path)/edited.txt"
    try edited.write(toFile: path, atomically: true, encoding: .utf8)
    let report = try await desk.transfer.importFile(path)
    #expect(report.new == 0)
    #expect(report.updated == 2)
    #expect(report.unchanged == 2)
    #expect(report.conflicting == [] && report.skipped == [])
    #expect(try desk.state("la casa").reps == 1)
    let deck = try desk.collection.folder.read("decks/A.md")
    #expect(
      deck.contains("Q: la casa\nA: the house") || deck.contains("Q: la casa\n\nA: the house"))
    #expect(deck.contains("T: el perro"))
    #expect(desk.cards.count == 5)
    // The same file once more says nothing new.
    let again = try await desk.transfer.importFile(path)
    #expect(again.new == 0 && again.updated == 0 && again.conflicting == [])
  }

  @Test func `a note that is edited on both sides after a text went out is a conflict`()
    async throws
  {
    let desk = try TestCollection(["A.md": "Q: casa\nA: house\n"]).open()
    let text = try desk.exportedText(.notes)
    let path = "\(desk.collection.folder.path)/edited.txt"
    try text.replacingOccurrences(of: "house", with: "home")
      .write(toFile: path, atomically: true, encoding: .utf8)
    try desk.collection.write("A.md", "Q: casa\nA: a house\n")
    let preview = try await desk.transfer.prepare(path, TransferOptions())
    #expect(preview.report.conflicting.count == 1)
    let both = try #require(preview.texts(of: .conflicting, at: 0))
    #expect(both.new.contains("home"))
    #expect(both.old?.contains("A: a house") ?? false)
  }

  @Test func `a plain text without guids is remembered by nobody`() async throws {
    let desk = try TestCollection(["A.md": "Q: casa\nA: **house**\n"]).open()
    _ = try desk.exportedText(.notes) { $0.hasHTML = false }
    _ = try desk.exportedText(.notes, ending: "fields.txt") { $0.hasDetails = false }
    _ = try desk.exportedText(.cards, ending: "cards.txt")
    #expect(desk.collection.folder.files(in: "decks/.deckle/anki", suffix: ".json") == [])
    _ = try desk.exportedText(.notes, ending: "whole.txt")
    #expect(desk.collection.folder.files(in: "decks/.deckle/anki", suffix: ".json").count == 1)
  }

  @Test func `answers in JSON keep their days for a reader in another zone`() async throws {
    let collection = try TestCollection(["A.md": "Q: casa\nA: house\n"])
    // Late in the evening in Berlin it is the next day in Auckland.
    try collection.set("2026-12-01T23:30:00+01:00")
    let desk = try collection.open()
    try desk.session.answer(card: desk.card("casa"), .easy, milliseconds: 900)
    let path = "\(collection.folder.path)/a.json"
    _ = try desk.transfer.export(ExportRequest(path: path, format: .json))
    let far = try TestCollection(at: "2026-12-02T13:00:00+13:00", zone: "Pacific/Auckland")
    let other = try far.open()
    #expect(try await other.transfer.importFile(path).reviews == 1)
    let (own, theirs) = (try desk.state("casa"), try other.state("casa"))
    #expect(own.lastDay?.isoDate == "2026-12-01")
    #expect(theirs.lastDay == own.lastDay)
    #expect(theirs.due == own.due)
    let id = try #require(other.index.id(ofCard: other.card("casa")))
    #expect(other.history.history.entries(of: id).map(\.offsetMinutes) == [60])
  }

  @Test func `a package of our own brings typed cards back as such`() async throws {
    let desk = try TestCollection([
      "A.md": "<!-- ask: type -->\nT: perro\nD: dog\n\n<!-- ask: type -->\nC: is {{c1::H2O}}\n"
    ]).open()
    let before = try desk.facts()
    let (other, _, _) = try await desk.brought(.apkg, ending: "apkg")
    #expect(try other.facts() == before)
  }
}
