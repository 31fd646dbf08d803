import FileStorage
import Glibc
import StudyDomain

// The files themselves: all of a change or none of it.
extension TextJournal {
  /// Changes all files, or leaves all as they were; the steps are in the order in which they were
  /// made.
  func apply(_ changes: [FileChange]) throws -> [TextChange.Step] {
    for change in changes { try check(change) }
    try keepCopies(of: changes)
    var steps: [TextChange.Step] = []
    do {
      for change in Self.safelyOrdered(changes) {
        if let step = try apply(change) { steps.append(step) }
      }
    } catch {
      try takeBack(steps)
      throw error
    }
    return steps
  }

  /// What is added comes before what goes: a crash in between leaves a text twice, never nowhere.
  private static func safelyOrdered(_ changes: [FileChange]) -> [FileChange] {
    // What is written after a renaming is written at the new place.
    if changes.contains(where: \.isRenaming) { return changes }
    return changes.filter(\.adds) + changes.filter { !$0.adds }
  }

  private func apply(_ change: FileChange) throws -> TextChange.Step? {
    let writer = DeckFileWriter(collection: folder)
    switch change {
    case .write(_, let before?, let after) where before == after: return nil
    case .write(let path, let before?, let after):
      try writer.replace(path, with: after, original: .contents(before))
      return .wrote(path: path, patch: TextPatch(from: before, to: after))
    case .write(let path, nil, let after):
      try makeFolder(of: path)
      do {
        try writer.replace(path, with: after, original: .absent)
      } catch FileStorageError.changedMeanwhile {
        throw TextJournalError.exists(path: relative(path))
      }
      return .made(path: path, contents: after)
    case .remove(let path, let before):
      guard try contents(path) == before else {
        throw FileStorageError.changedMeanwhile(path: path)
      }
      let code = FileSystem.live.remove(path)
      if code < 0 { throw failure("remove", path, code) }
      removeEmptyFolders(above: path)
      return .removed(path: path, contents: before)
    case .rename(let from, let to):
      guard try FileSystem.live.status(ofPath: from) != nil else {
        throw TextJournalError.gone(path: relative(from))
      }
      try makeFolder(of: to)
      try rename(from, to)
      removeEmptyFolders(above: from)
      return .renamed(from: from, to: to)
    }
  }

  private func rename(_ from: String, _ to: String) throws {
    var code = FileSystem.live.renameNew(from, to)
    if code == -Int(EINVAL) || code == -Int(ENOSYS) || code == -Int(ENOTSUP) {
      let isFree = try FileSystem.live.status(ofPath: to) == nil
      code = isFree ? FileSystem.live.rename(from, to) : -Int(EEXIST)
    }
    if code == -Int(EEXIST) { throw TextJournalError.exists(path: relative(to)) }
    if code < 0 { throw failure("rename", from, code) }
  }

  /// Takes steps back that were just made.
  func takeBack(_ steps: [TextChange.Step]) throws {
    for step in steps.reversed() { _ = try apply(reversed(step)) }
  }

  func readAgain() {
    index.library.reloadNow()
    index.refresh()
  }

  // MARK: Folders

  private func makeFolder(of path: String) throws {
    if let slash = path.lastIndex(of: "/") {
      try FileSystem.live.makeFolders(String(path[..<slash]))
    }
  }

  /// Folders that a deck leaves empty go with it; one that holds anything stays.
  private func removeEmptyFolders(above path: String) {
    var path = path
    while let slash = path.lastIndex(of: "/") {
      path = String(path[..<slash])
      guard path.hasPrefix(folder + "/"), rmdir(path) == 0 else { return }
    }
  }

  /// Keeps a change within the collection.
  private func check(_ change: FileChange) throws {
    for path in change.paths {
      guard path.hasPrefix(folder + "/"), !path.split(separator: "/").contains("..") else {
        throw TextJournalError.outside(path: path)
      }
      // A folder above may be a link that leads out of it.
      var above = path
      while let slash = above.lastIndex(of: "/") {
        above = String(above[..<slash])
        guard let resolved = above.resolvedPath else { continue }
        let root = folder.resolvedPath ?? folder
        guard resolved == root || resolved.hasPrefix(root + "/") else {
          throw TextJournalError.outside(path: path)
        }
        break
      }
    }
  }

  /// Below the collection.
  func relative(_ path: String) -> String {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
  }

  private func failure(_ operation: String, _ path: String, _ code: Int) -> FileStorageError {
    .system(operation: operation, path: path, code: Int32(-code))
  }

  // MARK: Trash

  /// Copies what is about to be deleted to a folder of this day and moment.
  private func keepCopies(of changes: [FileChange]) throws {
    let copies = TrashCopies(of: changes)
    guard !copies.texts.isEmpty else { return }
    let time = Self.dayAndTime(index.clock)
    let stem = "\(folder)/.deckle/trash/\(time.day)/\(time.time)"
    var root = stem
    var count = 1
    while try FileSystem.live.status(ofPath: root) != nil {
      count += 1
      root = "\(stem)-\(count)"
    }
    for (path, text) in copies.texts {
      let copy = "\(root)/\(relative(path))"
      try makeFolder(of: copy)
      try DeckFileWriter(collection: folder).replace(copy, with: text, original: .absent)
    }
  }

  /// "2026-12-01" and "104500", as the clock on the wall says.
  private static func dayAndTime(_ clock: StudyClock) -> (day: String, time: String) {
    let now = clock.now()
    let wall = Int(now.seconds) + clock.calendar.offsetMinutes(at: now) * 60
    let second = (wall % 86_400 + 86_400) % 86_400
    let digits = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (CivilDate(daysSince1970: (wall - second) / 86_400).iso, digits.joined())
  }
}

extension FileChange {
  fileprivate var paths: [String] {
    switch self {
    case .write(let path, _, _), .remove(let path, _): [path]
    case .rename(let from, let to): [from, to]
    }
  }

  fileprivate var isRenaming: Bool {
    if case .rename = self { true } else { false }
  }

  /// It takes nothing away, or less than it brings.
  fileprivate var adds: Bool {
    switch self {
    case .write(_, let before, let after): after.count >= before?.count ?? 0
    case .remove: false
    case .rename: true
    }
  }
}
