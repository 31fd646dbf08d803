public import FileStorage
public import History

// Taking back and bringing back.
extension HistoryStore {
  /// The action of this session that `undo` would take back.
  public var newestAction: SessionAction? { line.done.last }
  /// The action that `redo` would bring back.
  public var newestUndone: SessionAction? { line.undone.last }

  /// Takes back the newest action of this session, which wrote events alone; nil when there is
  /// none.
  @discardableResult
  public func undo() throws(FileStorageError) -> UndoTarget? {
    guard let action = line.done.last, case .events = action.kind, let target = action.target
    else { return nil }
    try undoEvents([target])
    line.undo()
    return target
  }

  /// Brings back what the last `undo` took, by undoing every undo in force that it sees.
  @discardableResult
  public func redo() throws(FileStorageError) -> UndoTarget? {
    guard let action = line.undone.last, case .events = action.kind, let target = action.target
    else { return nil }
    try redoEvents(target)
    line.redo()
    return target
  }

  /// Undoes events; the line of the session is the caller's to change.
  func undoEvents(_ targets: [UndoTarget]) throws(FileStorageError) {
    _ = try append(targets.map { EventDraft(.undo($0)) })
  }

  func redoEvents(_ target: UndoTarget) throws(FileStorageError) {
    let undos = history.undosInForce(of: target)
    guard !undos.isEmpty else { return }
    _ = try append(undos.map { EventDraft(.undo(.event($0))) })
  }

  /// Takes back any action by name, of any machine.
  public func undo(_ target: UndoTarget) throws(FileStorageError) {
    try undoEvents([target])
    line.remove([target])
  }

  /// Takes back several actions as one.
  func undo(_ targets: [UndoTarget]) throws(FileStorageError) {
    try undoEvents(targets)
    line.remove(targets)
    line.forgetUndone()
  }
}
