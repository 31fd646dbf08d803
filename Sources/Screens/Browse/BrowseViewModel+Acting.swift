import StudyDomain

// What is done to cards.
extension BrowseViewModel {
  /// Why an action would do nothing now; nil when it can be done.
  public func whyOff(_ action: Action) -> String? {
    switch action {
    case .browse: return "The cards are listed here"
    case .browseSaveSearch where shownQuery.isEmpty:
      return "There is no search to save: type one after /"
    case .browseSearches where context.searches.isEmpty:
      return "No search is saved yet: w saves the one that is shown"
    case .browseShow, .browseSelect, .browseRange, .browseSelectAll, .browseEdit,
      .browseEditor,
      .browseBuryCard, .browseBuryNote, .browseSuspendCard, .browseSuspendNote, .browseMark,
      .browseFlag, .browseForget, .browseSetDue, .browseTags, .browseMove, .browseDelete,
      .browseStudy, .browseExport:
      return found.isEmpty ? "There is no card here" : nil
    default: return nil
    }
  }

  public func performed(_ action: BrowseAction) {
    guard hasTargets else { return }
    let keys = targets
    endRange()
    attempt { try interactor.perform(action, on: keys) }
  }

  /// False, and said, where there is no card to act on.
  var hasTargets: Bool {
    if !found.isEmpty { return true }
    message = Notice("there is no card here")
    return false
  }

  /// Does it, says so, and follows what came of it.
  func attempt(_ work: () throws -> String) {
    message = nil
    do { message = Notice(try work()) } catch { message = Notice(error) }
    takeInChanges()
  }

  public func undoPressed() {
    attempt { try interactor.undo() }
  }

  public func redoPressed() {
    attempt { try interactor.redo() }
  }

  public func flagPressed() {
    guard hasTargets else { return }
    modeBefore = mode
    mode = .flag
    message = nil
  }

  /// The key after `f`; anything but a digit from 0 to 7 changes nothing.
  public func flagChosen(_ flag: Int?) {
    mode = modeBefore
    if let flag, 0...7 ~= flag { performed(.flag(flag)) }
  }

  /// Asks once, and says how much would go.
  public func deletePressed() {
    guard hasTargets else { return }
    message = nil
    modeBefore = mode
    mode = .deleting(interactor.size(ofNotesOf: targets))
  }

  /// The key after `D`.
  public func deletionAnswered(_ isWanted: Bool) {
    mode = modeBefore
    if isWanted { performed(.delete) } else { message = Notice("nothing was deleted") }
  }

  public func editPressed() {
    guard let key = row?.key, !isEditing else { return }
    router.edit(key)
  }

  public func editorPressed() {
    guard let key = row?.key, !isEditing else { return }
    isEditing = true
    editing = Task {
      do { message = try await interactor.editInEditor(key).map { Notice($0) } } catch {
        message = Notice(error)
      }
      isEditing = false
      takeInChanges()
    }
  }

  // MARK: The selected cards, else all that were found

  private var isChosen: Bool { selectedCount > 0 || mode == .card }

  public func exportPressed() {
    router.showExport(ofCards: isChosen ? idQuery : shownQuery)
  }

  public func studyPressed() {
    guard hasTargets else { return }
    openList(.study)
  }

  func studyChosen(_ mode: CustomStudy.Mode) {
    router.study(
      CustomStudy(
        isChosen ? .keys(targets) : .query(parsed, text: shownQuery), mode: mode))
  }

  /// A query that finds exactly the cards that actions are for.
  private var idQuery: String {
    targets.map(\.text).joined(separator: " or ")
  }
}
