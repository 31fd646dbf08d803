import Dispatch
import StudyDomain
import Synchronization

/// The second phase: the cards.
extension History {
  /// Computes all cards and days, on all processors where there are many.
  public func fold(with rules: RuleBook) {
    // Below this a second thread costs more than it saves. Old keys have more reviews than young
    // ones, so there are more pieces than processors.
    fold(with: rules, pieces: table.keys.count < 4_000 ? 1 : 16)
  }

  /// Computes all cards and days in so many pieces.
  func fold(with rules: RuleBook, pieces: Int) {
    self.rules = rules
    let chosen = StepRules(rules)
    let count = table.keys.count
    // Rows of a cache are written over one by one beside it; all of them go into rows of their own.
    if states.baseCount > 0 { states = Column(repeating: CardRecord(), count: count) }
    // While it runs, everything but `states` is only read, and each piece writes rows of its own.
    nonisolated(unsafe) let history = self
    let days = Mutex(DayTable())
    DispatchQueue.concurrentPerform(iterations: pieces) { piece in
      var counted = DayTable()
      let keys = UInt32(count * piece / pieces)..<UInt32(count * (piece + 1) / pieces)
      for key in keys {
        let holdsKeys = history.owners[Int(key)] == key || history.members[key] != nil
        history.states[Int(key)] =
          holdsKeys ? history.folded(key, chosen, countingIn: &counted, by: 1) : CardRecord()
      }
      days.withLock { $0.add(counted) }
    }
    dayTable = days.withLock { $0 }
  }

  /// Computes one card; its answers go into `days`, taken out again with `step` -1.
  func folded(
    _ card: UInt32, _ rules: StepRules, countingIn days: inout DayTable, by step: Int32
  ) -> CardRecord {
    var fold = newFold(card, CardRecord(), rules)
    applyEvents(of: card, to: &fold, countingIn: &days, by: step)
    return fold.card
  }

  func newFold(_ card: UInt32, _ state: CardRecord, _ rules: StepRules) -> CardFold {
    let rule = rules.rule(of: table.keys.cardKey(card))
    return CardFold(
      card: state, table: table, rules: rule.rules, learningSteps: rule.learning,
      relearningSteps: rule.relearning, standIns: sources.standIns)
  }

  private func applyEvents(
    of card: UInt32, to fold: inout CardFold, countingIn days: inout DayTable, by step: Int32
  ) {
    if let run = sortedRun(card) {
      for place in run {
        self.apply(keyEvents?[Int(place)] ?? place, &fold, countingIn: &days, by: step)
      }
    } else {
      for event in orderedEvents(card) {
        self.apply(event, &fold, countingIn: &days, by: step)
      }
    }
  }

  @inline(__always)
  private func apply(
    _ event: UInt32, _ fold: inout CardFold, countingIn days: inout DayTable, by step: Int32
  ) {
    guard status[Int(event)] == 0 else { return }
    let record = table.records[Int(event)]
    guard record.kind != .card else { return }
    applyInForce(event, record, &fold, countingIn: &days, by: step)
  }

  /// Applies an event that counts.
  func applyInForce(
    _ event: UInt32, _ record: EventRecord, _ fold: inout CardFold,
    countingIn days: inout DayTable, by step: Int32
  ) {
    let day = movedDay(event, record)
    if record.kind == .review {
      days.count(
        day, isCram: record.isCram, isNew: fold.card.phase == .new,
        taken: table.taken(event, record), by: step)
    }
    fold.apply(event, record, day: day, time: movedTime(event, record))
  }

  /// The places of a card's events when they lie together and in order, the usual case.
  private func sortedRun(_ card: UInt32) -> Range<UInt32>? {
    guard members[card] == nil, Int(card) + 1 < keyStarts.count, keyTail[card] == nil else {
      return nil
    }
    let range = keyStarts[Int(card)]..<keyStarts[Int(card) + 1]
    var last: UInt32?
    var lastStamp = Int64.min
    for place in range {
      let event = keyEvents?[Int(place)] ?? place
      // A `card` line does nothing, and before imported answers its stamp is the latest.
      if table.records[Int(event)].kind == .card { continue }
      let stamp = stamps[Int(event)]
      if stamp <= lastStamp, let last, !isEarlier(last, event) { return nil }
      last = event
      lastStamp = stamp
    }
    return range
  }

  /// Calls for each event that names a card's keys, in replay order but for `card` lines, out of
  /// force too.
  func forEachOrderedEvent(_ card: UInt32, _ body: (UInt32) -> Void) {
    if let run = sortedRun(card) {
      for place in run { body(keyEvents?[Int(place)] ?? place) }
    } else {
      for event in orderedEvents(card) { body(event) }
    }
  }

  /// The events that name a card's keys, in replay order, out of force too.
  func orderedEvents(_ card: UInt32) -> [UInt32] {
    var events: [UInt32] = []
    for key in memberKeys(card) { forEachEvent(ofKey: key) { events.append($0) } }
    events.sort(by: isEarlier)
    return events
  }
}

/// A rule book with the steps counted, so that no card asks for them again.
struct StepRules {
  struct Rule {
    var rules: any MemoryRules
    var learning: Int32
    var relearning: Int32
  }

  private let rules: [Rule]
  private let index: @Sendable (CardKey?) -> Int

  init(_ book: RuleBook) {
    rules = book.rules.map {
      Rule(
        rules: $0, learning: Int32($0.learningStepSeconds.count),
        relearning: Int32($0.relearningStepSeconds.count))
    }
    index = book.index
  }

  func rule(of key: CardKey?) -> Rule {
    rules.count == 1 ? rules[0] : rules[index(key)]
  }
}
