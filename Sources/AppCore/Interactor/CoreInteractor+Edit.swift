import Managers
public import Screens
public import StudyDomain

extension CoreInteractor: EditInteractor {
  public func form(for target: EditTarget) throws -> EditForm {
    switch target {
    case .new(let deck): return newForm(deck)
    case .card(let key):
      return try attempt {
        let card = try card(underEdit: key)
        let now = container.library.snapshot.cards[card].key
        let note = try container.flashcards.draft(ofCard: card)
        let kept = container.drafts.read(key) ?? container.drafts.read(now)
        return EditForm(note: note, kept: kept == note ? nil : kept, target: .card(now))
      }
    }
  }

  /// A blank form in the deck at hand, as the last card left it, or with the text left in it.
  private func newForm(_ deck: DeckName?) -> EditForm {
    let left = container.drafts.read(nil)
    let known = deck.flatMap { deck in
      container.library.snapshot.deck(named: deck) == nil ? nil : deck
    }
    let home = known ?? left?.deck ?? container.library.snapshot.decks.first?.name
    var note = NoteDraft(
      deck: home ?? DeckName("Cards"), kind: .basic,
      fields: [NoteDraft.Field("Front"), NoteDraft.Field("Back")])
    if let left {
      note = left.next
      note.deck = home ?? left.deck
    }
    // A type may have gone since, or belong to another deck.
    let kinds = container.flashcards.kinds(inDeck: note.deck)
    if !kinds.contains(where: { $0.kind == note.kind }) {
      note = note.changed(to: .basic, fields: ["Front", "Back"])
    }
    let kept = left.flatMap { $0.isBlank ? nil : $0 }
    return EditForm(note: note, kept: kept, target: .new(note.deck))
  }

  /// The card that a form is open for, also when its text was edited outside meanwhile.
  private func card(underEdit key: CardKey) throws -> Int {
    container.index.refresh()
    if let card = container.library.snapshot.card(of: key) {
      editTicket = container.flashcards.beginEdit(ofCard: card)
      return card
    }
    if let editTicket, editTicket.card == key,
      let card = container.flashcards.counterpart(of: editTicket)
    {
      return card
    }
    // By its history, where that followed the new text.
    if let card = try? container.flashcards.card(named: key.text) { return card }
    throw ActionFailure("the note is gone from its deck")
  }

  public func choices(inDeck deck: DeckName) -> EditChoices {
    let snapshot = container.library.snapshot
    return EditChoices(
      decks: snapshot.decks.map(\.name.text), kinds: container.flashcards.kinds(inDeck: deck),
      tags: Set(snapshot.tagSets.joined()).sorted())
  }

  public func preview(_ draft: NoteDraft, of target: EditTarget) -> NotePreview {
    container.flashcards.preview(draft, editing: card(of: target))
  }

  public func duplicate(of draft: NoteDraft, target: EditTarget) -> String? {
    container.flashcards.duplicate(of: draft, editing: card(of: target))
  }

  private func card(of target: EditTarget) -> Int? {
    guard case .card(let key) = target else { return nil }
    return container.library.snapshot.card(of: key)
  }

  public func save(_ draft: NoteDraft, to target: EditTarget) throws -> String {
    try attempt {
      switch target {
      case .new:
        let keys = try container.flashcards.add(draft)
        container.session.refresh()
        return "added to \(draft.deck.text): \(keys.count == 1 ? "1 card" : "\(keys.count) cards")"
      case .card(let key): return try save(draft, of: key)
      }
    }
  }

  private func save(_ draft: NoteDraft, of key: CardKey) throws -> String {
    let card = try card(underEdit: key)
    let before = container.library.snapshot.cards[card].key
    let asked = container.session.currentKey
    let outcome = try container.flashcards.save(draft, of: card)
    container.drafts.keep(nil, of: key)
    container.drafts.keep(nil, of: before)
    guard case .saved(let now, _) = outcome else { return "nothing was changed" }
    if asked == before, let now {
      container.session.edited(from: before, to: now)
    } else {
      container.session.refresh()
    }
    sessionNotice = Notice(
      now == nil
        ? "note edited; the card asked is no longer one of its" : "note edited, history kept")
    return "saved"
  }

  public func keep(_ draft: NoteDraft?, for target: EditTarget) {
    switch target {
    case .new: container.drafts.keep(draft, of: nil)
    case .card(let key): container.drafts.keep(draft, of: key)
    }
  }
}
