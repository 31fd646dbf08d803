import Managers
public import Screens
import StudyDomain

extension CoreInteractor: UndoInteractor {
  public func undo() throws -> String {
    try attempt {
      guard let action = container.history.newestAction else {
        throw ActionFailure(
          "there is nothing left to undo in this session",
          nextStep: "'deckle undo --list' shows older actions")
      }
      let what = summary(of: action)
      var remark = ""
      defer { container.followSettings() }
      // What was done outside the session (a pin on Home) is no step of the session.
      if try !container.session.undo({ remark = try takeBack(action) }) {
        remark = try takeBack(action)
        container.session.refresh()
      }
      return "undone: \(what)\(remark)"
    }
  }

  public func redo() throws -> String {
    try attempt {
      guard let action = container.history.newestUndone else {
        throw ActionFailure("there is nothing to do again")
      }
      if case .imported(_, let file) = action.kind {
        throw ActionFailure(
          "not redone: import \(file) again, the same notes and reviews come")
      }
      defer { container.followSettings() }
      if try !container.session.redo({ try bringBack(action) }) {
        try bringBack(action)
        container.session.refresh()
      }
      return "done again: \(summary(of: action))"
    }
  }

  /// Takes the newest action back; what it returns is to be said of it.
  private func takeBack(_ action: SessionAction) throws -> String {
    switch action.kind {
    case .events: try container.history.undo()
    case .texts: _ = try container.texts.undo()
    case .imported(let name, _):
      let left = try container.transfer.undo(name).left
      return left.isEmpty ? "" : "; \(left.count) left, they were edited"
    }
    return ""
  }

  private func bringBack(_ action: SessionAction) throws {
    if try !container.texts.redo() { try container.history.redo() }
  }

  /// An action of this session in words.
  private func summary(of action: SessionAction) -> String {
    switch action.kind {
    case .events: action.target.map(summary) ?? "the last action"
    case .texts: TextJournal.summary(of: action) ?? "a change of texts"
    case .imported(_, let file):
      "import of \(file.split(separator: "/").last.map(String.init) ?? file)"
    }
  }
}
