import Screens
import StudyDomain
import Testing

/// A list of cards in memory, searched by words of their fronts and by `deck:`.
@MainActor final class FakeBrowseInteractor: BrowseInteractor {
  var reports: [CardReport]
  var browse: BrowseContext
  /// What was asked to be done, in words, and on which cards.
  private(set) var done: [(action: BrowseAction, fronts: [String])] = []
  private(set) var searches = 0
  /// How many cards were read.
  private(set) var read = 0
  var failure: ActionFailure?

  init(
    _ reports: [CardReport] = Sample.cards, layout: CardLayout = CardLayout(),
    searches: [SavedSearch] = []
  ) {
    self.reports = reports
    browse = BrowseContext(
      revision: [1], today: Sample.today, layout: layout, searches: searches,
      decks: [DeckName("Spanish"), DeckName("Spanish::Verbs"), DeckName("My deck")],
      tags: ["animal", "verb"])
  }

  /// Something outside changed.
  func changed() { browse.revision[0] += 1 }

  func find(_ query: Query, in order: CardOrder) -> BrowseFound {
    searches += 1
    let found = reports.filter { holds(query.root, $0) }.map(\.key)
    return BrowseFound(order.isDescending ? found.reversed() : found)
  }

  private func holds(_ node: Query.Node, _ report: CardReport) -> Bool {
    switch node {
    case .all(let nodes): nodes.allSatisfy { holds($0, report) }
    case .any(let nodes): nodes.contains { holds($0, report) }
    case .not(let node): !holds(node, report)
    case .test(.text(let pattern)): report.text.front.contains(pattern.written)
    case .test(.deck(let pattern)): report.deck.text.hasPrefix(pattern.written)
    case .test: false
    }
  }

  func cards(_ keys: [CardKey]) -> [CardReport?] {
    read += keys.count
    return keys.map { key in reports.first { $0.key == key } }
  }

  func size(ofNotesOf keys: [CardKey]) -> BrowseSize {
    BrowseSize(notes: keys.count, cards: keys.count, reviews: keys.count * 3)
  }

  func perform(_ action: BrowseAction, on keys: [CardKey]) throws -> String {
    if let failure { throw failure }
    done.append((action, cards(keys).map { $0?.text.front ?? "gone" }))
    if case .setLayout(let layout) = action { browse.layout = layout }
    if case .saveSearch(let search) = action { browse.searches.append(search) }
    if case .removeSearch(let name) = action { browse.searches.removeAll { $0.name == name } }
    changed()
    return keys.isEmpty ? "done" : "\(keys.count) cards done"
  }

  func editInEditor(_ key: CardKey) async throws -> String? { "card edited, history kept" }
  func undo() throws -> String { "undone: it" }
  func redo() throws -> String { "done again: it" }
}

@MainActor final class FakeBrowseRouter: BrowseRouter {
  private(set) var exported: String?
  private(set) var studied: CustomStudy?
  private(set) var isDismissed = false
  func showExport(ofCards query: String) { exported = query }
  func study(_ custom: CustomStudy) { studied = custom }
  private(set) var edited: CardKey?
  func edit(_ card: CardKey) { edited = card }
  func dismiss() { isDismissed = true }
}

extension Sample {
  static let today = StudyDay(20_787)

  /// Cards in every state, with a long text and wide ones.
  static let cards: [CardReport] = {
    func report(
      _ hash: UInt64, _ front: String, _ back: String, deck: String = "Spanish::Verbs",
      tags: [String] = [], _ change: (inout CardState) -> Void = { _ in }
    ) -> CardReport {
      var state = CardState()
      change(&state)
      return CardReport(
        key: CardKey(hash: hash), deck: DeckName(deck), kind: "basic",
        text: CardText(front: front, back: back), tags: tags, state: state,
        file: "Spanish/Verbs.md", line: Int(hash) * 4,
        retrievability: state.memory == nil ? nil : 0.91,
        isBuried: state.isBuried(on: today))
    }
    func reviewed(_ state: inout CardState, due: Int, interval: Int) {
      state.phase = .review
      state.due = .day(today + due)
      state.interval = .days(interval)
      state.memory = MemoryState(stability: Double(interval) * 1.1, difficulty: 5.3)
      state.reps = 9
      state.reviews = 9
      state.lapses = 1
      state.lastDay = today + (due - interval)
    }
    return [
      report(1, "to fetch, to bring (3rd person)", "trae", tags: ["verb"]) {
        reviewed(&$0, due: 0, interval: 12)
      },
      report(2, "to go", "ir", tags: ["verb", "irregular"]) {
        reviewed(&$0, due: 40, interval: 90)
        $0.flag = 2
        $0.isMarked = true
      },
      report(3, "the **dog** and its `bone`", "el perro", deck: "Spanish", tags: ["animal"]),
      report(4, "天気はいいから散歩しましょう。שלום 👩‍🌾 and a text that goes on and on and on and on", "long") {
        $0.phase = .learning
        $0.due = .time(Timestamp(seconds: 1_796_040_600))
        $0.interval = .seconds(600)
      },
      report(5, "the cat", "el gato", deck: "Spanish", tags: ["animal"]) {
        reviewed(&$0, due: -3, interval: 400)
        $0.isSuspended = true
      },
      report(6, "to have", "tener", tags: ["verb"]) {
        reviewed(&$0, due: 1, interval: 3)
        $0.buriedDay = today
      },
    ]
  }()

  /// So many cards of one deck.
  static func manyCards(_ count: Int) -> [CardReport] {
    (0..<count).map {
      CardReport(
        key: CardKey(hash: UInt64($0 + 100)), deck: DeckName("Many"), kind: "basic",
        text: CardText(front: "question \($0)", back: "answer \($0)"), file: "Many.md",
        line: $0 + 1)
    }
  }
}
