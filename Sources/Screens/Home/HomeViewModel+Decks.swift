public import Interaction
public import StudyDomain

// Decks are made, renamed, moved and deleted.
extension HomeViewModel {
  // MARK: Asking

  /// Asks for the name of a new deck.
  public func createPressed() {
    ask(.create(TextField()))
  }

  public func renamePressed() {
    guard let row = selectedRow else { return }
    ask(.rename(row.name, TextField(row.name.text)))
  }

  public func movePressed() {
    guard let row = selectedRow else { return }
    var list = FieldAndList()
    list.selection.fit(count: moveTargets(of: row.name, "").count, windowHeight: 10)
    ask(.move(row.name, TextField(), list))
  }

  public func trashPressed() {
    guard let row = selectedRow else { return }
    attempt { prompt = .trash(row.name, try interactor.deckContents(of: row.name)) }
  }

  public func addTodayPressed() {
    guard let row = selectedRow else { return }
    ask(.more(row.name, TextField("10")))
  }

  /// The decks that a deck may go below, the top of the collection first as nil.
  public var moveTargets: [DeckName?] {
    guard case .move(let deck, let field, _)? = prompt else { return [] }
    return moveTargets(of: deck, field.text)
  }

  private func moveTargets(of deck: DeckName, _ text: String) -> [DeckName?] {
    guard case .ready(let decks, _) = home.content else { return [] }
    let others = decks.map(\.name).filter { !deck.contains($0) && $0 != deck.parent }
    let wanted = text.lowercased()
    let found = others.filter { wanted.isEmpty || $0.text.lowercased().contains(wanted) }
    let hasTop = deck.parent != nil && (wanted.isEmpty || "top".hasPrefix(wanted))
    return (hasTop ? [nil] : []) + found
  }

  // MARK: Answering

  public func promptEdited(_ edit: TextField.Edit) {
    message = nil
    guard var field = prompt?.field else { return }
    field.apply(edit)
    prompt?.field = field
  }

  /// The arrows choose among the parents.
  public func promptMoved(_ movement: Movement) {
    guard case .move(let deck, let field, var list)? = prompt else { return }
    list.selection.fit(
      count: moveTargets.count, windowHeight: max(1, list.selection.windowHeight))
    list.selection.apply(movement)
    prompt = .move(deck, field, list)
  }

  /// Takes how many rows of parents there is room for.
  public func fitPrompt(windowHeight: Int) {
    guard case .move(let deck, let field, var list)? = prompt else { return }
    let before = list
    list.selection.fit(count: moveTargets.count, windowHeight: windowHeight)
    if list != before { prompt = .move(deck, field, list) }
  }

  public func promptLeft() {
    message = nil
    prompt = nil
  }

  /// Does what was asked about; what is wrong with it is said, and the field stays.
  public func promptEntered() {
    guard let prompt else { return }
    message = nil
    do {
      switch prompt {
      case .create(let field): show(try interactor.createDeck(field.text))
      case .rename(let deck, let field):
        if field.text != deck.text { show(try interactor.renameDeck(deck, to: field.text)) }
      case .move(let deck, _, let list):
        let targets = moveTargets
        guard targets.indices.contains(list.selection.index) else { return }
        let parent = targets[list.selection.index].map { $0.text + "::" } ?? ""
        show(try interactor.renameDeck(deck, to: parent + deck.last))
      case .trash(let deck, _): message = Notice(try interactor.trashDeck(deck))
      case .more(let deck, let field):
        guard let more = MoreToday(field.text) else {
          throw ActionFailure(
            "'\(field.text)' is no number of cards", nextStep: "20 new cards, or 50r for reviews")
        }
        message = Notice(
          try interactor.addForToday(newCards: more.new, reviews: more.reviews, deck: deck))
      }
      self.prompt = nil
    } catch {
      message = Notice(error)
      // A question that cannot be asked again is over.
      if case .trash = prompt { self.prompt = nil }
    }
  }

  private func ask(_ prompt: DeckPrompt) {
    message = nil
    self.prompt = prompt
  }

  /// Says what became of a deck and goes to it, wherever it is now.
  private func show(_ report: DeckFileReport) {
    message = Notice(report.sentence)
    prompt = nil
    for parent in report.deck.lineage.dropLast() {
      // A parent that cannot be unfolded only hides the deck.
      try? interactor.setFolded(false, deck: parent)
    }
    filterCleared()
    select(report.deck)
  }
}
