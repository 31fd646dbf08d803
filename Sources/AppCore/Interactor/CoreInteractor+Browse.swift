import DeckFormat
import Managers
public import Screens
public import StudyDomain

extension CoreInteractor: BrowseInteractor {
  public var browse: BrowseContext {
    let key = BrowseKey(
      library: container.library.revision, history: container.history.revision,
      day: container.clock.today, layout: container.browse.layout)
    return browseMemo.value(for: key) {
      container.index.refresh()
      let snapshot = container.library.snapshot
      return BrowseContext(
        revision: [key.library, key.history, key.day.number], today: key.day, layout: key.layout,
        searches: container.browse.searches, decks: snapshot.decks.map(\.name),
        tags: Set(snapshot.tagSets.joined()).sorted())
    }
  }

  public func find(_ query: Query, in order: CardOrder) -> BrowseFound {
    let found = container.flashcards.cards(matching: query, in: order)
    let snapshot = container.library.snapshot
    return BrowseFound(
      found.map { snapshot.cards[$0].key },
      unknownNames: found.isEmpty ? container.flashcards.unknownNames(in: query) : [])
  }

  public func cards(_ keys: [CardKey]) -> [CardReport?] {
    container.index.refresh()
    return keys.map { key in
      guard let card = container.library.snapshot.card(of: key) else { return nil }
      do { return try container.flashcards.details(ofCard: card) } catch {
        return unreadable(card, error)
      }
    }
  }

  /// A card whose text cannot be read now: why stands in its place.
  private func unreadable(_ card: Int, _ error: any Error) -> CardReport {
    let snapshot = container.library.snapshot
    let note = snapshot.note(ofCard: card)
    let failure = ErrorWording.failure(error)
    return CardReport(
      key: snapshot.cards[card].key, deck: snapshot.decks[Int(note.deck)].name, kind: "",
      text: CardText(front: failure.message, back: failure.nextStep ?? ""),
      tags: snapshot.tagSets[Int(note.tagSet)], state: container.index.state(ofCard: card),
      file: snapshot.files[Int(note.file)].path, line: Int(note.parsed.line))
  }

  public func size(ofNotesOf keys: [CardKey]) -> BrowseSize {
    container.index.refresh()
    let snapshot = container.library.snapshot
    let notes = Set(keys.compactMap { snapshot.card(of: $0) }.map { snapshot.cards[$0].note })
    var size = BrowseSize(notes: notes.count, cards: 0, reviews: 0)
    for note in notes {
      for card in snapshot.cards(ofNote: Int(note)) where !snapshot.cards[card].isDuplicate {
        size.cards += 1
        size.reviews += Int(container.index.state(ofCard: card).reviews)
      }
    }
    return size
  }

  public func perform(_ action: BrowseAction, on keys: [CardKey]) throws -> String {
    try attempt {
      try undoable {
        container.index.refresh()
        let cards = keys.compactMap { container.library.snapshot.card(of: $0) }
        return try BrowseActions(
          flashcards: container.flashcards, browse: container.browse, index: container.index
        ).perform(action, on: cards)
      }
    }
  }

  public func editInEditor(_ key: CardKey) async throws -> String? {
    container.index.refresh()
    guard let card = container.library.snapshot.card(of: key) else {
      throw ActionFailure("the card is gone from its deck")
    }
    guard let terminal else { throw ActionFailure("there is no terminal for an editor") }
    let edit = EditCard(
      flashcards: container.flashcards, session: container.session, editor: container.editor,
      terminal: terminal)
    do {
      return try await edit(card)
    } catch {
      throw ErrorWording.failure(error)
    }
  }
}

/// All that the picture of Browse depends on, its rows apart.
struct BrowseKey: Equatable {
  var library: Int
  var history: Int
  var day: StudyDay
  var layout: CardLayout
}
