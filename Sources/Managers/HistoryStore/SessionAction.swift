public import History

/// Something done in this session, as it stands in the line of what `u` takes back.
///
/// The history keeps one line for all of them: events, changes of files, imports.
public struct SessionAction: Hashable, Sendable {
  /// What taking it back takes.
  public enum Kind: Sendable {
    /// Events and nothing else.
    case events
    /// Files that were changed, with the events that went with them.
    case texts(TextChange)
    /// The name by which the import is taken back, and the file it came from.
    case imported(name: String, file: String)
  }

  public let kind: Kind
  /// What an undo of its events names; nil when it wrote none.
  public let target: UndoTarget?
  /// Tells it apart from all others of the session.
  let number: Int

  public static func == (one: Self, other: Self) -> Bool { one.number == other.number }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The actions of this session in the order in which they were done.
struct SessionLine {
  private(set) var done: [SessionAction] = []
  private(set) var undone: [SessionAction] = []
  private var count = 0

  /// Adds a new action; what was undone before it cannot be done again.
  mutating func add(_ kind: SessionAction.Kind, _ target: UndoTarget?) {
    done.append(action(kind, target))
    undone = []
  }

  private mutating func action(
    _ kind: SessionAction.Kind, _ target: UndoTarget?
  ) -> SessionAction {
    count += 1
    return SessionAction(kind: kind, target: target, number: count)
  }

  /// The newest action was taken back.
  mutating func undo() {
    if let action = done.popLast() { undone.append(action) }
  }

  /// The newest one taken back was done again.
  mutating func redo() {
    if let action = undone.popLast() { done.append(action) }
  }

  /// The same with another way back: redoing the change of a file is a change of its own.
  mutating func undo(leaving change: TextChange) {
    guard let action = done.popLast() else { return }
    undone.append(
      SessionAction(kind: .texts(change), target: action.target, number: action.number))
  }

  mutating func redo(leaving change: TextChange) {
    guard let action = undone.popLast() else { return }
    done.append(
      SessionAction(kind: .texts(change), target: action.target, number: action.number))
  }

  /// Takes actions out that were taken back by their names.
  mutating func remove(_ targets: [UndoTarget]) {
    done.removeAll { action in action.target.map(targets.contains) ?? false }
  }

  mutating func remove(record name: String) {
    done.removeAll { action in
      if case .texts(let change) = action.kind { change.record == name } else { false }
    }
  }

  mutating func forgetUndone() { undone = [] }

  /// Lets the actions of an import count as one.
  mutating func gather(_ targets: [UndoTarget], as kind: SessionAction.Kind) {
    remove(targets)
    add(kind, targets.last)
  }

  /// An import was taken back by its name, wherever it stands.
  mutating func undoImport(_ name: String) {
    guard let place = done.lastIndex(where: { $0.importName == name }) else { return }
    undone.append(done.remove(at: place))
  }
}

extension SessionAction {
  /// The name of an import; nil for other actions.
  var importName: String? {
    if case .imported(let name, _) = kind { name } else { nil }
  }
}
