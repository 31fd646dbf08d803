/// Undo and redo of this session's actions, the same on every screen that has them.
@MainActor public protocol UndoInteractor {
  /// Takes back the newest action of this session; the sentence says what it was.
  func undo() throws -> String
  /// Does again what was undone last.
  func redo() throws -> String
}
