import StudyDomain

/// Prints values as JSON: keys sorted, one value a line of indentation.
enum JSONOutput {
  static func print(_ value: some Encodable) throws {
    Output.print(try JSONNode(of: value).text(isPretty: true))
  }
}

/// A card as `cards --json` prints it.
struct CardJSON: Encodable {
  var id: String
  var deck: String
  var kind: String
  var front: String
  var back: String
  var tags: [String]
  var state: String
  /// An ISO date, or a date and time within learning steps; null for a new card.
  @Nullable var due: String?
  @Nullable var interval_days: Double?
  @Nullable var stability: Double?
  @Nullable var difficulty: Double?
  @Nullable var retrievability: Double?
  var reps: Int
  var lapses: Int
  var flag: Int
  var suspended: Bool
  var buried: Bool
  var marked: Bool
  var leech: Bool
  var file: String
  var line: Int

  init(_ card: CardReport) {
    id = card.key.text
    deck = card.deck.text
    kind = card.kind
    front = ClozeMark.plain(card.text.front)
    back = ClozeMark.plain(card.text.back)
    tags = card.tags
    state = card.state.phase.word
    due =
      switch card.state.due {
      case nil: nil
      case .day(let day): day.isoDate
      case .time(let time): time.iso(in: .utc)
      }
    interval_days =
      switch card.state.interval {
      case nil: nil
      case .days(let days): Double(days)
      case .seconds(let seconds): Double(seconds) / 86_400
      }
    stability = card.state.memory?.stability
    difficulty = card.state.memory?.difficulty
    retrievability = card.retrievability
    reps = Int(card.state.reps)
    lapses = Int(card.state.lapses)
    flag = Int(card.state.flag)
    suspended = card.state.isSuspended
    buried = card.isBuried
    marked = card.state.isMarked
    leech = card.state.isLeech
    file = card.file
    line = card.line
  }
}

/// A value that is written as `null` when there is none, so that every object has every key.
@propertyWrapper struct Nullable<Value: Encodable>: Encodable {
  var wrappedValue: Value?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
  }
}
