public import Interaction
public import Observation
public import StudyDomain

/// Decides what Browse shows and does: the query, its rows, the selection.
@MainActor @Observable public final class BrowseViewModel {
  let interactor: any BrowseInteractor
  let router: any BrowseRouter

  public internal(set) var mode = BrowseMode.rows
  /// The query as it is typed.
  public internal(set) var query: TextField
  /// What is wrong with it; the rows are those of the last good one meanwhile.
  public private(set) var error: Query.SyntaxError?
  /// The query that the rows are the answer to.
  public private(set) var shownQuery = ""
  public private(set) var found: [CardKey] = []
  public private(set) var unknownNames: [String] = []
  public internal(set) var selection = ListSelection()
  /// Those that were selected one by one, or by a range that is done.
  public internal(set) var selected: Set<CardKey> = []
  /// The row at which a range begins; it goes as far as the row at hand.
  public internal(set) var rangeStart: Int?
  public internal(set) var message: Notice?
  /// What is typed below the rows.
  public internal(set) var field = TextField()
  /// What a query may be completed to, where that is not certain.
  public internal(set) var proposals: [String] = []
  /// Of the list that is open.
  public internal(set) var list = ListSelection()
  /// Of the card that is shown whole.
  public internal(set) var scroll = ScrollState()
  /// True while an editor has the terminal.
  public internal(set) var isEditing = false

  /// Where keys go after a field.
  @ObservationIgnored var modeBefore = BrowseMode.rows
  private(set) var parsed = Query()
  /// The card at hand, so that it stays so wherever it goes.
  private var cursor: CardKey?
  @ObservationIgnored private var seenRevision: [Int] = []
  /// The rows seen last: reading and flattening a text is most of a row's work.
  @ObservationIgnored private var keptRows: [CardKey: BrowseRow] = [:]
  @ObservationIgnored var editing: Task<Void, Never>?

  /// Begins with a query, and with a card where the query finds it.
  public init(
    interactor: any BrowseInteractor, router: any BrowseRouter, query: String = "",
    card: CardKey? = nil
  ) {
    self.interactor = interactor
    self.router = router
    self.query = TextField(query)
    cursor = card
    search()
  }

  // MARK: Finding

  /// Finds what is typed; a query that cannot be read leaves the rows as they are.
  func search() {
    do throws(Query.SyntaxError) {
      parsed = try Query(parsing: query.text)
      error = nil
      shownQuery = query.text
      find()
    } catch {
      self.error = error
    }
  }

  /// Finds the rows anew; the card at hand and the selected ones follow where they are still found.
  func find() {
    let context = interactor.browse
    let start = rangeStart.flatMap { found.indices.contains($0) ? found[$0] : nil }
    let answer = interactor.find(parsed, in: context.layout.order)
    seenRevision = context.revision
    keptRows = [:]
    if answer.cards != found { found = answer.cards }
    if answer.unknownNames != unknownNames { unknownNames = answer.unknownNames }
    if !selected.isEmpty { selected = Set(found.filter(selected.contains)) }
    rangeStart = start.flatMap { found.firstIndex(of: $0) }
    selection.fit(count: found.count, windowHeight: selection.windowHeight)
    if let cursor, let index = found.firstIndex(of: cursor) { selection.select(index) }
    rememberCursor()
  }

  /// Follows decks and history when they have changed.
  func takeInChanges() {
    if interactor.browse.revision != seenRevision { find() }
  }

  public func timePassed() {
    takeInChanges()
  }

  // MARK: Rows

  /// Takes the rows that fit.
  public func fit(windowHeight: Int) {
    takeInChanges()
    guard selection.windowHeight != windowHeight || selection.count != found.count else { return }
    selection.fit(count: found.count, windowHeight: windowHeight)
  }

  /// The rows in sight.
  public var rows: [BrowseRow] {
    let first = min(selection.top, found.count)
    return rows(found[first..<min(found.count, first + selection.windowHeight)])
  }

  /// The row at hand.
  public var row: BrowseRow? {
    guard found.indices.contains(selection.index) else { return nil }
    return rows(found[selection.index...selection.index]).first
  }

  private func rows(_ keys: ArraySlice<CardKey>) -> [BrowseRow] {
    let missing = keys.filter { keptRows[$0] == nil }
    if !missing.isEmpty {
      if keptRows.count > 500 { keptRows = keptRows.filter { keys.contains($0.key) } }
      for (key, report) in zip(missing, interactor.cards(missing)) {
        keptRows[key] = BrowseRow(key: key, report: report)
      }
    }
    return keys.compactMap { keptRows[$0] }
  }

  public var context: BrowseContext { interactor.browse }

  public func moved(_ movement: Movement) {
    message = nil
    selection.fit(count: found.count, windowHeight: selection.windowHeight)
    selection.apply(movement)
    rememberCursor()
  }

  func rememberCursor() {
    cursor = found.indices.contains(selection.index) ? found[selection.index] : cursor
  }

  // MARK: Selecting

  /// The rows of a range that is being made.
  public var range: ClosedRange<Int>? {
    rangeStart.map { min($0, selection.index)...max($0, selection.index) }
  }

  public func isSelected(row index: Int, _ key: CardKey) -> Bool {
    selected.contains(key) || range?.contains(index) ?? false
  }

  public var selectedCount: Int {
    guard let range else { return selected.count }
    if selected.isEmpty { return range.count }
    return selected.count + found[range].count { !selected.contains($0) }
  }

  /// Selects the row and goes to the next, or takes it out.
  public func selectPressed() {
    message = nil
    if rangeStart != nil { return endRange() }
    guard found.indices.contains(selection.index) else { return }
    let key = found[selection.index]
    if selected.remove(key) == nil { selected.insert(key) }
    moved(.down)
  }

  /// Begins a range, or ends it.
  public func rangePressed() {
    message = nil
    if rangeStart != nil { return endRange() }
    guard found.indices.contains(selection.index) else { return }
    rangeStart = selection.index
  }

  func endRange() {
    guard let range else { return }
    for index in range where found.indices.contains(index) { selected.insert(found[index]) }
    rangeStart = nil
  }

  /// Selects all rows; when all are selected, none.
  public func selectAllPressed() {
    message = nil
    rangeStart = nil
    selected = selected.count == found.count ? [] : Set(found)
  }

  /// One step back: the range, the selection, the card, then the screen.
  public func escapePressed() {
    message = nil
    if mode == .card {
      mode = .rows
    } else if rangeStart != nil {
      rangeStart = nil
    } else if !selected.isEmpty {
      selected = []
    } else {
      router.dismiss()
    }
  }

  public func backPressed() {
    message = nil
    if mode == .card { mode = .rows } else { router.dismiss() }
  }

  /// What actions are for: the card that is shown whole, else the selected ones, else the row at
  /// hand.
  var targets: [CardKey] {
    if mode != .card, selectedCount > 0 {
      let range = range
      return found.indices.filter {
        selected.contains(found[$0]) || range?.contains($0) ?? false
      }.map { found[$0] }
    }
    return found.indices.contains(selection.index) ? [found[selection.index]] : []
  }

  // MARK: One card

  /// Shows the card at hand whole, or goes back to the rows.
  public func showPressed() {
    message = nil
    guard row != nil else { return }
    mode = mode == .card ? .rows : .card
    scroll = ScrollState()
  }

  /// Shows the next card or the one before.
  public func cardPressed(_ movement: Movement) {
    moved(movement)
    scroll = ScrollState()
  }

  public func scrolled(_ movement: Movement) {
    message = nil
    scroll.apply(movement)
  }

  public func fit(cardHeight: Int, windowHeight: Int) {
    var fitted = scroll
    fitted.fit(contentHeight: cardHeight, windowHeight: windowHeight)
    if fitted != scroll { scroll = fitted }
  }
}
