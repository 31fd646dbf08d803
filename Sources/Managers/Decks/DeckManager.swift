import History
public import Observation
public import Scheduling
public import StudyDomain

/// The tree of decks: what each holds today, pins, folds and limits.
@MainActor @Observable public final class DeckManager {
  @ObservationIgnored let index: StudyIndex
  @ObservationIgnored let folds: FoldedDecks
  /// Decks whose subtree is hidden on Home; a matter of this machine.
  public internal(set) var folded: Set<String>

  public init(index: StudyIndex, stateFolder: String) {
    self.index = index
    folds = FoldedDecks(path: "\(stateFolder)/folds")
    folded = folds.read()
  }

  /// A deck as Home lists it.
  public struct Summary: Sendable, Hashable {
    public var name: DeckName
    public var depth: Int
    public var parent: Int?
    public var hasChildren: Bool
    public var isPinned: Bool
    public var isFolded: Bool
    public var priority: Int
    public var counts: StudyCounts
    /// Cards in the deck and below it.
    public var cardCount: Int
  }

  /// All decks, parents before children, with what each would show now.
  ///
  /// Among siblings pinned decks come first, then those of higher priority, then by name.
  public func summaries() -> [Summary] {
    index.refresh()
    let counts = index.counts(at: index.clock.now())
    let cards = cardCounts()
    let tree = DeckOrder(index.decks)
    return tree.order.map { deck in
      let entry = index.decks[deck]
      return Summary(
        name: entry.name, depth: tree.depth[deck], parent: entry.parent,
        hasChildren: tree.hasChildren[deck], isPinned: entry.options.isPinned,
        isFolded: folded.contains(entry.name.text), priority: entry.options.priority,
        counts: counts[deck], cardCount: cards[deck])
    }
  }

  /// What is left of today in the whole collection.
  public func totalCounts() -> StudyCounts {
    index.refresh()
    let counts = index.counts(at: index.clock.now())
    return index.decks.indices.reduce(into: StudyCounts()) { total, deck in
      guard index.decks[deck].parent == nil else { return }
      total.new += counts[deck].new
      total.learning += counts[deck].learning
      total.due += counts[deck].due
    }
  }

  private func cardCounts() -> [Int] {
    var counts = index.decks.indices.map { index.pool.cardCount(ofDeck: $0) }
    for deck in index.decks.indices.reversed() {
      if let parent = index.decks[deck].parent { counts[parent] += counts[deck] }
    }
    return counts
  }

  /// What was answered today, all decks together.
  public struct Answers: Sendable, Hashable {
    /// Cards in review that were answered.
    public var reviews = 0
    public var new = 0
    /// Different cards, and all their answers, those within steps too.
    public var cards = 0
    public var answers = 0
    /// Time taken, at most a minute an answer: a card left open is not study.
    public var seconds = 0
  }

  public func answersToday() -> Answers {
    index.refresh()
    var answers = Answers()
    var milliseconds: Int64 = 0
    for count in index.todayCounts.values {
      answers.reviews += count.reviews
      answers.cards += count.answers > 0 ? 1 : 0
      answers.answers += count.answers
      answers.new += count.new
      milliseconds += count.milliseconds
    }
    answers.seconds = Int(milliseconds / 1000)
    return answers
  }

  // MARK: Changes

  public func setFolded(_ deck: DeckName, _ isFolded: Bool) {
    if isFolded { folded.insert(deck.text) } else { folded.remove(deck.text) }
    folds.write(folded)
  }

  /// Raises today's limits of a deck and of the decks above it, so that so many more can come.
  public func addMoreToday(_ deck: DeckName, new: Int = 0, reviews: Int = 0) throws {
    index.refresh()
    let today = index.clock.today
    var drafts: [EventDraft] = []
    for name in deck.lineage {
      for (kind, amount) in [(LimitKind.new, new), (.review, reviews)] where amount != 0 {
        let extra = index.history.extra(kind, deck: name.text, day: today) + amount
        let after = index.history.lastSetting(
          .limit, subject: name.text, name: kind.rawValue, day: today)
        drafts.append(EventDraft(.limit(deck: name.text, kind, extra: extra), after: after))
      }
    }
    guard !drafts.isEmpty else { return }
    try index.history.write(drafts)
  }
}
