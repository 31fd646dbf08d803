import Scheduling
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Study days begin at the rollover of the zone, also while a session is open.
@MainActor @Suite struct DayChangeTests {
  @Test func `a new day brings its cards and limits, and the card on screen is asked once`() throws
  {
    let collection = try TestCollection(["a.md": "---\nnew_per_day: 3\n---\n" + deck(1...9)])
    try collection.set("2026-12-01T23:50:00+01:00")
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.easy, .easy)
    let front = try #require(try desk.asked)
    #expect(desk.session.counts.new == 1)
    try collection.set("2026-12-02T04:01:00+01:00")
    desk.session.refresh()
    #expect(try desk.asked == front)
    #expect(desk.session.counts.new == 3)
    #expect(try desk.counts("a")[0] == 3)
    try desk.answer(.easy)
    #expect(desk.session.counts.new == 2)
    #expect(try collection.historyLines().filter { $0.contains("\treview\t") }.count == 3)
    #expect(try desk.state(front).lastDay?.isoDate == "2026-12-02")
    #expect(try desk.asked != front)
  }

  @Test func `an answer at the stroke of the rollover counts for the day it is given on`() throws {
    let collection = try TestCollection(["a.md": deck(1...3)])
    try collection.set("2026-12-02T03:59:59+01:00")
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.easy)
    collection.time.pass(seconds: 1)
    try desk.answer(.easy)
    #expect(try desk.state("question 1").lastDay?.isoDate == "2026-12-01")
    #expect(try desk.state("question 2").lastDay?.isoDate == "2026-12-02")
  }

  @Test(
    arguments: [
      ("Europe/Berlin", "2026-10-24T22:00:00+02:00"),
      ("Europe/Berlin", "2027-03-27T22:00:00+01:00"),
      ("Australia/Lord_Howe", "2026-10-03T22:00:00+10:30"),
    ])
  func `minute by minute through a night that changes the clocks the day changes once`(
    zone: String, start: String
  ) throws {
    let collection = try TestCollection(at: start, zone: zone)
    try collection.write("a.md", "---\nnew_per_day: 2\n---\n" + deck(1...9))
    let desk = try collection.open()
    desk.session.start(deck: nil)
    var revisions: Set<Int> = []
    var days: [StudyDay] = []
    for _ in 0..<(11 * 60) {
      collection.time.pass(minutes: 1)
      desk.session.refresh()
      revisions.insert(desk.index.revision)
      if days.last != collection.clock.today { days.append(collection.clock.today) }
    }
    #expect(days.count == 2)
    #expect(revisions.count == 2, "the day before, and one change")
  }

  @Test func `a buried card is back on the next day, with the program open and after a start`()
    throws
  {
    let collection = try TestCollection(["a.md": deck(1...2)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.flashcards.perform(.bury, on: [try #require(desk.session.currentCard)])
    desk.session.actionWritten()
    #expect(try desk.asked == "question 2")
    #expect(desk.session.counts.new == 1)
    #expect(try collection.open().find("is:buried") == ["question 1"])
    try collection.set("2026-12-02T04:00:00+01:00")
    desk.session.refresh()
    #expect(desk.session.counts.new == 2)
    #expect(try collection.open().counts("a") == [2, 0, 0])
    #expect(try desk.find("is:buried").isEmpty)
  }

  @Test func `one rollover rules header, queue and history alike`() throws {
    let collection = try TestCollection(["a.md": deck(1...5)])
    collection.rolloverMinutes = 360
    try collection.set("2026-12-02T05:30:00+01:00")
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.easy)
    #expect(collection.clock.today.isoDate == "2026-12-01")
    #expect(
      try collection.historyLines().last?.contains("\t\(collection.clock.today.number)\t") == true)
    #expect(desk.decks.answersToday().answers == 1)
    collection.time.pass(minutes: 30)
    #expect(desk.decks.answersToday().answers == 0)
    // A clock set back finds its day again and counts nothing twice.
    collection.time.pass(hours: -3)
    #expect(desk.decks.answersToday().answers == 1)
    #expect(try desk.counts("a") == [4, 0, 0])
  }

  @Test func `a journey moves the rollover, loses no card and moves no old answer`() throws {
    let berlin = try TestCollection(["a.md": deck(1...3)])
    let desk = try berlin.open()
    desk.session.start(deck: nil)
    try desk.answer(.easy, .easy)
    let tokyo = try TestCollection(at: "2026-12-02T09:00:00+09:00", zone: "Asia/Tokyo")
    try tokyo.write("a.md", deck(1...3))
    for path in berlin.folder.files(in: "decks/.deckle") where path.contains(".tsv") {
      try tokyo.folder.write(path, try berlin.folder.read(path))
    }
    let there = try tokyo.open()
    #expect(tokyo.clock.today.isoDate == "2026-12-02")
    #expect(tokyo.clock.moment.start == Timestamp(iso: "2026-12-02T04:00:00+09:00", in: tokyo.zone))
    #expect(try there.state("question 1").lastDay?.isoDate == "2026-12-01")
    #expect(there.cards.count == 3)
    #expect(try there.counts("a") == [1, 0, 0])
  }

  @Test(
    arguments: [
      ("Asia/Tehran", "2022-03-22T00:30:00+04:30"),
      ("America/Sao_Paulo", "2018-11-04T01:30:00-02:00"),
      ("Pacific/Apia", "2011-12-31T00:30:00+14:00"),
    ])
  func `study goes on around a midnight or a day that does not exist`(zone: String, start: String)
    throws
  {
    let collection = try TestCollection(at: start, zone: zone)
    collection.rolloverMinutes = 0
    try collection.write("a.md", "---\nfuzz: false\n---\n" + deck(1...3))
    let desk = try collection.open()
    for _ in 0..<4 {
      desk.session.start(deck: nil)
      while desk.session.currentCard != nil { try desk.answer(.easy) }
      collection.time.pass(days: 1)
    }
    #expect(desk.history.history.problems.badLines.isEmpty)
    #expect(try desk.json() == collection.open().json())
    #expect(try desk.state("question 1").reps >= 1)
  }

  @Test func `an answer stamped in the future leaves the card reachable`() throws {
    let collection = try TestCollection(["a.md": deck(1...1)])
    try collection.set("2027-01-01T10:00:00+01:00")
    try collection.open().session.answer(card: 0, .good, milliseconds: 1)
    try collection.set("2026-12-01T10:00:00+01:00")
    let desk = try collection.open()
    #expect(desk.history.newestDay?.isoDate == "2027-01-01")
    try desk.session.answer(card: 0, .good, milliseconds: 1)
    let memory = try #require(try desk.state("question 1").memory)
    #expect(memory.stability.isFinite && memory.difficulty.isFinite)
    collection.time.pass(days: 60)
    #expect(try desk.find("is:due") == ["question 1"])
  }
}
