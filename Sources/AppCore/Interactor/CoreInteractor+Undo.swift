import Managers
public import Screens

extension CoreInteractor: UndoInteractor {
  public func undo() throws -> String {
    try attempt {
      guard let target = container.history.newestAction else {
        throw ActionFailure(
          "there is nothing left to undo in this session",
          nextStep: "'deckle undo --list' shows older actions")
      }
      let what = summary(of: target)
      // What was done outside the session (a pin on Home) is no step of the session.
      if try !container.session.undo() {
        try container.history.undo()
        container.session.refresh()
      }
      return "undone: \(what)"
    }
  }

  public func redo() throws -> String {
    try attempt {
      guard let target = container.history.newestUndone else {
        throw ActionFailure("there is nothing to do again")
      }
      if try !container.session.redo() {
        try container.history.redo()
        container.session.refresh()
      }
      return "done again: \(summary(of: target))"
    }
  }
}
