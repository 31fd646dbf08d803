import FileStorage
public import History

/// Changes of the collection's files that `u` takes back, in one line with all other actions.
///
/// A change is made as a whole or not at all: files first, then the library reads them, then the
/// events that go with it are written. What is deleted is copied to `.deckle/trash` before.
@MainActor public final class TextJournal {
  let index: StudyIndex
  private let kept: TextRecords

  public init(index: StudyIndex) {
    self.index = index
    kept = TextRecords(stateFolder: index.history.stateFolder)
  }

  var folder: String { index.library.folder }

  // MARK: Changing

  /// Makes the changes as one action; `summary` says what was done: "deleted 3 notes".
  ///
  /// Throws, with every file as it was, when one has changed since the caller read it, when the disk
  /// is full, or when the events cannot be written.
  public func perform(
    _ summary: String, _ changes: [FileChange], events: [EventDraft] = []
  ) throws {
    try perform(summary, changes) { events }
  }

  /// The same with events that are made once the new texts are read.
  func perform(
    _ summary: String, _ changes: [FileChange], events: () throws -> [EventDraft]
  ) throws {
    guard !changes.isEmpty else {
      let drafts = try events()
      if !drafts.isEmpty { try index.history.write(drafts) }
      return
    }
    // The folder becomes a collection with its first action.
    _ = try index.history.writerToUse()
    var change = TextChange(summary: summary, steps: try apply(changes))
    do {
      readAgain()
      let drafts = try events()
      guard !drafts.isEmpty || !change.steps.isEmpty else { return }
      let target = drafts.isEmpty ? nil : try index.history.append(drafts)
      change.record = kept.write(change, target: target, at: index.clock.now())
      index.history.line.add(.texts(change), target)
      index.refresh()
    } catch {
      try takeBack(change.steps)
      readAgain()
      throw error
    }
  }

  /// Takes in a change of one file that was made in a person's editor, with the events that follow
  /// from it.
  func record(
    _ summary: String, path: String, before: [UInt8], events: [EventDraft]
  ) throws {
    let after = try contents(path)
    guard after != before else {
      if !events.isEmpty { try index.history.write(events) }
      return
    }
    let target = events.isEmpty ? nil : try index.history.append(events)
    var change = TextChange(
      summary: summary, steps: [.wrote(path: path, patch: TextPatch(from: before, to: after))])
    change.record = kept.write(change, target: target, at: index.clock.now())
    index.history.line.add(.texts(change), target)
  }

  /// What a change of texts is called; nil for other actions.
  public static func summary(of action: SessionAction) -> String? {
    if case .texts(let change) = action.kind { change.summary } else { nil }
  }

  // MARK: Undo

  /// Takes back the newest action of the session; false when it is no change of texts.
  ///
  /// Throws, with all as it was, when a text that was changed is no longer as it was left.
  public func undo() throws -> Bool {
    guard let action = index.history.newestAction, case .texts(let change) = action.kind else {
      return false
    }
    let reverse = try reverse(change)
    do {
      if let target = action.target { try index.history.undoEvents([target]) }
    } catch {
      try takeBack(reverse.steps)
      readAgain()
      throw error
    }
    if let record = change.record { kept.remove(record) }
    index.history.line.undo(leaving: reverse)
    index.refresh()
    return true
  }

  /// Does again what `undo` took back; false when it was no change of texts.
  public func redo() throws -> Bool {
    guard let action = index.history.newestUndone, case .texts(let change) = action.kind else {
      return false
    }
    var reverse = try reverse(change)
    do {
      if let target = action.target { try index.history.redoEvents(target) }
    } catch {
      try takeBack(reverse.steps)
      readAgain()
      throw error
    }
    reverse.record = kept.write(reverse, target: action.target, at: index.clock.now())
    index.history.line.redo(leaving: reverse)
    index.refresh()
    return true
  }

  /// The changes of this machine that can be taken back, newest first, those of earlier sessions too.
  public var records: [TextRecord] { kept.all() }

  /// Takes a change back by its name, whenever it was made; false when there is none of that name.
  ///
  /// Throws as `undo` does.
  public func undo(record name: String) throws -> Bool {
    guard let found = kept.change(named: name) else { return false }
    readAgain()
    let reverse = try reverse(found.change)
    do {
      if let target = found.record.target, index.history.history.isInForce(target) {
        try index.history.undoEvents([target])
      }
    } catch {
      try takeBack(reverse.steps)
      readAgain()
      throw error
    }
    kept.remove(name)
    index.history.line.remove(record: name)
    index.refresh()
    return true
  }

  /// Changes the files back; what it returns changes them forth.
  private func reverse(_ change: TextChange) throws -> TextChange {
    var changes: [FileChange] = []
    for step in change.steps.reversed() { changes.append(try reversed(step)) }
    let steps = try apply(changes)
    readAgain()
    return TextChange(summary: change.summary, steps: steps)
  }

  func reversed(_ step: TextChange.Step) throws -> FileChange {
    switch step {
    case .wrote(let path, let patch):
      let current = try contents(path)
      do throws(TextPatch.Mismatch) {
        return .write(path: path, before: current, after: try patch.reversed(in: current))
      } catch {
        throw TextJournalError.edited(path: relative(path), line: error.line)
      }
    case .made(let path, let contents):
      let current = try self.contents(path)
      if current == contents { return .remove(path: path, before: current) }
      // Somebody has added to the new file: only what came with the change goes.
      let patch = TextPatch(from: [], to: contents)
      do throws(TextPatch.Mismatch) {
        return .write(path: path, before: current, after: try patch.reversed(in: current))
      } catch {
        throw TextJournalError.edited(path: relative(path), line: error.line)
      }
    case .removed(let path, let contents):
      return .write(path: path, before: nil, after: contents)
    case .renamed(let from, let to): return .rename(from: to, to: from)
    }
  }

  func contents(_ path: String) throws -> [UInt8] {
    guard try FileSystem.live.status(ofPath: path) != nil else {
      throw TextJournalError.gone(path: relative(path))
    }
    return try FileSystem.live.contents(of: path)
  }
}
