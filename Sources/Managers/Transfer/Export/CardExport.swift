import AnkiExchange
import History
import Scheduling
import StudyDomain

/// Writes what the history says of cards as rows of Anki.
///
/// Days count from 1970 until the first day of the export is known.
struct CardExport: Sendable {
  private let calendar: StudyCalendar
  private let today: StudyDay
  /// By deck.
  private let rules: [DeckValues]

  private struct DeckValues: Sendable {
    var answers: AnswerRules
    var retention: Double
    var decay: Double
  }

  @MainActor init(index: StudyIndex) {
    calendar = index.clock.calendar
    today = calendar.studyDay(at: index.clock.now())
    rules = index.library.snapshot.decks.indices.map { deck in
      let options = index.options(ofDeck: deck)
      return DeckValues(
        answers: index.answerRules(ofDeck: deck), retention: options.desiredRetention,
        decay: FSRSParameters(options.parameters).values[20])
    }
  }

  /// A card of the library, and what an import kept of it.
  struct Source {
    var deck: Int
    var state: CardState
    var original: AnkiOriginals.Card?
    /// The newest event of its schedule.
    var lastEvent: EventName?
    /// Among new cards.
    var position: Int64

    /// True when nothing has happened to the schedule since the import.
    var isUntouched: Bool {
      guard let original else { return false }
      return original.lastEvent == lastEvent && original.memory == state.memory
    }
  }

  /// The card's row; deck and ids are the caller's.
  func row(_ source: Source, id: Int64, noteID: Int64, ordinal: Int) -> AnkiCard {
    let state = source.state
    var card = AnkiCard(id: id, noteID: noteID, deckID: 0, ordinal: ordinal)
    let isUntouched = source.isUntouched
    if let original = source.original?.card {
      let (deck, note) = (card.deckID, card.noteID)
      if isUntouched { card = original }
      (card.id, card.noteID, card.deckID, card.ordinal) = (id, note, deck, ordinal)
      card.flags = original.flags
      card.customData = original.customData
      card.originalPosition = original.originalPosition
      card.easePermille = original.easePermille
      card.modified = original.modified
    }
    if !isUntouched { setSchedule(&card, source, state) }
    card.flag = Int(state.flag)
    setQueue(&card, state, was: isUntouched ? source.original?.card.queue : nil)
    if !isUntouched || source.original.map({ isChanged(card, $0.card) }) == true {
      card.modified = max(
        card.modified, state.lastReview.map { $0.milliseconds / 1000 } ?? StockType.modified)
    }
    return card
  }

  private func isChanged(_ card: AnkiCard, _ original: AnkiCard) -> Bool {
    card.queue != original.queue || card.flags != original.flags
  }

  private func setSchedule(_ card: inout AnkiCard, _ source: Source, _ state: CardState) {
    let rules = rules[source.deck]
    card.kind =
      switch state.phase {
      case .new: .new
      case .learning: .learning
      case .review: .review
      case .relearning: .relearning
      }
    card.repetitions = state.reps
    card.lapses = state.lapses
    guard state.phase != .new else {
      card.due = source.original?.card.position ?? source.position
      card.easePermille = 0
      return
    }
    if card.originalPosition == nil { card.originalPosition = Int32(clamping: source.position) }
    card.stepsLeft = state.phase == .review ? 0 : state.stepsLeft
    switch state.due {
    case .day(let day): card.due = Int64(day.number)
    case .time(let time): setStep(&card, time, state)
    case nil: card.due = Int64(today.number)
    }
    switch (state.phase, state.interval) {
    case (.review, .days(let days)?): card.intervalDays = Int32(clamping: days)
    case (.review, _): card.intervalDays = 1
    case (.relearning, _):
      // What it will have again behind its steps.
      card.intervalDays = Int32(
        clamping: state.memory.map { rules.answers.days(for: $0) } ?? 1)
    default: card.intervalDays = 0
    }
    if card.easePermille == 0, state.phase != .learning { card.easePermille = 2500 }
    guard let memory = state.memory else { return }
    card.stability = Self.rounded(memory.stability, 10_000)
    card.difficulty = Self.rounded(memory.difficulty, 1000)
    card.desiredRetention = Self.rounded(rules.retention, 100)
    card.decay = Self.rounded(rules.decay, 1000)
    card.lastReview = state.lastReview.map { $0.milliseconds / 1000 }
  }

  /// A step is an instant; one that crosses the end of its day is a day.
  private func setStep(_ card: inout AnkiCard, _ time: Timestamp, _ state: CardState) {
    let day = calendar.studyDay(at: time)
    if let last = state.lastDay, day > last {
      card.due = Int64(day.number)
    } else {
      card.due = time.milliseconds / 1000
    }
  }

  private func setQueue(_ card: inout AnkiCard, _ state: CardState, was: AnkiCard.Queue?) {
    let isAside = was == .suspended || was == .buriedByHand || was == .buriedByScheduler
    if state.isSuspended {
      card.queue = .suspended
    } else if state.isBuried(on: today) {
      card.queue = was == .buriedByScheduler ? .buriedByScheduler : .buriedByHand
    } else if let was, !isAside {
      card.queue = was
    } else {
      card.queue =
        switch card.kind {
        case .new: .new
        case .review: .review
        case .learning, .relearning: card.due > 1_000_000_000 ? .learning : .dayLearning
        }
    }
  }

  private static func rounded(_ value: Double, _ parts: Double) -> Double {
    (value * parts).rounded() / parts
  }
}

extension AnkiCard {
  /// Its place among new cards; nil when nothing says one.
  fileprivate var position: Int64? {
    if kind == .new, case .position(let place) = homeDueForm { return place }
    return originalPosition.map { Int64($0) }
  }
}
