public import Interaction
public import StudyDomain

/// What Home asks before it changes a deck.
public enum DeckPrompt: Hashable, Sendable {
  /// The name of a new deck.
  case create(TextField)
  case rename(DeckName, TextField)
  /// The parent that a deck goes below; the text finds it in the list.
  case move(DeckName, TextField, FieldAndList)
  /// Whether a deck goes to the trash.
  case trash(DeckName, DeckContents)
  /// How many more cards come today.
  case more(DeckName, TextField)

  /// The field that is typed in.
  public var field: TextField? {
    get {
      switch self {
      case .create(let field), .rename(_, let field), .move(_, let field, _), .more(_, let field):
        field
      case .trash: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .create: self = .create(newValue)
      case .rename(let deck, _): self = .rename(deck, newValue)
      case .move(let deck, _, var list):
        list.restart()
        self = .move(deck, newValue, list)
      case .more(let deck, _): self = .more(deck, newValue)
      case .trash: break
      }
    }
  }
}

/// How many more cards a person asks for: `20`, or `50r` for reviews.
struct MoreToday: Equatable {
  var new = 0
  var reviews = 0

  /// Nil for what is no number of cards.
  init?(_ text: String) {
    let word = text.filter { $0 != " " }.lowercased()
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), (1...9999).contains(count) else { return nil }
    switch word.dropFirst(digits.count) {
    case "", "n", "new": new = count
    case "r", "review", "reviews": reviews = count
    default: return nil
    }
  }
}
