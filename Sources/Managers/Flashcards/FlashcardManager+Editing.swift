import DeckFormat
import FileStorage
import History
public import StudyDomain

extension FlashcardManager {
  /// A note before a person edits its file, so that its history can follow it after.
  public struct EditTicket: Sendable {
    /// Absolute.
    public var path: String
    /// Where the note's text begins, from 1.
    public var line: Int
    public var card: CardKey
    var note: Int
    var before: LibrarySnapshot
    /// By card of the note: a key of each set that its text held.
    var held: [CardKey: [CardKey]]
    /// By card of the note: what the history keeps of its text, where it has events.
    var details: [CardKey: CardDetails]
  }

  /// What an edit did to the card it was begun on.
  public enum EditOutcome: Hashable, Sendable {
    case unchanged
    /// Cards whose history now follows a new text; 0 when only text that is no key changed.
    case followed(cards: Int, key: CardKey)
    /// The card's text is gone from the collection.
    case gone
  }

  /// Remembers the note of a card before its file is opened in an editor.
  public func beginEdit(ofCard card: Int) -> EditTicket {
    let note = snapshot.note(ofCard: card)
    let history = index.history.history
    var held: [CardKey: [CardKey]] = [:]
    var details: [CardKey: CardDetails] = [:]
    for sibling in siblings(ofCard: card) {
      let key = snapshot.cards[sibling].key
      held[key] = history.keysHeld(by: key)
      details[key] = index.id(ofCard: sibling).flatMap { history.cardDetails(of: $0) }
    }
    return EditTicket(
      path: index.library.path(ofFile: Int(note.file)), line: Int(note.parsed.line),
      card: snapshot.cards[card].key, note: Int(snapshot.cards[card].note), before: snapshot,
      held: held, details: details)
  }

  /// Reads the file again and lets the histories of the note's cards follow their new texts.
  ///
  /// The note is found by its place between notes that did not change; its cards by what they hide,
  /// else by their place. Histories whose text still lives elsewhere stay there. With `before`, what
  /// the file held, undo takes the text back too.
  public func endEdit(_ ticket: EditTicket, before: [UInt8]? = nil) throws -> EditOutcome {
    guard index.library.reloadNow() else { return .unchanged }
    index.refresh()
    let pairs = NotePairing(ticket: ticket, after: snapshot).pairs
    let drafts = relinks(pairs, held: ticket.held)
    if let before, try FileSystem.live.status(ofPath: ticket.path) != nil {
      let file = ticket.path.split(separator: "/").last.map(String.init) ?? ticket.path
      try texts.record("the edit of \(file)", path: ticket.path, before: before, events: drafts)
    } else if !drafts.isEmpty {
      try index.history.write(drafts)
    }
    index.refresh()
    if snapshot.card(of: ticket.card) != nil {
      return .followed(cards: pairs.count, key: ticket.card)
    }
    guard let pair = pairs.first(where: { $0.old == ticket.card }) else { return .gone }
    return .followed(cards: pairs.count, key: pair.new)
  }

  /// The card that stands in the place of a ticket's now, after an edit that was not made here.
  public func counterpart(of ticket: EditTicket) -> Int? {
    index.refresh()
    let pair = NotePairing(ticket: ticket, after: snapshot).pairs.first { $0.old == ticket.card }
    return pair.flatMap { snapshot.card(of: $0.new) }
  }

  /// Relinks one key of each set that an old text held, after the `card` event of the new one.
  ///
  /// Cards without events are linked too: another machine may have studied the old text meanwhile.
  func relinks(_ pairs: [NotePairing.Pair], held: [CardKey: [CardKey]]) -> [EventDraft] {
    let history = index.history.history
    let events = CardEvents(index: index)
    var drafts: [EventDraft] = []
    for pair in pairs where snapshot.card(of: pair.old) == nil {
      guard let card = snapshot.card(of: pair.new) else { continue }
      let new = history.keyToWrite(pair.new)
      // Another program may have linked them already.
      let holder = history.card(holding: new)
      let links = (held[pair.old] ?? [pair.old]).filter {
        $0 != new && (holder == nil || history.card(holding: $0) != holder)
      }
      guard !links.isEmpty else { continue }
      drafts.append(EventDraft(.card(new, events.details(ofCard: card))))
      drafts += links.map {
        EventDraft(.relink(old: $0, new: new), after: history.lastLink($0, new))
      }
    }
    return drafts
  }
}
