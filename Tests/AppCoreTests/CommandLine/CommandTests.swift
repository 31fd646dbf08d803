import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import AppCore

/// What the command line asks of the program, each command a start of its own.
@MainActor @Suite(.serialized) struct CommandTests {
  let home: TestHome

  init() throws {
    home = try TestHome(["a.md": deck(1...3), "sub/b.md": deck(4...5)])
  }

  private func key(_ text: String) throws -> String {
    let found = try home.command().cards(matching: Query(parsing: "\"\(text)\""))
    return try #require(found.first).key.text
  }

  @Test func `a new card graded good has the standard memory and its second step`() throws {
    let report = try home.command().grade(key("question 1"), .good, seconds: 4)
    let memory = try #require(report.state.memory)
    // FSRS-6: the initial stability of good, and w4 - e^(2 w5) + 1.
    #expect(abs(memory.stability - 2.3065) < 1e-9)
    #expect(abs(memory.difficulty - 2.118_103_97) < 1e-6)
    #expect(report.state.phase == .learning)
    guard case .time(let due) = report.state.due else {
      Issue.record("\(String(describing: report.state.due))")
      return
    }
    let start = try #require(Timestamp(iso: "2026-12-01T10:00:00+01:00", in: .utc))
    // Ten minutes, delayed by a quarter at most; the command takes a moment of its own.
    #expect((600...760).contains(due.seconds - start.seconds))
    #expect(report.state.lastDay?.isoDate == "2026-12-01")
    let line = try #require(home.historyLines().first { $0.contains("\treview\t") })
    #expect(line.contains("\tgood\t4000\t"))
  }

  @Test func `a new card graded easy is due after whole days of its stability`() throws {
    let report = try home.command().grade(key("question 1"), .easy, seconds: 1)
    #expect(abs((report.state.memory?.stability ?? 0) - 8.2956) < 1e-9)
    guard case .day(let day) = report.state.due else {
      Issue.record("\(String(describing: report.state.due))")
      return
    }
    let today = StudyDay(CivilDate(year: 2026, month: 12, day: 1).daysSince1970)
    #expect((6...11).contains(day - today))
    #expect(report.state.interval?.days == day - today)
  }

  @Test func `a history whose text is gone on purpose can be let go, and taken back`() throws {
    _ = try home.command().grade(key("question 1"), .good, seconds: 1)
    let card = try key("question 1")
    try home.write("a.md", deck(2...3))
    func told() throws -> Int {
      try home.command().allProblems().filter { $0.message.contains("question 1") }.count
    }
    #expect(try told() == 1)
    #expect(try home.command().forgetOrphan("question") == nil)
    #expect(try home.command().forgetOrphan(card) == true)
    #expect(try home.command().forgetOrphan(card) == false)
    #expect(try told() == 0)
    #expect(try home.command().orphans().map(\.isForgotten) == [true])
    // Nothing is deleted: with its text it is a card again, new, and undo brings all back.
    try home.write("a.md", deck(1...3))
    #expect(try home.command().card(named: card).state.phase == .new)
    _ = try home.command().undo(nil)
    #expect(try home.command().card(named: card).state.reps == 1)
  }

  @Test func `today counts cards, answers and reviews apart`() throws {
    let card = try key("question 1")
    for grade in [Grade.again, .good, .good] {
      _ = try home.command().grade(card, grade, seconds: 2)
    }
    _ = try home.command().grade(key("question 2"), .easy, seconds: 2)
    let due = try home.command().dueReport()
    #expect(
      (due.cardsToday, due.answersToday, due.reviewsToday, due.newToday) == (2, 4, 0, 2))
  }

  @Test func `the history reads the same whatever the zone of the reader`() throws {
    for (index, zone) in ["Europe/Berlin", "Asia/Tokyo", "America/New_York"].enumerated() {
      let card = try key("question \(index + 1)")
      _ = try home.command(tz: zone).grade(card, .again, seconds: 1)
      _ = try home.command(tz: zone, now: "2026-12-09T23:30:00Z").grade(card, .good, seconds: 1)
    }
    let zones = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Apia", "America/St_Johns"]
    let texts = try Set(zones.map { try home.command(tz: $0).historyJSON() })
    #expect(texts.count == 1)
    for card in 1...3 { #expect(try texts.first?.contains(key("question \(card)")) == true) }
  }

  @Test(
    arguments: [
      ("UTC", "2026-11-15T03:00:00Z", "2026-11-14"),
      ("Asia/Tokyo", "2026-11-15T03:00:00Z", "2026-11-15"),
      ("America/New_York", "2026-11-15T06:00:00Z", "2026-11-14"),
      ("America/New_York", "2026-11-15T09:30:00Z", "2026-11-15"),
      ("Pacific/Apia", "2011-12-30T12:00:00Z", "2011-12-30"),
      ("Pacific/Apia", "2011-12-30T14:00:00Z", "2011-12-31"),
      ("Pacific/Apia", "2011-12-30T09:00:00Z", "2011-12-29"),
      ("Europe/Berlin", "2026-10-25T02:30:00Z", "2026-10-24"),
      ("Europe/Berlin", "2026-10-25T03:30:00Z", "2026-10-25"),
      ("Europe/Berlin", "2026-03-29T01:30:00Z", "2026-03-28"),
      ("Europe/Berlin", "2026-03-29T02:30:00Z", "2026-03-29"),
    ])
  func `an answer counts for the study day of the zone it is given in`(
    zone: String, now: String, day: String
  ) throws {
    let report = try home.command(tz: zone, now: now).grade(key("question 1"), .good, seconds: 1)
    #expect(report.state.lastDay?.isoDate == day)
    let line = try #require(home.historyLines().first { $0.contains("\treview\t") })
    let number = try #require(CivilDate(iso: day)).daysSince1970
    #expect(line.contains("\t\(number)\treview\t"))
  }

  @Test func `the zone of the settings wins over the machine's`() throws {
    try home.write(".deckle/settings.yaml", "timezone: Asia/Tokyo\nrollover: \"00:00\"\n")
    let report = try home.command(tz: "America/New_York", now: "2026-11-14T16:00:00Z")
      .grade(key("question 1"), .good, seconds: 1)
    #expect(report.state.lastDay?.isoDate == "2026-11-15")
  }

  @Test func `a zone that cannot be used is a problem and days go on`() throws {
    try home.write(".deckle/settings.yaml", "timezone: Europe/Atlantis\n")
    let interactor = try home.command()
    #expect(interactor.allProblems().contains { $0.message.contains("Atlantis") })
    #expect(try interactor.grade(key("question 1"), .good, seconds: 1).state.reps == 1)
  }

  @Test func `actions on a query are one action, listed and undone by name`() throws {
    #expect(try home.command().perform(.suspend, on: Query(parsing: "deck:a")) == 3)
    #expect(try home.command().perform(.suspend, on: Query(parsing: "deck:a")) == 0)
    home.now = "2026-12-01T10:00:30+01:00"
    #expect(try home.command().perform(.flag(2), on: Query(parsing: "deck:sub")) == 2)
    home.now = "2026-12-01T10:01:00+01:00"
    let actions = try home.command().recentActions(limit: 10)
    #expect(actions.count == 2)
    #expect(actions.allSatisfy { !$0.isUndone })
    let suspended = try #require(actions.last)
    #expect(try home.command().undo(suspended.name).name == suspended.name)
    #expect(try home.command().cardCount(matching: Query(parsing: "is:suspended")) == 0)
    #expect(try home.command().cardCount(matching: Query(parsing: "is:flagged")) == 2)
    #expect(throws: CommandFailure.self) { try home.command().undo(suspended.name) }
    _ = try home.command().undo(nil)
    #expect(try home.command().cardCount(matching: Query(parsing: "is:flagged")) == 0)
    #expect(throws: CommandFailure("this machine has no action to undo")) {
      try home.command().undo(nil)
    }
    #expect(throws: CommandFailure.self) { try home.command().undo("nonsense") }
  }

  @Test func `five hundred cards forgotten are as they were after one undo`() throws {
    try home.write("big.md", deck(1000...1499))
    let first = try home.command()
    for report in try first.cards(matching: Query(parsing: "deck:big")) {
      _ = try first.grade(report.key.text, .easy, seconds: 1)
    }
    let before = try home.command().cards(matching: Query(parsing: "deck:big")).map(\.state)
    #expect(try home.command().perform(.forget, on: Query(parsing: "deck:big")) == 500)
    #expect(try home.command().cardCount(matching: Query(parsing: "deck:big is:new")) == 500)
    _ = try home.command().undo(nil)
    #expect(try home.command().cards(matching: Query(parsing: "deck:big")).map(\.state) == before)
  }

  @Test func `failures are sentences with a way out`() throws {
    let failure = #expect(throws: CommandFailure.self) { try home.command().card(named: "zzz") }
    #expect(
      failure
        == CommandFailure("there is no card 'zzz'", nextStep: "'deckle cards' lists their ids"))
    var launch = home.launch
    launch.collection = "\(home.folder.path)/none"
    #expect(throws: CommandFailure.self) { try CommandOpening.open(launch) }
    launch.collection = "\(home.root)/a.md"
    #expect(throws: CommandFailure.self) { try CommandOpening.open(launch) }
    launch.collection = nil
    launch.environment["DECKLE_HOME"] = home.root
    #expect(try CommandOpening.open(launch).deckReports().count == 3)
  }

  @Test func `decks, what is due and orphans are reported`() throws {
    let card = try key("question 1")
    _ = try home.command().grade(card, .easy, seconds: 1)
    let decks = try home.command().deckReports()
    #expect(decks.map(\.name.text) == ["a", "sub", "sub::b"])
    #expect(decks.map(\.cards) == [3, 2, 2])
    #expect(decks.map(\.new) == [2, 2, 2])
    let due = try home.command().dueReport()
    #expect((due.new, due.learning, due.due, due.reviewsToday, due.newToday) == (4, 0, 0, 0, 1))
    try home.write("a.md", deck(2...3))
    let orphan = try #require(try home.command().orphans().first)
    #expect(orphan.key == card && orphan.deck == "a" && orphan.reviews == 1)
    #expect(orphan.text.contains("question 1"))
    #expect(try home.command().events(ofCard: card).map(\.what) == ["review"])
  }

  @Test func `caches are kept at the end and change nothing`() async throws {
    let interactor = try home.command()
    _ = try interactor.grade(key("question 1"), .good, seconds: 1)
    let json = interactor.historyJSON()
    await interactor.finish()
    #expect(home.folder.files(in: ".cache", suffix: "/library").count == 1)
    #expect(try home.command().historyJSON() == json)
    #expect(interactor.logLines().contains { $0.contains("grade") })
    #expect(!interactor.logLines().contains { $0.contains("question") })
  }

  @Test func `a cut last line and zeros at the end cost nothing that was whole`() throws {
    let card = try key("question 1")
    _ = try home.command().grade(card, .good, seconds: 1)
    let file = try #require(
      home.folder.files(in: "cards/.deckle/history", suffix: ".tsv").first)
    for tail in ["2026-12-01\tcut", String(repeating: "\0", count: 4096)] {
      try home.folder.append(file, tail)
      let interactor = try home.command()
      #expect(try interactor.card(named: card).state.reviews >= 1)
      _ = try interactor.grade(card, .good, seconds: 1)
    }
    #expect(try home.command().card(named: card).state.reviews == 3)
    #expect(!(try home.command().allProblems().isEmpty))
  }
}
