import History
import Scheduling
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct AnalyticsManagerTests {
  /// Two decks answered over some weeks, by a fixed play of grades, hours and gaps.
  private func played() throws -> Desk {
    let collection = try TestCollection([
      "A.md": deck(1...30), "B.md": deck(31...45, "---\nlearning_steps: [10m, 2d]\n---\n"),
    ])
    let desk = try collection.open()
    var number: UInt64 = 7
    func next(_ limit: Int) -> Int {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(number >> 33) % limit
    }
    for day in 0..<90 {
      for card in desk.cards where next(4) == 0 {
        let state = desk.index.state(ofCard: card)
        desk.index.refresh()
        if case .day(let due)? = state.due, due > collection.clock.today, next(8) > 0 { continue }
        let grade = try #require(Grade(rawValue: UInt8([3, 3, 3, 1, 2, 4][next(6)])))
        try desk.session.answer(card: card, grade, milliseconds: 1000 + next(90) * 1000)
        collection.time.pass(minutes: Int64(next(20)))
      }
      let hours = Int64(20 + next(8) + (day == 40 ? 240 : 0))
      collection.time.pass(hours: hours)
    }
    try desk.flashcards.perform(.suspend, on: Array(desk.cards.prefix(2)))
    try desk.flashcards.perform(.bury, on: Array(desk.cards[3...4]))
    try desk.flashcards.perform(.forget, on: [desk.cards[6]])
    return desk
  }

  private func expectEqual(
    _ statistics: Statistics, _ recount: PlainRecount, _ desk: Desk, days: Int
  ) {
    let kinds = statistics.days.map {
      [$0.learning, $0.relearning, $0.young, $0.mature, $0.ahead, $0.practice]
    }
    #expect(kinds == statistics.days.map { recount.kinds(on: $0.day) })
    #expect(statistics.days.reduce(0) { $0 + $1.answers } == recount.counted.count)
    #expect(
      statistics.days.map(\.milliseconds)
        == statistics.days.map { recount.milliseconds(on: $0.day) })
    let spans = [0..<1, 1..<2, 0..<7, 0..<30, 0..<365, 0..<1_000_000]
    let retention = statistics.retention.map {
      [$0.youngPassed, $0.youngFailed, $0.maturePassed, $0.matureFailed]
    }
    #expect(retention == spans.map { recount.retention($0) })
    #expect(
      statistics.hours.map { [$0.answers, $0.passed] }
        == (0..<24).map { recount.hour($0, days: days) })
    func counts(_ counts: Statistics.GradeCounts) -> [Int] { Grade.allCases.map { counts[$0] } }
    #expect(
      counts(statistics.buttons.learning)
        == recount.buttons(days: days) { $0.entry.phaseBefore != .review })
    #expect(
      counts(statistics.buttons.young)
        == recount.buttons(days: days) { $0.entry.phaseBefore == .review && $0.before < 21 })
    #expect(
      counts(statistics.buttons.mature)
        == recount.buttons(days: days) { $0.entry.phaseBefore == .review && $0.before >= 21 })
    #expect(
      statistics.introduced.map(\.cards)
        == statistics.introduced.map { recount.introduced(on: $0.day) })
    #expect(
      statistics.introduced.reduce(0) { $0 + $1.cards } == recount.events.filter(\.isFirst).count)
    let calendar = desk.collection.clock.calendar
    #expect(
      statistics.due.days
        == statistics.due.days.indices.map { recount.due(in: $0, calendar: calendar) })
    #expect(
      statistics.due.backlog
        == (-400 ... -1).map { recount.due(in: $0, calendar: calendar) }
        .reduce(0, +))
  }

  @Test(arguments: [(StatisticsPeriod.month, 30), (.year, 365), (.all, 1_000_000)])
  func `every number is that of a plain recount`(period: StatisticsPeriod, days: Int) throws {
    let desk = try played()
    let analytics = AnalyticsManager(index: desk.index)
    let recount = PlainRecount(desk, cards: desk.cards)
    #expect(recount.counted.count > 300)
    let statistics = analytics.statistics(of: nil, period: period)
    expectEqual(statistics, recount, desk, days: days)
    #expect(statistics.retention[5].maturePassed > 0, "the play is long enough for mature cards")
    let states = statistics.cards
    #expect(states.total == 45 && states.suspended == 2 && states.buried == 2)
    let awake = recount.states.filter {
      !$0.isSuspended && !$0.isBuried(on: recount.today)
    }
    #expect(states.new == awake.filter { $0.phase == .new }.count)
    #expect(
      states.mature
        == awake.filter { $0.phase == .review && ($0.interval?.days ?? 0) >= 21 }.count)
  }

  @Test func `a deck counts its own cards only`() throws {
    let desk = try played()
    let analytics = AnalyticsManager(index: desk.index)
    let cards = try desk.flashcards.cards(matching: Query(parsing: "deck:B"))
    let recount = PlainRecount(desk, cards: cards)
    let statistics = analytics.statistics(of: cards, period: .year)
    expectEqual(statistics, recount, desk, days: 365)
    #expect(statistics.cards.total == 15)
    let whole = analytics.statistics(of: nil, period: .year)
    #expect(whole.daysInPeriod.count > 0 && whole.cards.total == 45)
  }

  @Test func `memories are those of the cards, with their averages`() throws {
    let desk = try played()
    let statistics = AnalyticsManager(index: desk.index).statistics(of: nil, period: .year)
    let states = PlainRecount(desk, cards: desk.cards).states
    let memories = states.compactMap(\.memory)
    #expect(statistics.stability.total == memories.count)
    for bin in statistics.stability.bins {
      #expect(bin.count == memories.filter { Int($0.stability.rounded()) == bin.value }.count)
    }
    let average = memories.map(\.stability).reduce(0, +) / Double(memories.count)
    #expect(abs((statistics.stability.average ?? 0) - average) < 1e-9)
    for bin in statistics.difficulty.bins {
      #expect(
        bin.count
          == memories.filter { min(99, Int(($0.difficulty - 1) / 9 * 100)) == bin.value }.count)
    }
    let inReview = states.filter { $0.phase == .review }.compactMap { $0.interval?.days }
    #expect(statistics.intervals.total == inReview.count)
    #expect(statistics.retrievability.total == memories.count)
    let recalls = try desk.cards.compactMap {
      try desk.flashcards.details(ofCard: $0).retrievability
    }
    let sum = recalls.reduce(0, +) * 100
    #expect(abs((statistics.retrievability.average ?? 0) - sum / Double(recalls.count)) < 1e-6)
  }

  @Test func `what is not there counts zero`() throws {
    let desk = try TestCollection().open()
    for period in StatisticsPeriod.allCases {
      let statistics = AnalyticsManager(index: desk.index).statistics(of: nil, period: period)
      #expect(statistics.days.isEmpty && statistics.cards.total == 0)
      #expect(statistics.due.total == 0 && statistics.stability.average == nil)
      #expect(statistics.retention.allSatisfy { $0.total == nil })
    }
  }

  @Test func `practice is counted apart and leaves the rest alone`() throws {
    let desk = try TestCollection(["A.md": deck(1...2)]).open()
    desk.session.start(deck: nil)
    try desk.answer(.again, .good)
    #expect(desk.session.cramFailedCards() > 0)
    let before = AnalyticsManager(index: desk.index).statistics(of: nil, period: .all)
    try desk.answer(.good)
    let after = AnalyticsManager(index: desk.index).statistics(of: nil, period: .all)
    #expect(after.days.map(\.practice) == [1] && after.days.map(\.answers) == [2])
    #expect(after.answersToday == before.answersToday && after.buttons == before.buttons)
  }

  @Test func `answers of a text that is gone count in everything and in no deck`() throws {
    let collection = try TestCollection(["A.md": deck(1...2)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.good, .good)
    try collection.write("A.md", deck(2...2))
    desk.library.reloadNow()
    let analytics = AnalyticsManager(index: desk.index)
    #expect(analytics.statistics(of: nil, period: .all).answersToday.answers == 2)
    #expect(analytics.statistics(of: desk.cards, period: .all).answersToday.answers == 1)
  }

  @Test func `why an interval is what it is agrees with the buttons`() throws {
    let desk = try played()
    let analytics = AnalyticsManager(index: desk.index)
    for card in desk.cards {
      let outcomes = desk.index.outcomes(ofCard: card, at: desk.collection.clock.now())
      let history = analytics.history(ofCard: card)
      for reason in history.reasons {
        let outcome = outcomes[reason.grade]
        #expect(reason.memory == outcome.memory && !reason.parts.isEmpty)
        switch outcome.interval {
        case .days: #expect(reason.interval == outcome.interval)
        case .seconds(let seconds):
          #expect(reason.interval == .seconds(seconds - outcome.addedSeconds))
        }
      }
      let state = desk.index.state(ofCard: card)
      #expect(history.reviews.count == Int(state.reviews + state.crams))
      #expect((history.curve == nil) == (state.memory == nil))
      guard let curve = history.curve, let memory = state.memory else { continue }
      let place = Int((curve.nowShare * Double(curve.chances.count - 1)).rounded())
      let recall = try desk.flashcards.details(ofCard: card).retrievability ?? 0
      #expect(abs(Double(curve.chances[place]) - recall) < 0.02, "\(memory)")
    }
  }

  // MARK: Days and hours

  @Test func `an answer stays on the day and hour of where it was given`() throws {
    let collection = try TestCollection(["A.md": deck(1...3)])
    let desk = try collection.open()
    func answer(_ card: Int, at time: String) throws {
      try collection.set(time)
      try desk.session.answer(card: card, .good, milliseconds: 1000)
    }
    // Summer time; the picture is looked at in winter time.
    try answer(desk.cards[0], at: "2026-10-10T04:30:00+02:00")
    try answer(desk.cards[1], at: "2026-10-11T03:59:00+02:00")
    try collection.set("2026-11-03T12:00:00+01:00")
    let statistics = AnalyticsManager(index: desk.index).statistics(of: nil, period: .month)
    #expect(statistics.days.map(\.day.isoDate) == ["2026-10-10"])
    #expect(statistics.days.map(\.answers) == [2])
    #expect(statistics.hours[4].answers == 1 && statistics.hours[3].answers == 1)
  }

  @Test func `a day ends at the rollover of the zone where it was studied`() throws {
    let collection = try TestCollection(at: "2026-11-15T01:00:00-05:00", zone: "America/New_York")
    try collection.write("A.md", deck(1...1))
    let desk = try collection.open()
    try desk.session.answer(card: desk.cards[0], .good, milliseconds: 1000)
    let statistics = AnalyticsManager(index: desk.index).statistics(of: nil, period: .all)
    #expect(statistics.today.isoDate == "2026-11-14")
    #expect(statistics.days.map(\.day.isoDate) == ["2026-11-14"])
    #expect(statistics.hours[1].answers == 1 && statistics.answersToday.answers == 1)
  }

  @Test func `an answer from a clock that ran ahead counts when its day has come`() throws {
    let collection = try TestCollection(["A.md": deck(1...1)])
    let desk = try collection.open()
    try collection.set("2027-01-01T10:00:00+01:00")
    try desk.session.answer(card: desk.cards[0], .good, milliseconds: 1000)
    try collection.set("2026-12-01T10:00:00+01:00")
    let analytics = AnalyticsManager(index: desk.index)
    #expect(analytics.statistics(of: nil, period: .all).days.isEmpty)
    try collection.set("2027-01-01T12:00:00+01:00")
    #expect(analytics.statistics(of: nil, period: .all).answersToday.answers == 1)
  }

  @Test func `a card left open for two hours counts a minute`() throws {
    let desk = try TestCollection(["A.md": deck(1...1)]).open()
    try desk.session.answer(card: desk.cards[0], .good, milliseconds: 7_200_000)
    let statistics = AnalyticsManager(index: desk.index).statistics(of: nil, period: .all)
    #expect(statistics.answersToday.milliseconds == 60_000)
  }
}
