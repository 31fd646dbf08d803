import AnkiExchange
import Foundation
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct MadePackageTests {
  private func day(_ iso: String) throws -> Int64 {
    let time = try #require(Timestamp(iso: "\(iso)T00:00:00Z", in: .utc))
    return time.milliseconds / 86_400_000
  }

  /// The day number of a date in a package created on 2025-02-19.
  private func number(_ iso: String) throws -> Int64 {
    try day(iso) - day("2025-02-19")
  }

  @Test func `E13 a card without answers in the log keeps its interval and stays suspended`()
    async throws
  {
    let desk = try TestCollection().open()
    var made = MadePackage()
    let due = try number("2027-01-02")
    made.add(["seldom", "back"]) { card in
      card.kind = .review
      card.queue = .suspended
      card.due = due
      card.intervalDays = 196
      card.easePermille = 2300
    }
    try await desk.transfer.importFile(made.write("a.apkg", in: desk.collection.folder))
    let state = try desk.state("seldom")
    #expect(state.phase == .review)
    #expect(state.isSuspended)
    #expect(state.interval == .days(196))
    #expect(state.due == .day(StudyDay(Int(try day("2027-01-02")))))
    #expect(state.reps == 0)
    #expect(state.lastDay == StudyDay(Int(try day("2027-01-02")) - 196))
    #expect((state.memory?.stability ?? 0) > 150)
  }

  @Test(arguments: [Int64.min, -1 << 40, -1, 1 << 40, .max], [CardPhase.learning, .review])
  func `numbers that no calendar has neither stop the program nor the card`(
    number: Int64, phase: CardPhase
  ) async throws {
    for created in [1_740_000_000, number] {
      let desk = try TestCollection().open()
      var made = MadePackage(created: created)
      made.add(["far", "back"]) { card in
        card.kind = phase == .review ? .review : .learning
        card.queue = phase == .review ? .review : .learning
        card.due = number
        card.originalDue = number
        card.intervalDays = Int32(clamping: number)
        card.lastReview = number
      }
      made.collection.reviews = [
        AnkiReview(
          id: number == .min ? 1 : abs(number), cardID: 1_742_000_000_000, button: 3,
          interval: 10, lastInterval: 5, factor: 2500, milliseconds: 1, kind: .review)
      ]
      try await desk.transfer.importFile(made.write("a.apkg", in: desk.collection.folder))
      #expect(desk.library.snapshot.cardCount == 1)
      // Every line can be read, and all goes out again.
      #expect(desk.index.history.history.badLines.isEmpty)
      let path = "\(desk.collection.folder.path)/out.apkg"
      _ = try desk.transfer.export(ExportRequest(path: path, format: .apkg))
    }
  }

  /// As Anki's memory does: it counts from the last run of learning answers.
  @Test func `a learning answer of a card in review begins it anew`() async throws {
    func memory(_ log: [(day: Int64, button: UInt8, kind: AnkiReview.Kind)]) async throws
      -> MemoryState?
    {
      let desk = try TestCollection().open()
      var made = MadePackage()
      made.add(["again", "back"]) { card in
        (card.kind, card.queue) = (.learning, .learning)
        card.due = 1_760_000_000
      }
      made.collection.reviews = log.map { entry in
        AnkiReview(
          id: 1_742_000_000_000 + entry.day * 86_400_000, cardID: 1_742_000_000_000,
          button: entry.button, interval: entry.kind == .learning ? -600 : 10, lastInterval: 1,
          factor: 2500, milliseconds: 1, kind: entry.kind)
      }
      try await desk.transfer.importFile(made.write("a.apkg", in: desk.collection.folder))
      let state = try desk.state("again")
      #expect(state.phase == .learning)
      return state.memory
    }
    let anew = try await memory([
      (0, 3, .learning), (1, 3, .review), (11, 3, .review), (30, 1, .learning),
    ])
    let alone = try await memory([(30, 1, .learning)])
    #expect(anew == alone && anew != nil)
  }

  @Test func `E15 two collections of other creation days give the same date`() async throws {
    let desk = try TestCollection().open()
    for (index, created) in [Int64(1_740_000_000), 1_700_000_000].enumerated() {
      var made = MadePackage(created: created)
      let first = (created + 3600) / 86_400
      let due = try day("2026-10-21") - first
      made.add(["card \(index)", "back"], guid: "g\(index)") { card in
        card.kind = .review
        card.queue = .review
        card.due = due
        card.intervalDays = 3
      }
      try await desk.transfer.importFile(made.write("\(index).apkg", in: desk.collection.folder))
      #expect(try desk.state("card \(index)").due == .day(StudyDay(Int(try day("2026-10-21")))))
    }
  }

  @Test func `E16 a step that crosses days is a day, not seconds`() async throws {
    let desk = try TestCollection().open()
    var made = MadePackage()
    made.add(["again", "back"]) { card in
      card.kind = .relearning
      card.queue = .dayLearning
      card.due = 1234
      card.intervalDays = 2
      card.repetitions = 9
      card.lapses = 2
    }
    try await desk.transfer.importFile(made.write("a.apkg", in: desk.collection.folder))
    #expect(
      try desk.state("again").due == .day(StudyDay(Int(try day("2025-02-19")) + 1234)))
    #expect(try desk.state("again").lapses == 2)
  }

  @Test func `the log becomes reviews, resets and days set by hand`() async throws {
    let desk = try TestCollection().open()
    var made = MadePackage()
    let start: Int64 = 1_741_600_000_000
    let dayLength: Int64 = 86_400_000
    made.add(["log", "back"]) { card in
      card.kind = .review
      card.queue = .review
      card.repetitions = 2
      card.intervalDays = 30
      card.easePermille = 2500
    }
    made.review(0, at: start, button: 3, interval: -600, kind: .learning)
    made.review(0, at: start + 600_000, button: 3, interval: 4, kind: .learning)
    made.review(0, at: start + 4 * dayLength, button: 1, interval: -600, kind: .review)
    made.review(0, at: start + 5 * dayLength, button: 0, interval: 0, kind: .manual, factor: 0)
    made.review(0, at: start + 6 * dayLength, button: 4, interval: 5, kind: .learning)
    made.review(0, at: start + 7 * dayLength, button: 2, interval: 9, kind: .filtered, factor: 0)
    made.review(0, at: start + 8 * dayLength, button: 3, interval: 10, kind: .filtered)
    made.review(0, at: start + 9 * dayLength, button: 0, interval: 30, kind: .manual)
    let last = (start + 9 * dayLength) / dayLength
    let first = try day("2025-02-19")
    made.collection.cards[0].due = last + 30 - first
    let path = try made.write("a.apkg", in: desk.collection.folder)
    let report = try await desk.transfer.importFile(path)
    #expect(report.reviews == 6)
    let card = try desk.card("log")
    let state = desk.index.state(ofCard: card)
    #expect(state.crams == 1)
    #expect(state.reviews == 5)
    #expect(state.reps == 2)
    #expect(state.interval == .days(30))
    let id = try #require(desk.index.id(ofCard: card))
    let entries = desk.history.history.entries(of: id)
    #expect(
      entries.map(\.kind)
        == [.review, .review, .review, .forget, .review, .review, .review, .due])
    #expect(entries.allSatisfy { $0.review?.isRecomputed != true })
    #expect(entries[6].review?.mode == .ahead)
    #expect(entries[4].phaseBefore == .new)
    // All of it is one action.
    let target = try #require(report.action.flatMap { UndoTarget(text: $0) })
    try desk.history.undo(target)
    desk.index.refresh()
    #expect(desk.index.state(ofCard: card) == CardState())
    // Undone reviews may come again.
    #expect(try await desk.transfer.importFile(path).reviews == 6)
  }

  @Test func `an answer of ours that comes home counts once`() async throws {
    let desk = try TestCollection().open()
    var made = MadePackage()
    made.add(["home", "back"])
    try await desk.transfer.importFile(made.write("a.apkg", in: desk.collection.folder))
    try desk.session.answer(card: desk.card("home"), .good, milliseconds: 900)
    let time = try #require(desk.state("home").lastReview)
    made.review(0, at: time.milliseconds, button: 3, interval: -600, kind: .learning)
    made.review(0, at: time.milliseconds + 900_000, button: 3, interval: 2, kind: .learning)
    let report = try await desk.transfer.importFile(
      made.write("b.apkg", in: desk.collection.folder))
    #expect(report.reviews == 1)
    #expect(report.knownReviews == 1)
    #expect(try desk.state("home").reps == 2)
    #expect(try desk.state("home").interval == .days(2))
  }

  @Test func `marks, leeches, flags and presets come as events`() async throws {
    let desk = try TestCollection().open()
    var made = MadePackage()
    made.collection.presets[0].newPerDay = 7
    made.collection.presets[0].learningSteps = [1, 15, 1440]
    made.collection.presets[0].buriesNew = true
    made.add(["note", "back"], deck: "A::B", tags: ["marked", "Leech", "own,tag"]) {
      $0.flag = 3
    }
    try await desk.transfer.importFile(made.write("a.apkg", in: desk.collection.folder))
    let state = try desk.state("note")
    #expect(state.isMarked)
    #expect(state.isLeech)
    #expect(state.flag == 3)
    #expect(try desk.find("tag:own-tag") == ["note"])
    let deck = try #require(desk.index.decks.first { $0.name.text == "A::B" })
    #expect(deck.options.newPerDay == 7)
    #expect(deck.options.learningSteps == [60, 900, 86_400])
    #expect(deck.options.burySiblings == .new)
    #expect(desk.index.problems == [])
  }

  @Test func `E20 decks with odd names get safe files and keep their names`() async throws {
    let names = [
      "Język::a/b: \"x\"? ␣.", "Case::One", "case::One", "a/b", "a-b", "con", ".hidden", "x~",
      "sync-conflict", "tail. ",
    ]
    let desk = try TestCollection().open()
    var made = MadePackage()
    for (index, name) in names.enumerated() { made.add(["front \(index)", "back"], deck: name) }
    let path = try made.write("a.apkg", in: desk.collection.folder)
    let wanted = try AnkiPackage.open(path, scratchFolder: desk.collection.folder.path)
      .structure().decks.map(\.name)
    let report = try await desk.transfer.importFile(path)
    #expect(report.new == names.count)
    let found = Set(desk.index.decks.map(\.name.text))
    #expect(wanted.filter { $0 != "Default" && !found.contains($0) } == [])
    #expect(Set(report.decks.map { $0.path.lowercased() }).count == names.count)
    #expect(desk.library.snapshot.cardCount == names.count)
  }

  @Test func `notes of one text are told apart, and again at the next import`() async throws {
    let collection = try TestCollection(["Own.md": "Q: same\nA: text\n"])
    let desk = try collection.open()
    var made = MadePackage()
    for _ in 0..<3 { made.add(["same", "text"]) }
    let path = try made.write("a.apkg", in: desk.collection.folder)
    let report = try await desk.transfer.importFile(path)
    #expect(report.unchanged == 1)
    #expect(report.new == 2)
    #expect(desk.library.snapshot.cardCount == 3)
    let again = try await desk.transfer.importFile(path)
    #expect(again.unchanged == 3)
    #expect(again.new == 0)
  }

  @Test func `two lines more are two notes more`() async throws {
    let desk = try TestCollection().open()
    var made = MadePackage()
    made.add(["mesa", "table"])
    let path = try made.write("a.apkg", in: desk.collection.folder)
    #expect(try await desk.transfer.importFile(path).new == 1)
    #expect(try await desk.transfer.importFile(path).new == 0)
    made.add(["silla", "chair"])
    #expect(
      try await desk.transfer.importFile(made.write("b.apkg", in: desk.collection.folder)).new == 1)
  }

  @Test func `media come with their notes; a clash of names is renamed`() async throws {
    let collection = try TestCollection()
    try collection.write("media/a.png", "ours")
    let desk = try collection.open()
    var made = MadePackage()
    made.add(["<img src=\"a.png\">", "[sound:b.mp3] <img src='gone.png'>"])
    made.media = [
      AnkiMediaSource(name: "a.png", content: .bytes(Array("theirs".utf8))),
      AnkiMediaSource(name: "b.mp3", content: .bytes(Array("sound".utf8))),
      AnkiMediaSource(name: "unused.png", content: .bytes(Array("unused".utf8))),
    ]
    let path = try made.write("a.apkg", in: desk.collection.folder)
    let report = try await desk.transfer.importFile(path)
    #expect(report.media == 2)
    #expect(report.missingMedia == ["gone.png"])
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(collection.root)/media")
    #expect(names.count == 3)
    #expect(try collection.folder.read("decks/media/a.png") == "ours")
    let renamed = try #require(names.first { $0.hasPrefix("a-") && $0.hasSuffix(".png") })
    #expect(try collection.folder.read("decks/media/\(renamed)") == "theirs")
    #expect(try desk.front(desk.cards[0]).contains(renamed))
    let again = try await desk.transfer.importFile(path)
    #expect(again.unchanged == 1)
    #expect(again.media == 0)
  }
}
