public import StudyDomain

/// Reads the lines of all history files into tables: the first step of a replay.
public final class HistoryReader {
  /// `expectedBytes`, the sum of all files, saves memory while reading; a guess will do.
  public init(expectedBytes: Int = 0) { preconditionFailure() }

  /// Begins a file; `name` is shown with its bad lines. Files come in any order.
  public func beginFile(named name: String) { preconditionFailure() }

  /// Takes the next bytes of the file; lines may be cut anywhere between two calls.
  public func read(_ bytes: UnsafeRawBufferPointer) { preconditionFailure() }

  /// Ends the file; what follows its last LF counts as a line.
  public func endFile() { preconditionFailure() }
}

/// All that the history says: events replayed into states of cards, settings and days.
///
/// Two steps, because the rules of cards depend on settings: `init` orders events and resolves
/// undo, links and settings, then `fold(with:)` computes the cards. States are only meaningful
/// after `fold`. Not Sendable: built elsewhere it is handed over whole.
public final class History {
  /// Takes over all that `reader` read; `living` are the keys of the texts now in the decks (nil:
  /// every set is a card, as for a history without its decks). The reader is empty afterwards.
  public init(_ reader: HistoryReader, living: [CardKey]?) { preconditionFailure() }

  /// Computes all cards and days.
  public func fold(with rules: RuleBook) { preconditionFailure() }

  // MARK: Settings

  /// All settings in force, in no particular order.
  public var settings: [Setting] { preconditionFailure() }

  // MARK: Cards

  /// The cards of living texts.
  public var cards: [CardID] { preconditionFailure() }

  /// The card that a living text is; nil when no living text has that key.
  public func card(ofText text: CardKey) -> CardID? { preconditionFailure() }

  /// The card or orphan to which events of that key count; nil for a key never seen.
  public func card(holding key: CardKey) -> CardID? { preconditionFailure() }

  public func state(of card: CardID) -> CardState { preconditionFailure() }

  /// The living text's key, for an orphan its lowest key.
  public func name(of card: CardID) -> String { preconditionFailure() }

  /// All keys that count as this card, lowest first. Empty for a text that another one's set holds.
  public func keys(of card: CardID) -> [String] { preconditionFailure() }

  /// The newest event in force on a track: what a new event writes as `after`.
  public func lastEvent(of card: CardID, on track: Track) -> EventName? { preconditionFailure() }

  /// All events in force of a card, in replay order, with what each did.
  public func entries(of card: CardID) -> [CardEntry] { preconditionFailure() }

  /// Cards with events but without a text.
  public func orphans() -> [Orphan] { preconditionFailure() }

  // MARK: Writing

  /// The key under which events of a living text are written: its own, or the first free `~2` ….
  public func keyToWrite(_ text: CardKey) -> CardKey { preconditionFailure() }

  /// One key of each set that a living text holds: an edit relinks every one of them.
  public func keysHeld(by text: CardKey) -> [CardKey] { preconditionFailure() }

  /// The link event in force that a new `relink` or `unlink` of the pair names in `after`.
  public func lastLink(_ one: CardKey, _ other: CardKey) -> EventName? { preconditionFailure() }

  /// The highest sequence read of a writer; 0 when there is none.
  public func lastSequence(of writer: WriterID) -> Int64 { preconditionFailure() }

  /// The highest group read of a writer; -1 when there is none.
  public func lastGroup(of writer: WriterID) -> Int64 { preconditionFailure() }

  /// The undos in force that name the target (or, for a group, its events): a redo undoes each.
  public func undosInForce(of target: UndoTarget) -> [EventIdentity] { preconditionFailure() }

  /// The newest actions, newest first; undos themselves are left out, their targets are marked.
  public func recentActions(limit: Int) -> [RecentAction] { preconditionFailure() }

  // MARK: Days and problems

  public var days: [StudyDay: DayCount] { preconditionFailure() }

  /// The reviews and crams of one study day, in replay order within each card.
  public func reviews(on day: StudyDay) -> [DayReview] { preconditionFailure() }

  public var problems: HistoryProblems { preconditionFailure() }

  // MARK: Changes

  /// Takes in further whole lines; the result equals a replay of everything.
  public func append(_ lines: UnsafeRawBufferPointer, file: String) -> AppendReport {
    preconditionFailure()
  }

  /// Replaces the living texts; gives the cards that changed.
  public func setLiving(_ living: [CardKey]) -> Set<CardID> { preconditionFailure() }

  // MARK: Output

  /// The whole state as canonical JSON with sorted keys, LF at the end; the same in any zone.
  public func json() -> String { preconditionFailure() }

  // MARK: Cache

  /// The replayed state as one blob for `init(cache:)`; `signatures` and `fingerprint` are the
  /// caller's (which files it was read from; which rules it was folded with).
  public func cacheBlob(signatures: [UInt8], fingerprint: UInt64) -> [UInt8] {
    preconditionFailure()
  }

  /// Opens a blob without reading all of it; nil when it is damaged or of another format.
  ///
  /// `owner` keeps the bytes alive. With `verifyAll` every section's checksum is computed, else
  /// only those of the tables that are read anyway.
  public convenience init?(
    cache: UnsafeRawBufferPointer, owner: AnyObject?, rules: RuleBook, verifyAll: Bool = false
  ) {
    preconditionFailure()
  }
}
