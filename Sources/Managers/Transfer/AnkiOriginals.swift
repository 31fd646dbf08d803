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
    var lastEvent: String?
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

  static let suffix = ".rows.jsonl"

  /// Reads what is known of some notes and cards; `wants` is asked with guids, `wantsCard` with
  /// ids of notes.
  ///
  /// Throws `TransferError.ledgerBroken` or the failed call.
  init(
    folder: String, wants: (String) -> Bool, wantsCardsOf: (Int64) -> Bool, hasReviews: Bool
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
    _ bytes: [UInt8], _ wants: (String) -> Bool, _ wantsCardsOf: (Int64) -> Bool,
    _ hasReviews: Bool
  ) -> Bool {
    var firstDay: Int64?
    var skipped: Set<Int64> = []
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      defer { start = end + 1 }
      if start == end { continue }
      guard let values = JSONValue(utf8: Array(bytes[start..<end]))?.arrayValue,
        let kind = values.first?.stringValue
      else { return false }
      switch kind {
      case "anki rows": firstDay = values.count > 2 ? values[2].integerValue : nil
      case "note":
        guard values.count == 4, let guid = values[1].stringValue else { return false }
        guard wants(guid) else { continue }
        notes[guid] = Note(
          tags: values[2].stringValue,
          blanks: (values[3].arrayValue ?? []).compactMap(\.stringValue))
      case "card":
        guard let firstDay, let card = Card(values, firstDay: firstDay) else { return false }
        guard wantsCardsOf(card.card.noteID) else {
          skipped.insert(card.card.id)
          continue
        }
        if card.isLost, cards[card.card.id] == nil {
          lostCards[card.card.noteID, default: []].append(card.card.id)
        }
        cards[card.card.id] = card
      case "log":
        guard values.count == 3, let id = values[1].integerValue, let text = values[2].stringValue
        else { return false }
        guard hasReviews, !skipped.contains(id) else { continue }
        guard LogText.read(text, card: id, into: &reviews) else { return false }
      default: break
      }
    }
    return firstDay != nil || bytes.isEmpty
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
    lastEvent = values[24].stringValue
    if let stability = values[25].doubleValue, let difficulty = values[26].doubleValue {
      memory = MemoryState(stability: stability, difficulty: difficulty)
    }
    isLost = values[27].boolValue ?? false
    card.moveDays(by: firstDay, isFiltered: homeDeck != nil)
  }

  /// The line, without its end.
  var line: JSONValue {
    func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
    return .array([
      .string("card"), .integer(card.id), .integer(card.noteID), .string(deck),
      homeDeck.map { .string($0) } ?? .null, .integer(Int64(card.ordinal)),
      .integer(card.modified), .integer(Int64(card.kind.rawValue)),
      .integer(Int64(card.queue.rawValue)), .integer(card.due),
      .integer(Int64(card.intervalDays)), .integer(Int64(card.easePermille)),
      .integer(Int64(card.repetitions)), .integer(Int64(card.lapses)),
      .integer(Int64(card.stepsLeft)), .integer(card.originalDue), .integer(Int64(card.flags)),
      card.originalPosition.map { .integer(Int64($0)) } ?? .null, number(card.stability),
      number(card.difficulty), number(card.desiredRetention), number(card.decay),
      card.lastReview.map { .integer($0) } ?? .null, .string(card.customData),
      lastEvent.map { .string($0) } ?? .null, number(memory?.stability),
      number(memory?.difficulty), .bool(isLost),
    ])
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
