public import Interaction
public import StudyDomain

// The query, what is typed below the rows, and the lists to choose from.
extension BrowseViewModel {
  // MARK: The query

  public func queryPressed() {
    message = nil
    proposals = []
    mode = .query
  }

  public func queryEdited(_ edit: TextField.Edit) {
    let before = query.text
    query.apply(edit)
    message = nil
    proposals = []
    if query.text != before { search() }
  }

  /// Gives the keys back to the rows; a query that cannot be read stays in the field.
  public func queryEntered() {
    if error == nil {
      mode = .rows
      proposals = []
    }
  }

  /// Leaves the field; where it holds no query it goes back to that of the rows.
  public func queryLeft() {
    if error != nil {
      query = TextField(shownQuery)
      search()
    }
    proposals = []
    mode = .rows
  }

  /// Completes the term at the cursor as far as it is certain; where there is none, the saved
  /// searches come.
  public func tabPressed() {
    guard let completion = QueryCompletion(query, context: context) else {
      return openList(.searches)
    }
    proposals = completion.isCertain ? [] : completion.names
    guard completion.field != query else { return }
    query = completion.field
    search()
  }

  // MARK: Fields

  /// Words to add to the tags, or to take away with a minus.
  public func tagsPressed() {
    guard hasTargets else { return }
    open(.tags, "")
  }

  public func duePressed() {
    guard hasTargets else { return }
    open(.due, "")
  }

  public func saveSearchPressed() {
    guard !shownQuery.isEmpty else {
      message = Notice("there is no search to save: type one after /")
      return
    }
    let name = context.searches.first { $0.query == shownQuery }?.name
    open(.searchName, name ?? "")
  }

  func open(_ field: BrowseField, _ text: String) {
    message = nil
    modeBefore = mode
    self.field = TextField(text)
    mode = .field(field)
  }

  public func fieldEdited(_ edit: TextField.Edit) {
    message = nil
    proposals = []
    field.apply(edit)
  }

  /// Completes the tag at the end of the field as far as it is certain.
  public func fieldCompleted() {
    guard mode == .field(.tags) else { return }
    let word = field.text.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    let sign = word.prefix { "+-".contains($0) }
    let typed = String(word.dropFirst(sign.count))
    let names = context.tags.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
    proposals = names.count == 1 ? [] : names
    guard let common = FieldAndList().completion(of: typed, from: names) else { return }
    let end = names.count == 1 ? " " : ""
    field = TextField(field.text.dropLast(typed.count) + common + end)
  }

  public func fieldLeft() {
    message = nil
    proposals = []
    mode = modeBefore
  }

  public func fieldEntered() {
    guard case .field(let kind) = mode else { return }
    proposals = []
    switch kind {
    case .tags: tagsEntered()
    case .due:
      guard let change = DueChange(parsing: field.text) else {
        message = Notice(
          .error, "'\(field.text)' is no number of days",
          nextStep: "3 is in three days, 3-7 one of those, 3! changes the interval too")
        return
      }
      mode = modeBefore
      performed(.setDue(change))
    case .searchName:
      let name = field.text.split(separator: " ").joined(separator: " ")
      guard !name.isEmpty else {
        message = Notice("type a name for the search, or Esc")
        return
      }
      mode = modeBefore
      attempt {
        try interactor.perform(.saveSearch(SavedSearch(name: name, query: shownQuery)), on: [])
      }
    }
  }

  private func tagsEntered() {
    let words = field.text.split(separator: " ")
    let removing = words.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
    let adding = words.filter { !$0.hasPrefix("-") }
      .map { String($0.hasPrefix("+") ? $0.dropFirst() : $0) }
    let change = (adding.filter { !$0.isEmpty }, removing.filter { !$0.isEmpty })
    guard !change.0.isEmpty || !change.1.isEmpty else {
      message = Notice("type tags: +new adds one, -old takes one away")
      return
    }
    mode = modeBefore
    performed(.changeTags(adding: change.0, removing: change.1))
  }

  // MARK: Lists

  /// The decks whose names hold what is typed, and what is typed as a new one.
  public var deckMatches: [(deck: DeckName, isNew: Bool)] {
    let text = field.text
    let found = context.decks.filter { $0.text.lowercased().contains(text.lowercased()) }
    let isNew = !text.isEmpty && !context.decks.contains { $0.text == text }
    return found.map { ($0, false) } + (isNew ? [(DeckName(text), true)] : [])
  }

  public func movePressed() {
    guard hasTargets else { return }
    field = TextField()
    openList(.decks)
  }

  public func deckFilterEdited(_ edit: TextField.Edit) {
    message = nil
    field.apply(edit)
    list = ListSelection()
  }

  public func listPressed(_ list: BrowseList) {
    openList(list)
  }

  func openList(_ list: BrowseList) {
    message = nil
    if list == .searches, context.searches.isEmpty {
      message = Notice("no search is saved yet: w saves the one that is shown")
      return
    }
    proposals = []
    modeBefore = mode
    self.list = ListSelection()
    mode = .list(list)
    fitList(windowHeight: 1)
    guard list == .order, let column = context.layout.order.column,
      let index = CardColumn.allCases.firstIndex(of: column)
    else { return }
    self.list.select(index + 1)
  }

  /// How many rows the open list has.
  public var listCount: Int {
    switch mode {
    case .list(.searches): context.searches.count
    // The first is the order of the decks.
    case .list(.order): CardColumn.allCases.count + 1
    case .list(.columns): CardColumn.allCases.count
    case .list(.decks): deckMatches.count
    case .list(.study): CustomStudy.Mode.allCases.count
    default: 0
    }
  }

  public func fitList(windowHeight: Int) {
    var fitted = list
    fitted.fit(count: listCount, windowHeight: windowHeight)
    if fitted != list { list = fitted }
  }

  public func listMoved(_ movement: Movement) {
    message = nil
    list.apply(movement)
  }

  public func listLeft() {
    message = nil
    mode = mode == .list(.decks) || mode == .list(.study) ? modeBefore : .rows
  }

  /// Takes the row of the list.
  public func listEntered() {
    guard case .list(let kind) = mode else { return }
    switch kind {
    case .searches:
      let searches = context.searches
      guard searches.indices.contains(list.index) else { return listLeft() }
      query = TextField(searches[list.index].query)
      mode = .rows
      search()
    case .order:
      let column = list.index == 0 ? nil : CardColumn.allCases[list.index - 1]
      let before = context.layout.order
      mode = .rows
      setOrder(
        CardOrder(column, isDescending: column == before.column && !before.isDescending))
    case .columns: listTicked()
    case .decks:
      let matches = deckMatches
      guard matches.indices.contains(list.index) else { return }
      mode = modeBefore
      performed(.move(to: matches[list.index].deck))
    case .study:
      mode = modeBefore
      studyChosen(CustomStudy.Mode.allCases[list.index])
    }
  }

  private func setOrder(_ order: CardOrder) {
    var layout = context.layout
    layout.order = order
    attempt { try interactor.perform(.setLayout(layout), on: []) }
    find()
  }

  /// Shows the column of the row, or hides it.
  public func listTicked() {
    guard case .list(.columns) = mode, CardColumn.allCases.indices.contains(list.index) else {
      return
    }
    let column = CardColumn.allCases[list.index]
    guard column != .question else {
      message = Notice("the question is always shown")
      return
    }
    var layout = context.layout
    if layout.columns.contains(column) {
      layout.columns.removeAll { $0 == column }
    } else {
      layout.columns = CardColumn.allCases.filter {
        $0 == column || layout.columns.contains($0)
      }
    }
    attempt { try interactor.perform(.setLayout(layout), on: []) }
  }

  /// Takes the saved search of the row away.
  public func listDeleted() {
    let searches = context.searches
    guard case .list(.searches) = mode, searches.indices.contains(list.index) else { return }
    attempt { try interactor.perform(.removeSearch(searches[list.index].name), on: []) }
    fitList(windowHeight: list.windowHeight)
    if listCount == 0 { mode = .rows }
  }
}
