public import Interaction
public import Observation
import StudyDomain

/// Decides what Home shows and does.
@MainActor @Observable public final class HomeViewModel {
  let interactor: any HomeInteractor
  private let router: any HomeRouter

  public internal(set) var message: Notice?
  /// What is asked before a deck is changed.
  public internal(set) var prompt: DeckPrompt?
  public private(set) var selection = ListSelection()
  /// The text that names of shown decks contain; nil when no filter is on.
  public private(set) var filter: TextField?
  /// True while keys go into the filter.
  public private(set) var isTyping = false
  /// The deck under the selection, so that it stays selected when the rows change.
  private var selectedDeck: DeckName?
  /// The rows made last, and what they were made from: a frame asks for them several times.
  @ObservationIgnored private var keptRows: (decks: [DeckRow], filter: String?, rows: [DeckRow])?

  public init(interactor: any HomeInteractor, router: any HomeRouter) {
    self.interactor = interactor
    self.router = router
  }

  public var home: HomeOverview { interactor.home }

  /// The rows to show: those not folded away, or those that the filter finds.
  public var rows: [DeckRow] {
    guard case .ready(let decks, _) = home.content else { return [] }
    let text = filter?.text
    if let kept = keptRows, kept.filter == text, kept.decks == decks { return kept.rows }
    let rows = rows(of: decks)
    keptRows = (decks, text, rows)
    return rows
  }

  private func rows(of decks: [DeckRow]) -> [DeckRow] {
    if let text = filter?.text.lowercased(), !text.isEmpty {
      return decks.filter { $0.name.text.lowercased().contains(text) }
    }
    var shown: [DeckRow] = []
    var foldedDepth: Int?
    for row in decks {
      if let depth = foldedDepth, row.depth > depth { continue }
      foldedDepth = row.isFolded ? row.depth : nil
      shown.append(row)
    }
    return shown
  }

  public var selectedRow: DeckRow? {
    let rows = rows
    let atSelection = rows.indices.contains(selection.index) ? rows[selection.index] : nil
    if let atSelection, atSelection.name == selectedDeck { return atSelection }
    return rows.first { $0.name == selectedDeck } ?? atSelection ?? rows.last
  }

  /// Takes the rows that fit; the selected deck stays selected wherever it went.
  public func fit(windowHeight: Int) {
    let rows = rows
    var fitted = selection
    fitted.fit(count: rows.count, windowHeight: windowHeight)
    if let deck = selectedDeck,
      !rows.indices.contains(fitted.index) || rows[fitted.index].name != deck,
      let index = rows.firstIndex(where: { $0.name == deck })
    {
      fitted.select(index)
    }
    if fitted != selection { selection = fitted }
  }

  public func moved(_ movement: Movement) {
    message = nil
    fit(windowHeight: selection.windowHeight)
    selection.apply(movement)
    rememberSelection()
  }

  public func studyPressed() {
    guard let row = selectedRow else { return }
    router.study(row.name)
  }

  /// With the selected deck to begin with.
  public func customStudyPressed() {
    router.showCustomStudy(selectedRow?.name)
  }

  public func toggleFoldPressed() {
    guard let row = selectedRow, row.hasChildren else { return }
    attempt { try interactor.setFolded(!row.isFolded, deck: row.name) }
  }

  /// Folds the deck; a deck that cannot fold leads to its parent.
  public func foldPressed() {
    guard let row = selectedRow else { return }
    if row.hasChildren, !row.isFolded {
      attempt { try interactor.setFolded(true, deck: row.name) }
    } else if let parent = row.name.parent,
      let index = rows.firstIndex(where: { $0.name == parent })
    {
      selection.select(index)
      selectedDeck = parent
    }
  }

  public func unfoldPressed() {
    guard let row = selectedRow, row.hasChildren, row.isFolded else { return }
    attempt { try interactor.setFolded(false, deck: row.name) }
  }

  public func pinPressed() {
    guard let row = selectedRow else { return }
    attempt {
      try interactor.setPinned(!row.isPinned, deck: row.name)
      message = Notice("\(row.isPinned ? "Unpinned" : "Pinned") \(row.name.text)")
    }
  }

  public func undoPressed() {
    attempt { message = Notice(try interactor.undo()) }
  }

  public func redoPressed() {
    attempt { message = Notice(try interactor.redo()) }
  }

  public func problemsPressed() {
    router.showProblems()
  }

  public func importPressed() {
    router.showImport()
  }

  /// With the selected deck to begin with.
  public func exportPressed() {
    router.showExport(selectedRow?.name)
  }

  public func reloadPressed() {
    message = nil
    interactor.reload()
  }

  public func quitPressed() {
    router.quit()
  }

  /// Why an action would do nothing now; nil when it can be done.
  public func whyOff(_ action: Action) -> String? {
    switch action {
    case .study, .pin, .addToday, .renameDeck, .moveDeck, .trashDeck:
      selectedRow == nil ? "There is no deck here" : nil
    case .toggleFold, .unfold:
      selectedRow?.hasChildren ?? false ? nil : "There are no decks below this one"
    case .filter:
      if case .ready(let decks, _) = home.content, !decks.isEmpty {
        nil
      } else {
        "There are no decks"
      }
    case .problems: home.problemCount == 0 ? "There are no problems" : nil
    default: nil
    }
  }

  // MARK: Filter

  public func filterPressed() {
    filter = filter ?? TextField()
    isTyping = true
  }

  public func filterEdited(_ edit: TextField.Edit) {
    filter?.apply(edit)
    rememberSelection()
  }

  /// Keeps the filter and gives the keys back to the list.
  public func filterEntered() {
    isTyping = false
    if filter?.text.isEmpty ?? true { filter = nil }
  }

  /// Leaves the field and takes the filter off; the selected deck stays selected.
  public func filterCleared() {
    rememberSelection()
    isTyping = false
    filter = nil
  }

  /// Goes to a deck.
  func select(_ deck: DeckName) {
    selectedDeck = deck
    if let index = rows.firstIndex(where: { $0.name == deck }) { selection.select(index) }
  }

  private func rememberSelection() {
    let rows = rows
    selectedDeck = rows.indices.contains(selection.index) ? rows[selection.index].name : nil
  }

  func attempt(_ work: () throws -> Void) {
    message = nil
    rememberSelection()
    do { try work() } catch { message = Notice(error) }
  }
}
