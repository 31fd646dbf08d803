import AnkiExchange
import History
import StudyDomain

extension AnkiOriginals.Card {
  private static let count = 28

  /// Reads a line; days are stored from the collection's first one.
  init?(_ values: [JSONValue], firstDay: Int64) {
    guard values.count == Self.count else { return nil }
    let numbers = values.map { $0.integerValue ?? 0 }
    guard let id = values[1].integerValue,
      let kind = AnkiCard.Kind(
        rawValue: UInt8(truncatingIfNeeded: numbers[7])),
      let queue = AnkiCard.Queue(rawValue: Int8(truncatingIfNeeded: numbers[8])),
      let deck = values[3].stringValue
    else { return nil }
    card = AnkiCard(id: id, noteID: numbers[2], deckID: 0, ordinal: Int(clamping: numbers[5]))
    card.modified = numbers[6]
    card.kind = kind
    card.queue = queue
    card.due = numbers[9]
    card.intervalDays = Int32(clamping: numbers[10])
    card.easePermille = UInt16(clamping: numbers[11])
    card.repetitions = Int32(clamping: numbers[12])
    card.lapses = Int32(clamping: numbers[13])
    card.stepsLeft = Int32(clamping: numbers[14])
    card.originalDue = numbers[15]
    card.flags = Int32(truncatingIfNeeded: numbers[16])
    card.originalPosition = values[17].integerValue.map { Int32(clamping: $0) }
    card.stability = values[18].doubleValue
    card.difficulty = values[19].doubleValue
    card.desiredRetention = values[20].doubleValue
    card.decay = values[21].doubleValue
    card.lastReview = values[22].integerValue
    card.customData = values[23].stringValue ?? ""
    self.deck = deck
    homeDeck = values[4].stringValue
    lastEvent = values[24].stringValue.flatMap { EventName(text: $0) }
    if let stability = values[25].doubleValue, let difficulty = values[26].doubleValue {
      memory = MemoryState(stability: stability, difficulty: difficulty)
    }
    isLost = values[27].boolValue ?? false
    card.moveDays(by: firstDay, isFiltered: homeDeck != nil)
  }
}

extension AnkiOriginals.Card {
  /// Reads a line as it is written; nil for any other form, a text with escapes among them.
  init?(line: UnsafeBufferPointer<UInt8>, firstDay: Int64) {
    var scan = JSONScan(line)
    func integer() -> Int64? { scan.take(",") ? scan.integer() : nil }
    func optional<Value>(_ read: () -> Value?) -> Value?? {
      guard scan.take(",") else { return nil }
      if scan.take("null") { return .some(nil) }
      return read().map { .some($0) }
    }
    func text() -> String? { scan.take(",") ? scan.text() : nil }
    guard scan.take("[\"card\""), let id = integer(), let note = integer(), let deck = text(),
      let home = optional({ scan.text() }), let ordinal = integer(), let modified = integer(),
      let kind = integer().flatMap({ UInt8(exactly: $0) }).flatMap(AnkiCard.Kind.init),
      let queue = integer().flatMap({ Int8(exactly: $0) }).flatMap(AnkiCard.Queue.init)
    else { return nil }
    card = AnkiCard(id: id, noteID: note, deckID: 0, ordinal: Int(clamping: ordinal))
    (card.modified, card.kind, card.queue) = (modified, kind, queue)
    guard let due = integer(), let interval = integer(), let ease = integer(),
      let repetitions = integer(), let lapses = integer(), let steps = integer(),
      let originalDue = integer(), let flags = integer(),
      let position = optional({ scan.integer() }), let stability = optional({ scan.number() }),
      let difficulty = optional({ scan.number() }), let retention = optional({ scan.number() }),
      let decay = optional({ scan.number() }), let last = optional({ scan.integer() }),
      let data = text(), let event = optional({ scan.text() }),
      let ownStability = optional({ scan.number() }),
      let ownDifficulty = optional({ scan.number() }), scan.take(",")
    else { return nil }
    isLost = scan.take("true")
    guard isLost || scan.take("false"), scan.take("]"), scan.isAtEnd else { return nil }
    card.due = due
    card.intervalDays = Int32(clamping: interval)
    card.easePermille = UInt16(clamping: ease)
    card.repetitions = Int32(clamping: repetitions)
    card.lapses = Int32(clamping: lapses)
    card.stepsLeft = Int32(clamping: steps)
    card.originalDue = originalDue
    card.flags = Int32(truncatingIfNeeded: flags)
    card.originalPosition = position.map { Int32(clamping: $0) }
    (card.stability, card.difficulty) = (stability, difficulty)
    (card.desiredRetention, card.decay) = (retention, decay)
    card.lastReview = last
    card.customData = data
    self.deck = deck
    homeDeck = home
    lastEvent = event.flatMap { EventName(text: $0) }
    if let ownStability, let ownDifficulty {
      memory = MemoryState(stability: ownStability, difficulty: ownDifficulty)
    }
    card.moveDays(by: firstDay, isFiltered: homeDeck != nil)
  }
}

extension AnkiCard {
  /// Makes its day numbers count from another day; places and times stay.
  mutating func moveDays(by days: Int64, isFiltered: Bool) {
    func isDay(_ due: Int64) -> Bool {
      switch kind {
      case .new: false
      case .review: true
      case .learning, .relearning: due <= 1_000_000_000
      }
    }
    if isFiltered {
      if originalDue != 0, isDay(originalDue) { originalDue += days }
    } else if queue != .learning, queue != .preview, isDay(due) {
      due += days
    }
  }
}
