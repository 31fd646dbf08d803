import DeckFormat
import History
import StudyDomain

/// Makes the events of actions on cards: the right key, what they follow, and the `card` line that
/// goes before a card's first event.
@MainActor struct CardEvents {
  let index: StudyIndex

  private var history: History { index.history.history }

  /// One event for each card, as `make` says; nil leaves a card out.
  func drafts(_ cards: [Int], _ make: (Int, CardKey) -> EventBody?) -> [EventDraft] {
    var drafts: [EventDraft] = []
    for card in cards {
      let key = history.keyToWrite(index.library.snapshot.cards[card].key)
      guard let body = make(card, key) else { continue }
      drafts += introduction(card, key)
      drafts.append(EventDraft(body, after: last(card, body)))
    }
    return drafts
  }

  /// The newest event in force on the track of an event about to be written.
  func last(_ card: Int, _ body: EventBody) -> EventName? {
    guard let track = body.kind.track, let id = index.id(ofCard: card) else { return nil }
    return history.lastEvent(of: id, on: track)
  }

  /// The `card` event of a card that the history does not know yet; empty for any other.
  func introduction(_ card: Int, _ key: CardKey) -> [EventDraft] {
    isIntroduced(index.id(ofCard: card)) ? [] : [EventDraft(.card(key, details(ofCard: card)))]
  }

  /// Whether the history knows a card; one that is not held by a text it does not.
  func isIntroduced(_ id: CardID?) -> Bool {
    guard let id else { return false }
    return history.hasEvents(id) || history.cardDetails(of: id) != nil
  }

  /// What the history keeps of a card's text, so that it is recognised when the text is gone.
  func details(ofCard card: Int) -> CardDetails {
    let snapshot = index.library.snapshot
    let deck = snapshot.decks[snapshot.deck(ofCard: card)].name.text
    // A text that cannot be read at this moment is still graded; only its words are missing.
    guard let content = try? index.library.content(ofCard: card) else {
      return CardDetails(deck: deck, looseKey: "", frontHash: "", backHash: "", text: "")
    }
    return CardDetails(deck: deck, content)
  }
}

extension CardDetails {
  /// What the history keeps of a card that is read.
  init(deck: String, _ content: CardContent) {
    self.init(
      deck: deck, looseKey: CardContent.hex(content.looseKey),
      frontHash: CardContent.hex(content.frontHash),
      backHash: CardContent.hex(content.backHash), text: content.excerpt)
  }
}
