import CSQLite
import DeckFormat
import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Files of other programs in a folder of their own.
@MainActor final class ForeignFolder {
  let folder: TemporaryFolder

  init(_ files: [String: String]) throws {
    folder = try TemporaryFolder()
    for (path, text) in files { try folder.write("in/\(path)", text) }
  }

  var path: String { "\(folder.path)/in" }

  /// Makes a `hashcards.db` with some rows.
  func writeHistory(_ statements: [String], in place: String = "") throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open("\(path)/\(place)hashcards.db", &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    let schema = [
      """
      create table cards (card_hash text primary key, added_at text not null,
        last_reviewed_at text, stability real, difficulty real, interval_raw real,
        interval_days integer, due_date text, review_count integer not null) strict
      """,
      """
      create table reviews (review_id integer primary key, session_id integer not null,
        card_hash text not null, reviewed_at text not null, grade text not null,
        stability real not null, difficulty real not null, interval_raw real not null,
        interval_days integer not null, due_date text not null) strict
      """,
    ]
    for statement in schema + statements {
      try #require(sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK, "\(statement)")
    }
  }

  /// The hash of the card `rustText`.
  static let rust = "d2f43b1bdbe175ca49a1093185df830cf0a1bd9902dac3758a564588e4522ccb"
  static let rustText = "Q: What is Rust?\nA: A systems programming language.\n"

  static func card(_ last: String, due: String, reviews: Int) -> String {
    """
    insert into cards values ('\(rust)', '2025-01-01T00:00:00.000', '\(last)', 3.5, 5.25, 1.0, 1,
      '\(due)', \(reviews))
    """
  }

  static func review(_ time: String, _ grade: String, due: String) -> String {
    """
    insert into reviews (session_id, card_hash, reviewed_at, grade, stability, difficulty,
      interval_raw, interval_days, due_date)
    values (1, '\(rust)', '\(time)', '\(grade)', 3.5, 5.25, 1.0, 1, '\(due)')
    """
  }
}

extension TestCollection {
  /// The text of a deck file.
  func text(_ path: String) throws -> String { try folder.read("decks/\(path)") }
}

@MainActor @Suite struct NeighbourImportTests {
  /// Imports twice; the second run must change nothing.
  private func importTwice(
    _ path: String, _ collection: TestCollection, into parent: DeckName? = nil
  ) async throws -> TransferReport {
    let report = try await collection.open().transfer.importFile(
      path, TransferOptions(into: parent))
    try collection.set("2026-12-02T10:00:00+01:00")
    let desk = try collection.open()
    let before = try desk.files()
    let again = try await desk.transfer.importFile(path, TransferOptions(into: parent))
    #expect(again.new == 0)
    #expect(again.reviews == 0)
    #expect(again.knownReviews == report.reviews)
    #expect(again.action == nil)
    #expect(again.ledger == nil)
    #expect(again.unchanged == report.new)
    #expect(try desk.files() == before)
    return report
  }

  // MARK: hashcards

  @Test func `a folder of hashcards comes as it is, with its reviews`() async throws {
    let source = try ForeignFolder([
      "Rust.md": ForeignFolder.rustText + "\n# A heading\n\n<!-- kept -->\n",
      "sub/More.md": "---\nname = \"Other Name\"\n---\n\nC: [one] and [two]\n",
      "README.md": "# No cards\n\ntext\n", ".git/x.md": "Q: hidden\nA: x\n",
    ])
    let collection = try TestCollection()
    let report = try await importTwice(source.path, collection)
    #expect(report.new == 2)
    #expect(report.cards == 3)
    #expect(report.decks.map(\.name.text) == ["Rust", "sub::Other Name"])
    #expect(
      try collection.text("Rust.md")
        == ForeignFolder.rustText + "\n# A heading\n\n<!-- kept -->\n")
    #expect(
      try collection.text("sub/Other Name.md")
        == "---\nname = \"Other Name\"\n---\n\nC: [one] and [two]\n")
  }

  @Test func `hashcards' answers become reviews with their times, grades and days`() async throws {
    let source = try ForeignFolder(["Rust.md": ForeignFolder.rustText])
    try source.writeHistory([
      ForeignFolder.card("2026-11-20T01:30:00.500", due: "2026-12-05", reviews: 2),
      ForeignFolder.review("2026-11-17T10:15:30.123", "forgot", due: "2026-11-18"),
      ForeignFolder.review("2026-11-20T01:30:00.500", "good", due: "2026-12-05"),
    ])
    let collection = try TestCollection()
    let report = try await importTwice(source.path, collection)
    #expect(report.reviews == 2)
    let desk = try collection.open()
    let state = try desk.state("What is Rust?")
    #expect(state.phase == .review)
    #expect(state.due == .day(try #require(Self.day("2026-12-05"))))
    #expect(state.reps == 2)
    let lines = try collection.historyLines().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    let reviews = lines.filter { $0[4] == "review" }
    #expect(reviews.map { $0[8] } == ["again", "good"])
    #expect(reviews.map { $0[10] } == ["1d", "15d"])
    // An hour after midnight is the same date for hashcards, whose days have no rollover.
    #expect(
      reviews.map { String($0[3]) }
        == ["2026-11-17", "2026-11-20"].map { "\(Self.day($0)?.number ?? 0)" })
    #expect(reviews[0][1] == "1794906930123")
    #expect(
      reviews[0][16] == "hashcards/\(ForeignFolder.rust.prefix(32))/2026-11-17T10:15:30.123")
    #expect(!lines.contains { $0[4] == "due" })
  }

  static func day(_ text: String) -> StudyDay? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    return StudyDay(CivilDate(year: parts[0], month: parts[1], day: parts[2]).daysSince1970)
  }

  @Test func `new answers in hashcards are added by a later import, once`() async throws {
    let source = try ForeignFolder(["Rust.md": ForeignFolder.rustText])
    try source.writeHistory([
      ForeignFolder.card("2026-11-17T10:15:30.123", due: "2026-11-18", reviews: 1),
      ForeignFolder.review("2026-11-17T10:15:30.123", "forgot", due: "2026-11-18"),
    ])
    let collection = try TestCollection()
    #expect(try await importTwice(source.path, collection).reviews == 1)
    try FileManager.default.removeItem(atPath: "\(source.path)/hashcards.db")
    try source.writeHistory([
      ForeignFolder.card("2026-11-20T10:00:00.000", due: "2026-12-09", reviews: 2),
      ForeignFolder.review("2026-11-17T10:15:30.123", "forgot", due: "2026-11-18"),
      ForeignFolder.review("2026-11-20T10:00:00.000", "easy", due: "2026-12-09"),
    ])
    let report = try await collection.open().transfer.importFile(source.path)
    #expect(report.reviews == 1)
    #expect(report.knownReviews == 1)
    #expect(try collection.open().state("What is Rust?").reps == 2)
  }

  @Test func `a history that was cut is told by one due day with its memory`() async throws {
    let source = try ForeignFolder(["Rust.md": ForeignFolder.rustText])
    try source.writeHistory([
      ForeignFolder.card("2026-11-20T10:00:00.000", due: "2026-12-09", reviews: 7)
    ])
    let collection = try TestCollection()
    let report = try await importTwice(source.path, collection)
    #expect(report.reviews == 0)
    let state = try collection.open().state("What is Rust?")
    #expect(state.due == .day(try #require(Self.day("2026-12-09"))))
    #expect(state.memory == MemoryState(stability: 3.5, difficulty: 5.25))
    #expect(state.reps == 7)
  }

  @Test func `undo takes the history of an import back, the next import brings it again`()
    async throws
  {
    let source = try ForeignFolder(["Rust.md": ForeignFolder.rustText])
    try source.writeHistory([
      ForeignFolder.card("2026-11-17T10:15:30.123", due: "2026-11-18", reviews: 1),
      ForeignFolder.review("2026-11-17T10:15:30.123", "forgot", due: "2026-11-18"),
    ])
    let collection = try TestCollection()
    let desk = try collection.open()
    try await desk.transfer.importFile(source.path)
    #expect(try desk.state("What is Rust?").phase == .review)
    try desk.history.undo(#require(desk.history.newestAction?.target))
    #expect(try desk.state("What is Rust?").phase == .new)
    #expect(try await desk.transfer.importFile(source.path).reviews == 1)
    #expect(try desk.state("What is Rust?").phase == .review)
  }

  @Test func `a damaged history does not keep the cards away`() async throws {
    let source = try ForeignFolder(["Rust.md": ForeignFolder.rustText, "hashcards.db": "broken"])
    let report = try await importTwice(source.path, TestCollection())
    #expect(report.new == 1)
    #expect(report.remarks.contains { $0.hasPrefix("hashcards.db cannot be read") })
  }

  @Test func `undo takes decks, media and history of an import back, edited notes stay`()
    async throws
  {
    let source = try ForeignFolder([
      "Rust.md": ForeignFolder.rustText + "\nQ: ![p](p.png)\nA: x\n", "p.png": "1",
    ])
    try source.writeHistory([
      ForeignFolder.card("2026-11-17T10:15:30.123", due: "2026-11-18", reviews: 1),
      ForeignFolder.review("2026-11-17T10:15:30.123", "forgot", due: "2026-11-18"),
    ])
    let collection = try TestCollection(["Old.md": "Q: old\nA: x\n"])
    let desk = try collection.open()
    let first = try await desk.transfer.importFile(source.path)
    let undone = try collection.open().transfer.undo(try #require(first.action))
    #expect(undone.removed == 2)
    #expect(undone.media == 1)
    #expect(undone.left.isEmpty)
    #expect(collection.folder.files(in: "decks", suffix: ".md") == ["decks/Old.md"])
    #expect(collection.folder.files(in: "decks/.deckle/imports", suffix: ".json").isEmpty)

    let second = try await collection.open().transfer.importFile(source.path)
    #expect(second.new == 2)
    try collection.write("Rust.md", try collection.text("Rust.md") + "more\n")
    let kept = try collection.open().transfer.undo(try #require(second.action))
    #expect(kept.removed == 1)
    // The edited note, and the picture that it shows.
    #expect(kept.left.count == 2)
    #expect(try collection.text("Rust.md") == "Q: ![p](p.png)\nA: x\nmore\n")
  }

  @Test func `a cancel before the history takes back what was written`() async throws {
    let source = try ForeignFolder([
      "a.md": "Q: a\nA: b\n", "sub/b.md": "Q: c ![p](p.png)\nA: d\n",
      "sub/p.png": "1",
    ])
    for stage in [TransferProgress.Stage.media, .decks, .history] {
      let collection = try TestCollection()
      let desk = try collection.open()
      let before = try desk.files()
      let preview = try await desk.transfer.prepare(source.path)
      #expect(preview.count(of: .new) == 2)
      #expect(preview.notes(of: .new, 0..<2).map(\.text).first == "Q: a")
      let work = Task { @MainActor in
        try await desk.transfer.perform(preview) { progress in
          if progress.stage == stage { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      await #expect(throws: CancellationError.self) { try await work.value }
      #expect(try desk.files() == before)
    }
  }

  // MARK: Obsidian

  static let vaultNote = """
    ---
    tags: [flashcards/geo, europe]
    ---
    # Spain

    Capital::Madrid <!--SR:!2026-12-05,10,250-->

    ## Rivers

    Longest:::Tagus
    <!--SR:!2026-12-01,3,270!2026-12-09,12,230-->

    Which is
    in the south?
    ?
    - Guadalquivir
    - others

    ==Ebro== flows into the ==Mediterranean==.
    <!--SR:!2026-12-03,4,210!2000-01-01,1,250-->
    """

  @Test func `notes of a vault become cards of our own, with due days and memory`() async throws {
    // Outside marked notes `::` is a field of a note, not a card.
    let source = try ForeignFolder([
      "Geo/Spain.md": Self.vaultNote, "Diary.md": "weather :: fine\n",
      "Tags.md": "Q: letters?\nA: count anywhere\n",
    ])
    let collection = try TestCollection()
    let report = try await importTwice(source.path, collection)
    #expect(report.new == 5)
    let desk = try collection.open()
    let capital = try desk.state("Capital")
    #expect(capital.due == .day(try #require(Self.day("2026-12-05"))))
    // The memory that Anki makes of an SM-2 schedule.
    let memory = try #require(capital.memory)
    #expect(abs(memory.stability - 10) < 0.01)
    #expect((1...10).contains(memory.difficulty))
    #expect(try desk.state("Which is").phase == .new)
    let due = desk.cards.filter { desk.index.state(ofCard: $0).phase == .review }
    #expect(due.count == 4)
  }

  @Test func `the deck that comes of a note is readable and holds no marks of the plugin`()
    async throws
  {
    let source = try ForeignFolder(["Spain.md": Self.vaultNote])
    let collection = try TestCollection()
    try await collection.open().transfer.importFile(source.path)
    let paths = collection.folder.files(in: "decks", suffix: ".md")
    let text = try paths.map { try collection.folder.read($0) }.joined()
    #expect(
      text == """
        ---
        tags: [europe]
        ---

        # Spain

        Q: Capital

        A: Madrid

        ## Rivers

        T: Longest

        D: Tagus

        Q: Which is
        in the south?

        A:

        - Guadalquivir
        - others

        C: [Ebro] flows into the [Mediterranean].

        """)
  }

  @Test func `what was edited here after an import does not come back as it was`() async throws {
    let source = try ForeignFolder(["Spain.md": Self.vaultNote])
    let collection = try TestCollection()
    try await collection.open().transfer.importFile(source.path)
    let path = try #require(collection.folder.files(in: "decks", suffix: ".md").first)
    let text = try collection.folder.read(path)
    let edited = text.replacingOccurrences(of: "A: Madrid", with: "A: Madrid (since 1561)")
      .replacingOccurrences(of: "T: Longest\n\nD: Tagus\n\n", with: "")
    try collection.folder.write(path, edited)
    let report = try await collection.open().transfer.importFile(source.path)
    #expect(report.new == 0)
    #expect(try collection.folder.read(path) == edited)
  }

  @Test func `a card that is new in the source is added to the deck`() async throws {
    let source = try ForeignFolder(["Spain.md": Self.vaultNote])
    let collection = try TestCollection()
    try await collection.open().transfer.importFile(source.path)
    try source.folder.write("in/Spain.md", Self.vaultNote + "\n\nLast:::One\n")
    let report = try await collection.open().transfer.importFile(source.path)
    #expect(report.new == 1)
    #expect(report.unchanged == 4)
    let desk = try collection.open()
    #expect(desk.cards.count == 8)
  }

  // MARK: Other formats

  @Test func `a title is the deck's name, a text that opens a card is escaped`() async throws {
    let source = try ForeignFolder([
      "x.md":
        "# Tags: all/of them?\n## What?\nA line\nQ: not a card\n---\nend\n## Two\n- a\n\n%\n\n%\n"
    ])
    let collection = try TestCollection()
    let report = try await importTwice("\(source.path)/x.md", collection)
    #expect(report.new == 2)
    let desk = try collection.open()
    #expect(try desk.back(desk.card("What?")) == "A line\nQ: not a card\n---\nend")
    #expect(report.decks.first?.name == DeckName("Tags: all/of them?"))
    #expect(desk.library.snapshot.decks.map(\.name.text) == ["Tags: all/of them?"])
  }

  @Test func `a fence that nothing closes cannot swallow the cards behind it`() async throws {
    let source = try ForeignFolder(["x.md": "## One\n```\nopen\n## Two\ntwo\n\n%\n\nx\n"])
    let collection = try TestCollection()
    let report = try await importTwice("\(source.path)/x.md", collection)
    #expect(report.new == 2)
    let desk = try collection.open()
    #expect(try desk.back(desk.card("Two")) == "x")
    #expect(try desk.back(desk.card("One")).contains("```\nopen"))
  }

  @Test func `hascard's kinds are asked as they were`() async throws {
    let source = try ForeignFolder([
      "x.txt": """
      # Peak
      - 400 nm
      * 550 nm

      ---
      # Order
      2. two
      1. one

      ---
      # Layers
      Light falls onto the _retina_ which is covered by the _macula_.
      """
    ])
    let collection = try TestCollection()
    let report = try await importTwice("\(source.path)/x.txt", collection)
    #expect(report.new == 3)
    #expect(report.cards == 3)
    let desk = try collection.open()
    let asks = try desk.cards.map {
      try desk.library.content(ofNote: Int(desk.library.snapshot.cards[$0].note)).ask
    }
    #expect(asks == [.choice, .order, .type])
  }

  @Test func `Mnemosyne's schedule counts from the day it began, HTML stays what it shows`()
    async throws
  {
    let source = try ForeignFolder([
      "x.xml": """
      <mnemosyne core_version="1" time_of_start="1767225600">
      <item id="1" gr="4" e="2.6" ac_rp="3" rt_rp="4" lps="1" l_rp="320" n_rp="350">
      <cat>Words</cat><Q>a &lt;b&gt;bold&lt;/b&gt; *star*</Q><A>one
      two</A></item>
      <item id="2"><cat>Words</cat><Q>&lt;table&gt;x&lt;/table&gt;</Q><A>y</A></item>
      </mnemosyne>
      """
    ])
    let collection = try TestCollection()
    let report = try await importTwice("\(source.path)/x.xml", collection)
    #expect(report.new == 2)
    let text = try collection.text("x.md")
    #expect(text.contains("Q: a **bold** \\*star\\*\n\nA: one\\\ntwo\n"))
    #expect(text.contains("- Front (html):"))
    #expect(text.contains("tags: [Words]"))
    let state = try collection.open().state("bold")
    #expect(state.due == .day(StudyDay(20_454 + 350)))
    #expect([state.reps, state.lapses] == [7, 1])
  }

  @Test func `a parent deck holds all that comes`() async throws {
    let source = try ForeignFolder([
      "a.md": "Q: a\nA: b\n", "sub/b.md": "---\nname: X::Y\n---\nQ: c\nA: d\n",
    ])
    let collection = try TestCollection()
    let report = try await importTwice(source.path, collection, into: DeckName("Top::In"))
    #expect(report.decks.map(\.name.text) == ["Top::In::a", "Top::In::X::Y"])
    #expect(
      Set(try collection.open().library.snapshot.decks.map(\.name.text))
        == ["Top", "Top::In", "Top::In::a", "Top::In::X", "Top::In::X::Y"])
  }

  @Test func `a dry run writes nothing and tells the same`() async throws {
    let source = try ForeignFolder(["Spain.md": Self.vaultNote])
    let collection = try TestCollection()
    let desk = try collection.open()
    let before = try desk.files()
    let report = try await desk.transfer.importFile(source.path, isDryRun: true)
    #expect(try desk.files() == before)
    #expect(report.new == 4)
    #expect(try await desk.transfer.importFile(source.path).new == 4)
  }

  @Test func `what cannot be read is told with a way out`() async throws {
    let source = try ForeignFolder([
      "a.org": "* x :drill:\n", "b.md": "just text\n",
      "c.md": "- x #card\n  card-last-interval:: 2\n",
    ])
    let desk = try TestCollection().open()
    for name in ["a.org", "b.md", "c.md"] {
      await #expect {
        try await desk.transfer.importFile("\(source.path)/\(name)")
      } throws: { error in
        guard case TransferError.package(_, let message, let advice) = error else { return false }
        return message.contains(name) && !advice.isEmpty
      }
    }
    await #expect(throws: TransferError.self) { try await desk.transfer.importFile(source.path) }
    await #expect(throws: (any Error).self) {
      try await desk.transfer.importFile("\(source.path)/missing.md")
    }
  }

  // MARK: Media

  @Test func `pictures come along, nothing from outside the folder does`() async throws {
    let source = try ForeignFolder([
      "sub/a.md": """
      Q: ![x](img/one.png) ![y](@/top.png) ![z](../../secret.txt)
      A: ![w](gone.png "title") ![[wiki.png|200]] ![h](.hidden/x.png) ![n](https://x/y.png)
      """,
      "sub/img/one.png": "1", "top.png": "2", "wiki.png": "3", ".hidden/x.png": "4",
    ])
    try source.folder.write("secret.txt", "secret")
    symlink("\(source.folder.path)/secret.txt", "\(source.path)/sub/link.png")
    try source.folder.write("in/sub/b.md", "Q: ![l](link.png)\nA: x\n")
    let collection = try TestCollection()
    let report = try await importTwice(source.path, collection)
    #expect(report.media == 3)
    #expect(
      report.missingMedia == ["../../secret.txt", ".hidden/x.png", "gone.png", "link.png"])
    #expect(try collection.text("media/img/one.png") == "1")
    #expect(try collection.text("media/@/top.png") == "2")
    #expect(try collection.text("media/wiki.png") == "3")
  }

  // MARK: Real decks

  nonisolated static let decks: String? = {
    let root =
      ProcessInfo.processInfo.environment["DECKLE_SHARED"]
      ?? URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../shared").standardized.path
    return FileManager.default.fileExists(atPath: root + "/decks") ? root + "/decks" : nil
  }()

  nonisolated static let counts: [(String, notes: Int, cards: Int)] = [
    ("hashcards-math.md", 6, 9), ("hashcards-linear-algebra.md", 33, 48),
    ("hashcards-pandas.md", 21, 24), ("hascard-example.txt", 6, 6),
    ("obsidian-sr-tongue-diagnosis.md", 22, 22), ("mdanki-complex.md", 3, 3),
    ("md2anki-cloze.md", 5, 6), ("obsidian-ruby-furigana.md", 7, 7),
  ]

  @Test(.enabled(if: decks != nil, "the real decks are not here"), arguments: counts)
  func `a real deck comes whole, and only once`(file: String, notes: Int, cards: Int) async throws {
    let path = "\(try #require(Self.decks))/markdown/\(file)"
    let collection = try TestCollection()
    let report = try await importTwice(path, collection)
    #expect(report.new == notes)
    #expect(report.cards == cards)
    #expect(report.skipped.isEmpty)
    #expect(try collection.open().cards.count == cards)
    if file.hasPrefix("hashcards") {
      let written = try #require(report.decks.first?.path)
      #expect(try collection.text(written) == String(contentsOfFile: path, encoding: .utf8))
    }
    #expect(!report.remarks.contains { $0.contains("not read back") })
  }
}
