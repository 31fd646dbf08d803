import Scheduling
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct UserProgressTests {
  private static let steady = "---\nfuzz: false\nlearning_steps: []\n---\n"

  /// Answers a card on each of some days of December 2026, at ten in the morning.
  private func study(
    _ collection: TestCollection, on days: [Int], _ grade: Grade = .again
  ) throws -> Desk {
    let desk = try collection.open()
    for day in days {
      try collection.set("2026-12-\(day < 10 ? "0" : "")\(day)T10:00:00+01:00")
      try desk.session.answer(card: try desk.card("question 1"), grade, milliseconds: 3000)
    }
    return desk
  }

  @Test func `answers, new cards, practice and time of each day are counted`() throws {
    let collection = try TestCollection(["a.md": Self.steady + deck(1...3)])
    let desk = try collection.open()
    try desk.session.answer(card: try desk.card("question 1"), .good, milliseconds: 5000)
    try desk.session.answer(card: try desk.card("question 2"), .good, milliseconds: 600_000)
    try collection.set("2026-12-02T10:00:00+01:00")
    try desk.session.answer(card: try desk.card("question 1"), .good, milliseconds: 1000)
    let progress = UserProgressManager(index: desk.index)
    // A card left open counts as a minute.
    #expect(
      progress.last(2) == [
        DayProgress(reviews: 2, new: 2, seconds: 65), DayProgress(reviews: 1, seconds: 1),
      ])
    #expect(progress.days(of: DeckName("a")) == progress.days)
    #expect(progress.days(of: DeckName("b")).isEmpty)
    try desk.history.undo()
    #expect(progress.today(of: nil) == DayProgress())
  }

  @Test func `a start from the cache knows the same days`() async throws {
    let collection = try TestCollection(["a.md": Self.steady + deck(1...5)])
    let desk = try collection.open(cached: true)
    for number in 1...5 {
      try desk.session.answer(
        card: try desk.card("question \(number)"), .good, milliseconds: number * 1000)
    }
    let before = UserProgressManager(index: desk.index).days
    desk.index.saveCaches(historyBytes: 1)
    let again = try collection.open(cached: true)
    #expect(UserProgressManager(index: again.index).days == before)
    #expect(before.values.first?.seconds == 15)
  }

  @Test func `a night at the end of summer time, and travel, move no old day`() throws {
    let collection = try TestCollection(["a.md": Self.steady + deck(1...3)])
    let desk = try collection.open()
    for start in [
      "2026-10-10T04:30:00+02:00", "2026-10-24T23:30:00+02:00", "2026-10-25T23:30:00+01:00",
      "2026-10-26T09:00:00+01:00",
    ] {
      try collection.set(start)
      try desk.session.answer(card: try desk.card("question 1"), .again, milliseconds: 1000)
    }
    try collection.set("2026-11-03T10:00:00+01:00")
    let progress = UserProgressManager(index: desk.index)
    let days = progress.days.keys.sorted().map(\.isoDate)
    #expect(days == ["2026-10-10", "2026-10-24", "2026-10-25", "2026-10-26"])
    #expect(progress.wholeStreak().longest == 3)
  }

  @Test func `a day with cards due breaks the streak, a day of rest does not`() throws {
    let collection = try TestCollection(["a.md": Self.steady + deck(1...2)])
    // Tuesday to Friday, then Monday: the weekend is between them.
    let desk = try study(collection, on: [1, 2, 3, 4, 7])
    let strict = UserProgressManager(index: desk.index)
    #expect(strict.wholeStreak() == Streak(current: 1, longest: 4, includesToday: true))
    let relaxed = UserProgressManager(index: desk.index, restDays: [5, 6])
    #expect(relaxed.wholeStreak() == Streak(current: 5, longest: 5, includesToday: true))
  }

  @Test func `a day on which nothing was due does not break it`() async throws {
    let collection = try TestCollection(["a.md": Self.steady + deck(1...2)])
    let desk = try collection.open()
    let card = try desk.card("question 1")
    try desk.session.answer(card: card, .good, milliseconds: 1000)
    let days = try #require(try desk.state("question 1").interval?.days)
    #expect(days >= 2)
    // On the very day it is due.
    try collection.set("2026-12-0\(1 + days)T10:00:00+01:00")
    try desk.session.answer(card: card, .good, milliseconds: 1000)
    let progress = UserProgressManager(index: desk.index)
    #expect(progress.wholeStreak().current == 2)
    // Bit by bit it comes to the same.
    let slow = UserProgressManager(index: desk.index)
    #expect(slow.streak(isWhole: false).current == 1)
    while slow.revision == 0 { await Task.yield() }
    #expect(slow.streak(isWhole: false).current == 2)
    // What was found stays when a deck is read again.
    try collection.write("a.md", Self.steady + deck(1...3))
    #expect(desk.library.reloadNow())
    #expect(slow.streak(isWhole: true).current == 2)
    // A day late: it was due the day before.
    try desk.history.undo()
    try collection.set("2026-12-0\(2 + days)T10:00:00+01:00")
    try desk.session.answer(card: card, .good, milliseconds: 1000)
    #expect(progress.wholeStreak().current == 1)
  }

  @Test func `the streak of now needs no card more once the newest gap breaks it`() throws {
    let collection = try TestCollection(["a.md": Self.steady + deck(1...2)])
    let desk = try collection.open()
    let card = try desk.card("question 1")
    try desk.session.answer(card: card, .good, milliseconds: 1000)
    let days = try #require(try desk.state("question 1").interval?.days)
    for day in [1 + days, 28] {
      try collection.set("2026-12-\(day < 10 ? "0" : "")\(day)T10:00:00+01:00")
      try desk.session.answer(card: card, .good, milliseconds: 1000)
    }
    let today = desk.index.clock.today
    let studied = UserProgressManager(index: desk.index).days.keys.sorted()
    let gaps = FreeDaySearch.gaps(between: studied, today: today, restDays: [])
    #expect(gaps.count == 2)
    let search = FreeDaySearch(gaps: gaps, library: desk.library.revision)
    #expect(!search.isCurrentKnown)
    search.look(atMost: 1, in: desk.index)
    #expect(search.isCurrentKnown && !search.isDone)
    search.look(atMost: 1, in: desk.index)
    #expect(search.isDone && search.isFree(gaps[0][0]) && !search.isFree(gaps[1][0]))
  }

  @Test func `a suspended card is due on no day`() throws {
    let collection = try TestCollection(["a.md": Self.steady + deck(1...2)])
    let desk = try study(collection, on: [1])
    let card = try desk.card("question 1")
    try desk.flashcards.perform(.suspend, on: [card])
    try collection.set("2026-12-05T10:00:00+01:00")
    try desk.flashcards.perform(.unsuspend, on: [card])
    try desk.session.answer(card: card, .good, milliseconds: 1000)
    #expect(UserProgressManager(index: desk.index).wholeStreak().current == 2)
  }

  @Test func `goals are events that undo takes back and other machines see`() throws {
    let collection = try TestCollection(["a.md": deck(1...2)])
    let desk = try collection.open()
    let goals = UserGoalsManager(index: desk.index)
    #expect(goals.goals(of: nil).isEmpty)
    #expect(try goals.set(.reviews, to: 30, of: nil))
    #expect(try !goals.set(.reviews, to: 30, of: nil))
    try goals.set(.new, to: 5, of: DeckName("a"))
    try goals.set(.minutes, to: 20, of: nil)
    #expect(goals.goals(of: nil) == DailyGoals([.reviews: 30, .minutes: 20]))
    #expect(goals.decksWithGoals == [DeckName("a")])
    try desk.history.undo()
    #expect(goals.goals(of: nil) == DailyGoals([.reviews: 30]))
    let other = UserGoalsManager(index: try collection.open().index)
    #expect(other.goals(of: DeckName("a")) == DailyGoals([.new: 5]))
    try other.set(.new, to: nil, of: DeckName("a"))
    #expect(other.decksWithGoals.isEmpty)
  }

  @Test func `goals are met when all of them are`() {
    let goals = DailyGoals([.reviews: 10, .minutes: 2])
    #expect(!goals.areMet(by: DayProgress(reviews: 10, seconds: 119)))
    #expect(goals.areMet(by: DayProgress(reviews: 10, seconds: 120)))
    #expect(!DailyGoals().areMet(by: DayProgress(reviews: 10)))
  }
}
