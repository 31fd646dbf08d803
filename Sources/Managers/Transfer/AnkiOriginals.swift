import AnkiExchange
import FileStorage
import History
import StudyDomain

/// What earlier imports brought and neither texts nor history can say: rows of cards and of the log
/// as Anki had them, blanks around fields, tags that no directive can hold.
///
/// They are kept beside the ledger, a line of JSON for each row, and only an export reads them.
struct AnkiOriginals {
  /// A card as it came, and what tells whether its schedule is still that.
  struct Card {
    /// Days count from 1970.
    var card: AnkiCard
    /// The deck that it was in, and that it belonged to while that was a filtered one.
    var deck: String
    var homeDeck: String?
    /// The newest event of its schedule after the import.
    var lastEvent: EventName?
    var memory: MemoryState?
    /// Here no text makes such a card.
    var isLost: Bool
  }

  struct Note {
    /// Nil where the directives hold them.
    var tags: String?
    /// Before and after each field; empty where the text has the fields whole.
    var blanks: [String]
  }

  private(set) var notes: [String: Note] = [:]
  private(set) var cards: [Int64: Card] = [:]
  /// By note: cards that no text here makes.
  private(set) var lostCards: [Int64: [Int64]] = [:]
  /// Of all cards, in no order.
  private(set) var reviews: [AnkiReview] = []

  /// Hands the answers over.
  mutating func takeReviews() -> [AnkiReview] {
    defer { reviews = [] }
    return reviews
  }

  static let suffix = ".rows.jsonl"

  /// Reads what is known of some notes and cards; `wants` is asked with guids, `wantsCardsOf` with
  /// ids of notes, or nil for the cards of all.
  ///
  /// Throws `TransferError.ledgerBroken` or the failed call.
  init(
    folder: String, wants: (String) -> Bool, wantsCardsOf: ((Int64) -> Bool)?, hasReviews: Bool
  ) throws {
    guard try FileSystem.live.status(ofPath: folder) != nil else { return }
    var names: [String] = []
    let code = FileSystem.live.list(folder, &names)
    if code < 0 {
      throw FileStorageError.system(operation: "list", path: folder, code: Int32(-code))
    }
    for name in names.sorted() where name.hasSuffix(Self.suffix) && !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      let bytes = try FileSystem.live.contents(of: path)
      guard read(bytes, wants, wantsCardsOf, hasReviews) else {
        throw TransferError.ledgerBroken(path: path)
      }
    }
  }

  private mutating func read(
    _ bytes: [UInt8], _ wants: (String) -> Bool, _ wantsCardsOf: ((Int64) -> Bool)?,
    _ hasReviews: Bool
  ) -> Bool {
    var firstDay: Int64?
    var skipped: Set<Int64> = []
    cards.reserveCapacity(cards.count + (wantsCardsOf == nil ? bytes.count / 300 : 0))
    if hasReviews, wantsCardsOf == nil { reviews.reserveCapacity(bytes.count / 35) }
    return bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
        start = end + 1
        if line.isEmpty { continue }
        if let firstDay, let card = Card(line: line, firstDay: firstDay) {
          take(card, wantsCardsOf, &skipped)
        } else if let (id, log) = Self.log(line) {
          if !hasReviews || skipped.contains(id) { continue }
          guard LogText.read(log, card: id, into: &reviews) else { return false }
        } else if !read(line: line, &firstDay, &skipped, wants, wantsCardsOf, hasReviews) {
          return false
        }
      }
      return firstDay != nil || bytes.isEmpty
    }
  }

  private mutating func take(
    _ card: Card, _ wantsCardsOf: ((Int64) -> Bool)?, _ skipped: inout Set<Int64>
  ) {
    if let wantsCardsOf, !wantsCardsOf(card.card.noteID) {
      skipped.insert(card.card.id)
      return
    }
    let old = cards.updateValue(card, forKey: card.card.id)
    if card.isLost, old == nil {
      lostCards[card.card.noteID, default: []].append(card.card.id)
    }
  }

  /// The card and the answers of a line as `write` makes it; nil for any other.
  private static func log(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> (card: Int64, log: UnsafeBufferPointer<UInt8>)? {
    var scan = JSONScan(line)
    guard scan.take("[\"log\","), let id = scan.integer(), scan.take(","),
      let log = scan.plainText(), scan.take("]"), scan.isAtEnd
    else { return nil }
    return (id, log)
  }

  /// Reads a line of any form.
  private mutating func read(
    line: UnsafeBufferPointer<UInt8>, _ firstDay: inout Int64?, _ skipped: inout Set<Int64>,
    _ wants: (String) -> Bool, _ wantsCardsOf: ((Int64) -> Bool)?, _ hasReviews: Bool
  ) -> Bool {
    guard let values = JSONValue(utf8: Array(line))?.arrayValue,
      let kind = values.first?.stringValue
    else { return false }
    switch kind {
    case "anki rows": firstDay = values.count > 2 ? values[2].integerValue : nil
    case "note":
      guard values.count == 4, let guid = values[1].stringValue else { return false }
      guard wants(guid) else { return true }
      notes[guid] = Note(
        tags: values[2].stringValue,
        blanks: (values[3].arrayValue ?? []).compactMap(\.stringValue))
    case "card":
      guard let firstDay, let card = Card(values, firstDay: firstDay) else { return false }
      take(card, wantsCardsOf, &skipped)
    case "log":
      guard values.count == 3, let id = values[1].integerValue, var text = values[2].stringValue
      else { return false }
      guard hasReviews, !skipped.contains(id) else { return true }
      return text.withUTF8 { LogText.read($0, card: id, into: &reviews) }
    default: break
    }
    return true
  }
}

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
  fileprivate init?(line: UnsafeBufferPointer<UInt8>, firstDay: Int64) {
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
