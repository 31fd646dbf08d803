import DeckFormat
public import FileStorage
public import History
import Scheduling
public import StudyDomain

/// Notes and cards: finding them, showing them, and what is done to them outside a session.
@MainActor public final class FlashcardManager {
  let index: StudyIndex
  let texts: TextJournal
  private let cache: SearchCache?
  private var search: TextSearch?
  /// The head of the file that a form was last read with.
  var formHead: FormHead?
  /// The note that a form was last open for.
  var formNote: FormNote?

  /// A manager that keeps what searching needs in the index's cache.
  public init(index: StudyIndex) {
    self.index = index
    texts = TextJournal(index: index)
    cache = index.cache.map { SearchCache(cache: $0) }
  }

  var snapshot: LibrarySnapshot { index.library.snapshot }

  // MARK: Finding

  /// The cards that a query asks for, in the order of the library.
  public func cards(matching query: Query) -> [Int] {
    index.refresh()
    let filter = CardFilter(query: query, index: index) { self.currentSearch() }
    return index.pool.candidates.compactMap { filter.includes($0) ? Int($0.card) : nil }
  }

  /// Names in a query that nothing here has, each in a sentence.
  ///
  /// Costs a search for each name; it is for a query that found nothing.
  public func unknownNames(in query: Query) -> [String] {
    var sentences: [String] = []
    func look(_ node: Query.Node) {
      switch node {
      case .all(let nodes), .any(let nodes): nodes.forEach(look)
      case .not(let node): look(node)
      case .test(let test):
        if let sentence = unknownName(in: test), !sentences.contains(sentence) {
          sentences.append(sentence)
        }
      }
    }
    look(query.root)
    return sentences
  }

  private func unknownName(in test: Query.Test) -> String? {
    func isUnknown(_ test: Query.Test) -> Bool { cards(matching: Query(.test(test))).isEmpty }
    switch test {
    case .deck(let name):
      return isUnknown(test) ? "there is no deck '\(name.written)' with cards" : nil
    case .tag(let name):
      return isUnknown(test) ? "no note has the tag '\(name.written)'" : nil
    case .noteType(let name):
      return isUnknown(test) ? "no note is of the type '\(name.written)'" : nil
    case .field(let name, _, let written):
      let any = Query.Test.field(name: name, QueryPattern([.run]), written: written)
      return isUnknown(any) ? "no note has a field '\(name.written)'" : nil
    default: return nil
    }
  }

  /// Decks whose texts the last search had to fold.
  var searchedDecks: Int { search?.foldedDecks ?? 0 }

  func currentSearch() -> TextSearch {
    if let search, search.revision == index.library.revision { return search }
    let current = TextSearch(
      library: index.library, previous: search, cache: cache, now: index.clock.realNow())
    search = current
    return current
  }

  /// Keeps the texts that a search folded, when folding them again would cost more than a glance.
  public func saveCache() {
    if let cache { search?.save(to: cache, atLeast: 1 << 17) }
  }

  /// The card of an id as lists print it, or of the beginning of one.
  public func card(named text: String) throws(CardNameError) -> Int {
    index.refresh()
    if let key = CardKey(text: text) {
      if let card = snapshot.card(of: key) { return card }
      if let id = index.history.history.card(holding: key), let card = index.card(of: id) {
        return card
      }
      throw .unknown(text)
    }
    let wanted = text.contains(":") ? text : "\(CardKey.currentVersion):\(text)"
    let found = snapshot.byKey.filter { snapshot.cards[Int($0)].key.text.hasPrefix(wanted) }
    guard let first = found.first, !text.isEmpty else { throw .unknown(text) }
    guard found.count == 1 else { throw .ambiguous(text, count: found.count) }
    return Int(first)
  }

  /// Everything known of a card now.
  public func details(ofCard card: Int) throws -> CardReport {
    index.refresh()
    let content = try index.library.content(ofCard: card)
    let note = snapshot.note(ofCard: card)
    return CardReport(
      key: snapshot.cards[card].key, deck: snapshot.decks[Int(note.deck)].name,
      kind: content.kind, text: content.text, hint: content.hint,
      tags: snapshot.tagSets[Int(note.tagSet)], context: snapshot.contexts[Int(note.context)],
      state: index.state(ofCard: card), file: snapshot.files[Int(note.file)].path,
      line: Int(note.parsed.line),
      retrievability: retrievability(ofCard: card), isBuried: isBuried(card))
  }

  private func isBuried(_ card: Int) -> Bool {
    index.state(ofCard: card).isBuried(on: index.clock.today)
  }

  private func retrievability(ofCard card: Int) -> Double? {
    let state = index.state(ofCard: card)
    guard let memory = state.memory, let last = state.lastReview else { return nil }
    return index.retrievability(memory, since: last, ofDeck: snapshot.deck(ofCard: card))
  }

  // MARK: Acting

  /// What can be done to cards as they are.
  public enum Action: Hashable, Sendable {
    case suspend, unsuspend, bury, unbury, forget
    /// 0 none, 1 to 7.
    case flag(Int)
    case mark(Bool)
  }

  /// Does it to all of them as one action; returns how many changed.
  @discardableResult
  public func perform(_ action: Action, on cards: [Int]) throws(FileStorageError) -> Int {
    index.refresh()
    let today = index.clock.today
    let affected = cards.filter { action.changes(index.state(ofCard: $0), today: today) }
    guard !affected.isEmpty else { return 0 }
    let drafts = CardEvents(index: index).drafts(affected) { _, key in action.body(key) }
    try index.history.write(drafts)
    return affected.count
  }

  /// Lets the history of a text that is gone go; false when it is so already.
  ///
  /// With its text it returns as a new card.
  public func forget(orphan: Orphan) throws(FileStorageError) -> Bool {
    let history = index.history.history
    guard let key = CardKey(text: orphan.key),
      Action.forget.changes(
        history.state(of: orphan.card), today: index.clock.today)
    else { return false }
    let after = EventKind.forget.track.flatMap { history.lastEvent(of: orphan.card, on: $0) }
    try index.history.write([EventDraft(.forget(key), after: after)])
    return true
  }

  /// The cards of the same note, the card itself included.
  public func siblings(ofCard card: Int) -> [Int] {
    snapshot.cards(ofNote: Int(snapshot.cards[card].note)).filter {
      !snapshot.cards[$0].isDuplicate
    }
  }
}

extension FlashcardManager.Action {
  /// False when the card is already so.
  func changes(_ state: CardState, today: StudyDay) -> Bool {
    switch self {
    case .suspend: !state.isSuspended
    case .unsuspend: state.isSuspended
    case .bury: !state.isBuried(on: today)
    case .unbury: state.isBuried(on: today)
    case .forget: state.phase != .new || state.memory != nil || state.reps > 0
    case .flag(let flag): Int(state.flag) != flag
    case .mark(let mark): state.isMarked != mark
    }
  }

  func body(_ key: CardKey) -> EventBody {
    switch self {
    case .suspend: .suspend(key)
    case .unsuspend: .unsuspend(key)
    case .bury: .bury(key)
    case .unbury: .unbury(key)
    case .forget: .forget(key)
    case .flag(let flag): .flag(key, flag)
    case .mark(let mark): .mark(key, mark)
    }
  }
}

/// Why a word on the command line names no card.
public enum CardNameError: Error, Hashable, Sendable {
  case unknown(String)
  case ambiguous(String, count: Int)
}
