import AnkiExchange
import History
import Scheduling
import StudyDomain

/// Writes what the history says of cards as rows of Anki.
///
/// Days count from 1970 until the first day of the export is known.
@MainActor struct CardExport {
  let index: StudyIndex
  private let now: Timestamp
  private let today: StudyDay
  private var decayOfDeck: [Int: Double] = [:]

  init(index: StudyIndex) {
    self.index = index
    now = index.clock.now()
    today = index.clock.calendar.studyDay(at: now)
  }

  /// A card of the library, and what an import kept of it.
  struct Source {
    /// Of the library.
    var number: Int
    var id: CardID?
    var original: AnkiOriginals.Card?
    /// Among new cards.
    var position: Int64
  }

  /// True when nothing has happened to the schedule since the import.
  func isUntouched(_ source: Source, _ state: CardState) -> Bool {
    guard let original = source.original else { return false }
    let last = source.id.flatMap { index.history.history.lastEvent(of: $0, on: .schedule) }
    return original.lastEvent == last && original.memory == state.memory
  }

  /// The card's row; deck and ids are the caller's.
  mutating func row(_ source: Source, id: Int64, noteID: Int64, ordinal: Int) -> AnkiCard {
    let state = index.state(ofCard: source.number)
    var card = AnkiCard(id: id, noteID: noteID, deckID: 0, ordinal: ordinal)
    let isUntouched = isUntouched(source, state)
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

  private mutating func setSchedule(_ card: inout AnkiCard, _ source: Source, _ state: CardState) {
    let deck = index.library.snapshot.deck(ofCard: source.number)
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
        clamping: state.memory.map { index.answerRules(ofDeck: deck).days(for: $0) } ?? 1)
    default: card.intervalDays = 0
    }
    if card.easePermille == 0, state.phase != .learning { card.easePermille = 2500 }
    guard let memory = state.memory else { return }
    card.stability = Self.rounded(memory.stability, 10_000)
    card.difficulty = Self.rounded(memory.difficulty, 1000)
    card.desiredRetention = Self.rounded(index.options(ofDeck: deck).desiredRetention, 100)
    card.decay = Self.rounded(decay(ofDeck: deck), 1000)
    card.lastReview = state.lastReview.map { $0.milliseconds / 1000 }
  }

  /// A step is an instant; one that crosses the end of its day is a day.
  private func setStep(_ card: inout AnkiCard, _ time: Timestamp, _ state: CardState) {
    let day = index.clock.calendar.studyDay(at: time)
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

  private mutating func decay(ofDeck deck: Int) -> Double {
    if let decay = decayOfDeck[deck] { return decay }
    let decay = FSRSParameters(index.options(ofDeck: deck).parameters).values[20]
    decayOfDeck[deck] = decay
    return decay
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
