public import FileStorage
public import History

// Taking back and bringing back.
extension HistoryStore {
  /// The action of this session that `undo` would take back.
  public var newestAction: UndoTarget? { done.last }
  /// The action that `redo` would bring back.
  public var newestUndone: UndoTarget? { undone.last }

  /// Takes back the newest action of this session; nil when there is none.
  @discardableResult
  public func undo() throws(FileStorageError) -> UndoTarget? {
    guard let target = done.last else { return nil }
    _ = try append([EventDraft(.undo(target))])
    done.removeLast()
    undone.append(target)
    return target
  }

  /// Brings back what the last `undo` took, by undoing every undo in force that it sees.
  @discardableResult
  public func redo() throws(FileStorageError) -> UndoTarget? {
    guard let target = undone.last else { return nil }
    let undos = history.undosInForce(of: target)
    if !undos.isEmpty {
      _ = try append(undos.map { EventDraft(.undo(.event($0))) })
    }
    undone.removeLast()
    done.append(target)
    return target
  }

  /// Takes back any action by name, of any machine.
  public func undo(_ target: UndoTarget) throws(FileStorageError) {
    _ = try append([EventDraft(.undo(target))])
    done.removeAll { $0 == target }
  }

  /// Takes back several actions as one.
  func undo(_ targets: [UndoTarget]) throws(FileStorageError) {
    _ = try append(targets.map { EventDraft(.undo($0)) })
    done.removeAll { targets.contains($0) }
    undone = []
  }
}
