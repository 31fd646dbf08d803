import Glibc
import StudyDomain

extension AppendCore {
  /// Makes sure that the year's file is open, is the one that lies at its path, and lacks nothing.
  mutating func prepareTarget(year: Int) throws(FileStorageError) {
    if pendingFrom == nil, let open = target, open.year == year {
      let held = try files.status(of: open.descriptor, path: path(of: open.name))
      if let found = try files.status(ofPath: path(of: open.name)), found.isSameFile(as: held),
        open.isAsWritten(held)
      {
        return
      }
    } else if pendingFrom == nil, target == nil || target?.year != year {
      try openTarget(year: year)
      if let open = target, (agreed[open.name]?.size ?? 0) == open.status.size,
        agreed[open.name].map({
          $0.isSameFile(as: open.status)
            && $0.modifiedNanoseconds == open.status.modifiedNanoseconds
        }) ?? true
      {
        return
      }
    }
    try reconcile(year: year)
  }

  /// Appends every own line of the journal that the files lack.
  mutating func reconcile(year: Int) throws(FileStorageError) {
    closeTarget()
    let comparison = try compare()
    try appendMissing(comparison.missing)
    clearPending()
    if comparison.hasStrangers { try become(.strangeLines) }
    if target == nil || target?.year != year { try openTarget(year: year) }
  }

  mutating func appendMissing(_ missing: [ArraySlice<UInt8>]) throws(FileStorageError) {
    var index = 0
    while index < missing.count {
      let year = Self.year(of: missing[index])
      var lines: [UInt8] = []
      while index < missing.count, Self.year(of: missing[index]) == year {
        lines += missing[index]
        lines.append(HistoryLine.lineFeed)
        index += 1
      }
      if target == nil || target?.year != year { try openTarget(year: year) }
      try writeTarget(lines)
    }
  }

  mutating func restore() throws(FileStorageError) -> Int {
    try takeLock()
    defer { releaseLock() }
    try refresh()
    let comparison = try compare()
    try appendMissing(comparison.missing)
    opening = .complete
    clearPending()
    return comparison.missing.count
  }

  mutating func retryPending() throws(FileStorageError) -> Bool {
    guard pendingFrom != nil else { return true }
    try takeLock()
    defer { releaseLock() }
    try refresh()
    closeTarget()
    try appendMissing(try compare().missing)
    clearPending()
    return true
  }

  /// Compares the journal with all files of the writer and remembers how they looked.
  mutating func compare() throws(FileStorageError) -> JournalComparison {
    if try agreesByteForByte() { return JournalComparison() }
    var contents: [[UInt8]] = []
    var looks: [String: FileStatus] = [:]
    for name in try ownFiles() {
      let descriptor = try files.opening(path(of: name), O_RDONLY)
      defer { _ = files.close(descriptor) }
      let status = try files.status(of: descriptor, path: path(of: name))
      looks[name] = status
      contents.append(try files.reading(descriptor, 0..<status.size, path: path(of: name)))
    }
    agreed = looks
    let lines = try files.reading(journal, 0..<journalSize, path: journalPath)
    return JournalComparison(journal: lines, files: contents, writer: writer)
  }

  /// Whether the writer's one file holds exactly the journal: after a large import both have hundreds
  /// of megabytes, which are not to be in memory at once.
  private mutating func agreesByteForByte() throws(FileStorageError) -> Bool {
    let names = try ownFiles()
    guard let name = names.first, names.count == 1 else { return false }
    let descriptor = try files.opening(path(of: name), O_RDONLY)
    defer { _ = files.close(descriptor) }
    let status = try files.status(of: descriptor, path: path(of: name))
    guard status.size == journalSize else { return false }
    var start = 0
    while start < journalSize {
      let range = start..<min(start + Self.pieceBytes, journalSize)
      let line = try files.reading(descriptor, range, path: path(of: name))
      guard try line == files.reading(journal, range, path: journalPath) else { return false }
      start = range.upperBound
    }
    agreed = [name: status]
    return true
  }

  /// Names of the writer's files in order; none where the folder isn't there yet.
  func ownFiles() throws(FileStorageError) -> [String] {
    var names: [String] = []
    let code = files.list(places.history, &names)
    if code < 0, code != -Int(ENOENT) {
      throw .system(operation: "read the folder", path: places.history, code: Int32(-code))
    }
    return names.filter { $0.hasPrefix(writer + "-") && $0.hasSuffix(".tsv") }
      .sorted { Self.fileOrder($0) < Self.fileOrder($1) }
  }

  /// Opens the year's newest file, or makes the first.
  mutating func openTarget(year: Int) throws(FileStorageError) {
    closeTarget()
    let prefix = "\(writer)-\(year)"
    let name = try ownFiles().last {
      $0 == prefix + ".tsv" || $0.hasPrefix(prefix + "-")
    }
    try openTarget(year: year, name: name ?? prefix + ".tsv")
  }

  mutating func openTarget(year: Int, name: String) throws(FileStorageError) {
    // The folder of the collection itself is never made here: it may be an unmounted disk.
    if try files.status(ofPath: places.history) == nil {
      try files.checked("make the folder", places.history) {
        files.makeFolder(places.history, 0o755)
      }
    }
    let descriptor = try files.opening(path(of: name), O_RDWR | O_APPEND | O_CREAT)
    do {
      let status = try files.status(of: descriptor, path: path(of: name))
      let last = try files.reading(
        descriptor, max(0, status.size - 1)..<status.size, path: path(of: name))
      target = Target(
        year: year, name: name, descriptor: descriptor, status: status,
        endsWithLineFeed: last.isEmpty || last[0] == HistoryLine.lineFeed)
      if status.size == 0 { hasNewFile = true }
    } catch {
      _ = files.close(descriptor)
      throw error
    }
  }

  static func year(of line: ArraySlice<UInt8>) -> Int {
    CivilDate(instant: Timestamp(milliseconds: HistoryLine.time(line))).year
  }

  /// `k-2026.tsv`, `k-2026-2.tsv`, …, `k-2026-10.tsv`, `k-2027.tsv`.
  private static func fileOrder(_ name: String) -> (Int, Int, String) {
    let parts = name.dropLast(4).split(separator: "-")
    return (
      parts.count > 1 ? Int(parts[1]) ?? 0 : 0, parts.count > 2 ? Int(parts[2]) ?? 0 : 1, name
    )
  }
}
