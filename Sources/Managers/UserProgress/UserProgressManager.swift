import History
public import Observation
public import StudyDomain

/// What was done each day, and the streak of study days.
///
/// Days are those stored in the events: neither travel nor daylight saving moves an old answer. The
/// whole collection's days come from totals that the history keeps; a deck's cost a look at its
/// cards.
@MainActor @Observable public final class UserProgressManager {
  @ObservationIgnored private let index: StudyIndex
  /// Weekdays (0 Monday to 6 Sunday) that break no streak.
  @ObservationIgnored public var restDays: Set<Int>
  /// Grows when more is known of days on which nothing was due.
  public private(set) var revision = 0
  @ObservationIgnored private var search: FreeDaySearch?
  @ObservationIgnored private var task: Task<Void, Never>?
  /// The longest streak was asked for since the last search ended.
  @ObservationIgnored private var wantsWhole = false
  @ObservationIgnored private var kept: (key: DaysKey, days: [StudyDay: DayProgress])?
  @ObservationIgnored private var keptDeck:
    (key: DaysKey, deck: DeckName, days: [StudyDay: DayProgress])?

  /// Cards looked at between two turns of the program.
  private static let slice = 200

  private struct DaysKey: Equatable {
    var history: Int
    var library: Int
  }

  public init(index: StudyIndex, restDays: Set<Int> = []) {
    self.index = index
    self.restDays = restDays
  }

  public var today: StudyDay { index.clock.today }

  // MARK: Days

  /// What was done on each day with an answer, in the whole collection.
  public var days: [StudyDay: DayProgress] {
    index.refresh()
    let key = DaysKey(history: index.history.revision, library: 0)
    if let kept, kept.key == key { return kept.days }
    let days = index.history.history.days.mapValues {
      DayProgress(
        reviews: $0.reviews, new: $0.new, cram: $0.cram, seconds: Int($0.milliseconds / 1000))
    }
    kept = (key, days)
    return days
  }

  /// The same of a deck and the decks below it, for the texts that are in it now.
  public func days(of deck: DeckName?) -> [StudyDay: DayProgress] {
    guard let deck else { return days }
    index.refresh()
    let key = DaysKey(history: index.history.revision, library: index.library.revision)
    if let keptDeck, keptDeck.key == key, keptDeck.deck == deck { return keptDeck.days }
    var milliseconds: [StudyDay: Int64] = [:]
    var days: [StudyDay: DayProgress] = [:]
    for card in index.library.snapshot.cards.indices where isBelow(card, deck) {
      guard let id = index.id(ofCard: card) else { continue }
      for entry in index.history.history.entries(of: id) {
        guard let answer = entry.review else { continue }
        if answer.mode == .cram {
          days[entry.day, default: DayProgress()].cram += 1
        } else {
          days[entry.day, default: DayProgress()].reviews += 1
          if entry.phaseBefore == .new { days[entry.day, default: DayProgress()].new += 1 }
        }
        milliseconds[entry.day, default: 0] += min(
          max(0, answer.takenMilliseconds), DayCount.longestAnswer)
      }
    }
    for (day, time) in milliseconds { days[day]?.seconds = Int(time / 1000) }
    keptDeck = (key, deck, days)
    return days
  }

  private func isBelow(_ card: Int, _ deck: DeckName) -> Bool {
    let snapshot = index.library.snapshot
    return deck.contains(snapshot.decks[snapshot.deck(ofCard: card)].name)
  }

  /// Today, in the collection or a deck.
  public func today(of deck: DeckName?) -> DayProgress {
    guard let deck else { return days[today] ?? DayProgress() }
    return days(of: deck)[today] ?? DayProgress()
  }

  /// The days up to today, oldest first.
  public func last(_ count: Int, of deck: DeckName? = nil) -> [DayProgress] {
    let (days, today) = (days(of: deck), today)
    return (0..<count).reversed().map { days[today + -$0] ?? DayProgress() }
  }

  // MARK: Streak

  /// The streak as far as it is known: where days may have been free because nothing was due, they
  /// count as missed until the cards have been looked at, a few at a time; then `revision` grows.
  ///
  /// The streak of now mostly needs few cards. `isWhole` asks for the longest one too, which may
  /// need all of them; without it the longest may be too short.
  public func streak(isWhole: Bool) -> Streak {
    let search = prepareSearch()
    if isWhole, !search.isDone { wantsWhole = true }
    if !isKnown(search), task == nil { task = Task { await self.searchOn() } }
    return streak(with: search)
  }

  private func isKnown(_ search: FreeDaySearch) -> Bool {
    wantsWhole ? search.isDone : search.isCurrentKnown
  }

  /// The streak after a look at as many cards as it takes.
  public func wholeStreak() -> Streak {
    let search = prepareSearch()
    while !search.isDone { search.look(atMost: .max, in: index) }
    return streak(with: search)
  }

  private func streak(with search: FreeDaySearch) -> Streak {
    Streak(studied: Array(studiedDays), today: today) { day in
      restDays.contains(day.weekday) || search.isFree(day)
    }
  }

  private var studiedDays: [StudyDay] {
    days.filter { $0.value.isStudied }.map(\.key)
  }

  /// The search for the gaps of now; what was found stays while they are the same, whatever becomes
  /// of the texts.
  private func prepareSearch() -> FreeDaySearch {
    let gaps = FreeDaySearch.gaps(
      between: studiedDays.sorted(), today: today, restDays: restDays)
    if let search, search.gaps == gaps,
      search.isDone || search.library == index.library.revision
    {
      return search
    }
    let search = FreeDaySearch(gaps: gaps, library: index.library.revision)
    self.search = search
    return search
  }

  private func searchOn() async {
    defer { task = nil }
    while let search, !isKnown(search) {
      await Task.yield()
      search.look(atMost: Self.slice, in: index)
    }
    wantsWhole = false
    revision += 1
  }
}
