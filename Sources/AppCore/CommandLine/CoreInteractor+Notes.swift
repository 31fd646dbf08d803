import FileStorage
import Managers
import Screens
public import StudyDomain

/// A note as a command line describes it.
public struct NoteRequest: Hashable, Sendable {
  public var deck: DeckName?
  /// The name of a kind or of a note type, capitals aside; nil for the one that the texts suggest.
  public var kind: String?
  /// In the order of the kind's fields.
  public var texts: [String]
  public var tags: [String]

  public init(deck: DeckName? = nil, kind: String? = nil, texts: [String], tags: [String] = []) {
    self.deck = deck
    self.kind = kind
    self.texts = texts
    self.tags = tags
  }
}

/// What a command changes of a note; nil for what stays.
public struct NoteEdit: Hashable, Sendable {
  /// By the place of the field.
  public var texts: [Int: String]
  public var tags: [String]?
  public var deck: DeckName?

  public init(texts: [Int: String] = [:], tags: [String]? = nil, deck: DeckName? = nil) {
    self.texts = texts
    self.tags = tags
    self.deck = deck
  }

  public var isEmpty: Bool { texts.isEmpty && tags == nil && deck == nil }
}

// What the command line does with notes.
extension CoreInteractor {
  /// Adds a note; gives its cards.
  public func add(_ request: NoteRequest) throws -> [CardReport] {
    try command {
      let deck = try deck(for: request)
      let choice = try kind(of: request, inDeck: deck)
      guard request.texts.count <= choice.fields.count else {
        throw CommandFailure(
          "\(choice.kind.name) has \(choice.fields.count) fields, and here are "
            + "\(request.texts.count) texts",
          nextStep: "they are \(choice.fields.joined(separator: ", "))")
      }
      let fields = choice.fields.enumerated().map { place, name in
        NoteDraft.Field(name, place < request.texts.count ? request.texts[place] : "")
      }
      let keys = try container.flashcards.add(
        NoteDraft(deck: deck, kind: choice.kind, fields: fields, tags: request.tags))
      return try reports(of: keys)
    }
  }

  /// Adds notes that are written as decks hold them: `Q:`, `A:` and the like.
  public func add(written text: String, _ request: NoteRequest) throws -> [CardReport] {
    try command {
      let deck = try deck(for: request)
      return try reports(
        of: try container.flashcards.add(written: text, to: deck, tags: request.tags))
    }
  }

  private func reports(of keys: [CardKey]) throws -> [CardReport] {
    try keys.compactMap { container.library.snapshot.card(of: $0) }
      .map { try container.flashcards.details(ofCard: $0) }
  }

  /// The deck named, else the one of the last card that was added, else the only one.
  private func deck(for request: NoteRequest) throws -> DeckName {
    container.index.refresh()
    if let deck = request.deck {
      let wanted = deck.text.lowercased()
      return container.index.decks.first { $0.name.text == deck.text }?.name
        ?? container.index.decks.first { $0.name.text.lowercased() == wanted }?.name ?? deck
    }
    let decks = container.library.snapshot.decks
    if let last = container.drafts.read(nil)?.deck, decks.contains(where: { $0.name == last }) {
      return last
    }
    if decks.count == 1 { return decks[0].name }
    throw CommandFailure("the deck is missing", nextStep: "say it with --deck")
  }

  private func kind(of request: NoteRequest, inDeck deck: DeckName) throws -> NoteKindChoice {
    let choices = container.flashcards.kinds(inDeck: deck)
    guard let name = request.kind else {
      let isCloze = request.texts.count == 1
      return choices[isCloze ? 2 : 0]
    }
    let words: [String: NoteKind] = [
      "basic": .basic, "both": .bothWays, "reverse": .bothWays, "cloze": .cloze,
    ]
    let wanted = name.lowercased()
    let found =
      choices.first { $0.kind.name == name } ?? choices.first { $0.kind == words[wanted] }
      ?? choices.first { $0.kind.name.lowercased() == wanted }
    guard let found else {
      let names = ["basic", "both", "cloze"] + choices.dropFirst(3).map(\.kind.name)
      throw CommandFailure(
        "there is no kind '\(name)'", nextStep: "there are \(names.joined(separator: ", "))")
    }
    return found
  }

  /// Changes the note of a card; gives the card as it is then, nil when nothing was changed.
  public func edit(_ name: String, _ edit: NoteEdit) throws -> CardReport? {
    try command {
      let card = try container.flashcards.card(named: name)
      var draft = try container.flashcards.draft(ofCard: card)
      for (place, text) in edit.texts {
        guard draft.fields.indices.contains(place) else {
          throw CommandFailure("the note has no such field")
        }
        draft.fields[place].text = text
      }
      draft.tags = edit.tags ?? draft.tags
      draft.deck = edit.deck ?? draft.deck
      guard case .saved(let key, _) = try container.flashcards.save(draft, of: card) else {
        return nil
      }
      let now = key.flatMap { container.library.snapshot.card(of: $0) }
      guard let now else {
        throw CommandFailure(
          "saved, but the card is no longer one of its note",
          nextStep: "'deckle undo' takes it back")
      }
      return try container.flashcards.details(ofCard: now)
    }
  }

  /// Program and arguments that open the person's editor on a file.
  public func editorArguments(file: String, line: Int? = nil) -> [String] {
    container.editor.arguments(file: file, line: line)
  }

  /// Opens the editor by `run` on a card's file at its line; its history follows its new text.
  public func editInEditor(_ name: String, run: ([String]) throws -> Int32) throws -> CardReport? {
    try command {
      let card = try container.flashcards.card(named: name)
      let ticket = container.flashcards.beginEdit(ofCard: card)
      let arguments = container.editor.arguments(file: ticket.path, line: ticket.line)
      // Without it the text stays when the edit is undone.
      let before = try? FileSystem.live.contents(of: ticket.path)
      let status = try run(arguments)
      let outcome = try container.flashcards.endEdit(ticket, before: before)
      if status != 0 { throw CommandFailure("\(arguments[0]) ended with status \(status)") }
      switch outcome {
      case .unchanged: return nil
      case .gone:
        throw CommandFailure("the card's text is gone; its history returns with it")
      case .followed(_, let key):
        return try container.library.snapshot.card(of: key)
          .map { try container.flashcards.details(ofCard: $0) }
      }
    }
  }
}
