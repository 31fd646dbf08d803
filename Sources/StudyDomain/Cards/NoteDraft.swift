/// A note as a person writes it in a form: for a new one, or for one that is there already.
public struct NoteDraft: Hashable, Sendable {
  public var deck: DeckName
  public var kind: NoteKind
  public var fields: [Field]
  /// The note's own, without those of its headings and file.
  public var tags: [String]

  /// A named part of the note.
  public struct Field: Hashable, Sendable {
    public var name: String
    public var text: String
    /// Stays for the next card.
    public var isSticky: Bool

    public init(_ name: String, _ text: String = "", isSticky: Bool = false) {
      self.name = name
      self.text = text
      self.isSticky = isSticky
    }
  }

  public init(deck: DeckName, kind: NoteKind, fields: [Field], tags: [String] = []) {
    self.deck = deck
    self.kind = kind
    self.fields = fields
    self.tags = tags
  }

  /// Nothing was written yet, or only what stays from the card before.
  public var isBlank: Bool {
    fields.allSatisfy { field in field.isSticky || field.text.allSatisfy(\.isWhitespace) }
  }

  /// The same with the fields of another kind; texts stay by their place.
  public func changed(to kind: NoteKind, fields names: [String]) -> NoteDraft {
    var draft = self
    draft.kind = kind
    let filled = fields.filter { !$0.text.isEmpty }
    draft.fields = names.enumerated().map { place, name in
      if let same = fields.first(where: { $0.name == name }) { return same }
      return place < fields.count
        ? Field(name, fields[place].text, isSticky: fields[place].isSticky) : Field(name)
    }
    // A text whose field has no counterpart goes to the last one rather than away.
    for field in filled where !draft.fields.contains(where: { $0.text == field.text }) {
      guard let last = draft.fields.indices.last else { break }
      let text = draft.fields[last].text
      draft.fields[last].text = text.isEmpty ? field.text : text + "\n\n" + field.text
    }
    return draft
  }

  /// What the next card begins with.
  public var next: NoteDraft {
    var draft = self
    for place in fields.indices where !fields[place].isSticky { draft.fields[place].text = "" }
    return draft
  }
}

/// How the text of a note becomes cards.
public enum NoteKind: Hashable, Sendable {
  /// One card.
  case basic
  /// One card for each direction.
  case bothWays
  /// One card for each gap.
  case cloze
  /// A note of a type from `notetypes.yaml`.
  case typed(String)

  /// The kinds that every collection has.
  public static let plain: [NoteKind] = [.basic, .bothWays, .cloze]

  /// As forms and the command line name it.
  public var name: String {
    switch self {
    case .basic: "Basic"
    case .bothWays: "Both directions"
    case .cloze: "Cloze"
    case .typed(let name): name
    }
  }
}

/// A kind that a form offers, with the names of its fields.
public struct NoteKindChoice: Hashable, Sendable {
  public var kind: NoteKind
  public var fields: [String]

  public init(_ kind: NoteKind, fields: [String]) {
    self.kind = kind
    self.fields = fields
  }
}

/// What would come of a draft.
public struct NotePreview: Hashable, Sendable {
  public var cards: [CardText]
  /// Why it cannot be saved as it is; nil when it can.
  public var problem: String?

  public init(cards: [CardText] = [], problem: String? = nil) {
    self.cards = cards
    self.problem = problem
  }
}
