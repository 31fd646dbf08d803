import Screens

extension CoreInteractor: UndoInteractor {
  public func undo() throws -> String {
    try attempt {
      guard try container.session.undo() else {
        throw ActionFailure(
          "there is nothing left to undo in this session",
          nextStep: "'deckle undo --list' shows older actions")
      }
      return "undone"
    }
  }

  public func redo() throws -> String {
    try attempt {
      guard try container.session.redo() else {
        throw ActionFailure("there is nothing to do again")
      }
      return "done again"
    }
  }
}
