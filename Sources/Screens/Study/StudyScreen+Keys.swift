import StudyDomain
public import TerminalUI

/// What each key does in Study.
extension StudyScreen {
  public func handle(_ key: Key, now: Moment) -> Bool {
    if viewModel.awaitsFlag {
      viewModel.flagChosen(digit(of: key))
      return true
    }
    if let question = viewModel.question { return answer(question, key) }
    if viewModel.isAnswering, handleInForm(key, now: now) { return true }
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.scrolled(movement)
      return true
    }
    if let grade = grade(of: action) {
      viewModel.gradePressed(grade, at: now)
      return true
    }
    return perform(action, now: now)
  }

  fileprivate func perform(_ action: Action, now: Moment) -> Bool {
    switch action {
    case .showAnswer:
      if case .waiting = viewModel.session.current {
        viewModel.performed(.learnAhead)
      } else {
        viewModel.answerPressed(at: now)
      }
    case .buryCard: viewModel.performed(.buryCard)
    case .buryNote: viewModel.performed(.buryNote)
    case .suspendCard: viewModel.performed(.suspendCard)
    case .suspendNote: viewModel.performed(.suspendNote)
    case .mark: viewModel.performed(.toggleMark)
    case .flag: viewModel.flagPressed()
    case .hint: viewModel.hintPressed()
    case .previousCard: viewModel.previousPressed()
    case .editInEditor: viewModel.editPressed()
    case .viewMedia: viewModel.toolPressed(.view)
    case .replay: viewModel.toolPressed(.replay)
    case .copyCard: viewModel.toolPressed(.copy)
    case .lookUp: viewModel.toolPressed(.lookUp)
    case .editNote: viewModel.editNotePressed()
    case .deleteNote: viewModel.deletePressed()
    case .changeTags: viewModel.tagsPressed()
    case .typeAgain: viewModel.typeAgainPressed()
    case .toggleForms: viewModel.formsToggled()
    case .siblings: viewModel.performed(.showHeldBackSiblings)
    case .moreNew: viewModel.performed(.addNew(10))
    case .scrollLeft: viewModel.scrolledSideways(by: -8)
    case .scrollRight: viewModel.scrolledSideways(by: 8)
    case .undo: viewModel.undoPressed()
    case .redo: viewModel.redoPressed()
    case .back: viewModel.backPressed()
    default: return false
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    guard !viewModel.awaitsFlag, !viewModel.showsPrevious, viewModel.question == nil else {
      return nil
    }
    let isWaiting = viewModel.card == nil
    let noCard = "Only cards in learning are left: none is on the screen"
    switch action {
    case .gradeAgain, .gradeHard, .gradeGood, .gradeEasy:
      // Digits choose in forms.
      if viewModel.isAnswering { return nil }
      return isWaiting ? noCard : viewModel.isAnswerShown ? nil : "Show the answer first"
    case .hint: return isWaiting ? noCard : viewModel.whyNoHint
    case .previousCard:
      return viewModel.session.previous == nil ? "There is no card before this one" : nil
    case .viewMedia, .replay, .copyCard, .lookUp: return isWaiting ? noCard : nil
    case .editInEditor, .editNote, .deleteNote, .changeTags, .mark, .flag, .buryCard, .buryNote,
      .suspendCard, .suspendNote:
      return isWaiting ? noCard : nil
    case .siblings:
      return viewModel.session.heldBackSiblings == 0 ? "No siblings are held back" : nil
    case .typeAgain:
      return viewModel.canTypeAgain ? nil : "Nothing was typed for this card"
    case .scrollRight:
      let hidden = isWaiting ? 0 : picture?.hiddenColumns ?? 0
      return hidden <= viewModel.sideways ? "Nothing stands further right" : nil
    case .scrollLeft: return viewModel.sideways == 0 ? "Nothing stands further left" : nil
    default: return nil
    }
  }

  fileprivate func grade(of action: Action) -> Grade? {
    switch action {
    case .gradeAgain: .again
    case .gradeHard: .hard
    case .gradeGood: .good
    case .gradeEasy: .easy
    default: nil
    }
  }

  func digit(of key: Key) -> Int? {
    for case .character(let character) in key.aliases {
      if let digit = Int(String(character)) { return digit }
    }
    return nil
  }
}
