import Managers
public import Screens
import StudyDomain

extension CoreInteractor: UndoInteractor {
  public func undo() throws -> String {
    try attempt {
      if let name = container.transfer.newestImport { return try undo(import: name) }
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
      if let file = container.transfer.undoneImport {
        throw ActionFailure(
          "not redone: import \(file) again, the same notes and reviews come")
      }
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

  /// Takes an import back, texts included.
  private func undo(import name: String) throws -> String {
    let report = try container.transfer.undo(name)
    container.session.refresh()
    let file = report.file.split(separator: "/").last.map(String.init) ?? report.file
    let left = report.left.isEmpty ? "" : "; \(report.left.count) left, they were edited"
    return "undone: import of \(file)\(left)"
  }
}
