/// Everything known of one card: its text, its place and its state.
public struct CardReport: Hashable, Sendable {
  public var key: CardKey
  public var deck: DeckName
  /// `basic`, `reverse`, `cloze` or `note`.
  public var kind: String
  public var text: CardText
  public var hint: String?
  public var tags: [String]
  /// The headings above it: `Physics › Waves`.
  public var context: String
  public var state: CardState
  /// Below the collection.
  public var file: String
  /// From 1.
  public var line: Int
  /// The chance of recall now; nil without a memory.
  public var retrievability: Double?
  public var isBuried: Bool

  public init(
    key: CardKey, deck: DeckName, kind: String, text: CardText, hint: String? = nil,
    tags: [String] = [], context: String = "", state: CardState = CardState(), file: String,
    line: Int, retrievability: Double? = nil, isBuried: Bool = false
  ) {
    self.key = key
    self.deck = deck
    self.kind = kind
    self.text = text
    self.hint = hint
    self.tags = tags
    self.context = context
    self.state = state
    self.file = file
    self.line = line
    self.retrievability = retrievability
    self.isBuried = isBuried
  }
}
