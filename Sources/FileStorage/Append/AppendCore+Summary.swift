import Glibc

/// A note of the numbers and of how journal and files looked when they agreed, so that a start need
/// not read them. Believed by the rule for caches: equal looks, two seconds older than the note.
extension AppendCore {
  private var summaryPath: String { "\(journalFolder)/\(writer).summary" }

  /// Writes the note if journal and files still look as they did when they last agreed.
  mutating func noteAgreement() throws(FileStorageError) {
    guard !hasNotedAgreement, !hasUnsynced, pendingFrom == nil, opening.isDecided else { return }
    try takeLock()
    defer { releaseLock() }
    try refresh()
    let names = try ownFiles()
    guard journalSize > 0, names.count == agreed.count else { return }
    var text = "2 \(nextSequence) \(groupFloor)\n"
    let status = try files.status(of: journal, path: journalPath)
    text += Self.line("journal", status)
    for name in names {
      guard let found = try files.status(ofPath: path(of: name)), let known = agreed[name],
        found == known
      else { return }
      text += Self.line(name, found)
    }
    LeftOvers.remove(in: journalFolder)
    try CacheFile.write(Array(text.utf8), to: summaryPath, files: files)
    hasNotedAgreement = true
  }

  /// Takes the numbers of an earlier program; false if the note is missing or not to be believed.
  mutating func readSummary() throws(FileStorageError) -> Bool {
    guard let note = try files.status(ofPath: summaryPath) else { return false }
    let text = String(decoding: try files.contents(of: summaryPath), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    let numbers = (lines.first ?? "").split(separator: " ")
    guard numbers.count == 3, numbers[0] == "2", let sequence = Int(numbers[1]),
      let group = Int64(numbers[2])
    else { return false }
    var expected: [String] = []
    var looks: [String: FileStatus] = [:]
    var size = 0
    for name in ["journal"] + (try ownFiles()) {
      let path = name == "journal" ? journalPath : path(of: name)
      guard let status = try files.status(ofPath: path) else { return false }
      let signature = FileSignature(status)
      guard
        signature.isCurrent(
          cached: signature, cacheWrittenNanoseconds: note.modifiedNanoseconds)
      else { return false }
      expected.append(String(Self.line(name, status).dropLast()))
      if name == "journal" { size = status.size } else { looks[name] = status }
    }
    guard Array(lines.dropFirst()) == expected else { return false }
    journalSize = size
    nextSequence = sequence
    groupFloor = group
    agreed = looks
    hasNotedAgreement = true
    return true
  }

  private static func line(_ name: String, _ status: FileStatus) -> String {
    "\(name) \(status.size) \(status.modifiedNanoseconds) \(status.changedNanoseconds)"
      + " \(status.device) \(status.inode)\n"
  }
}

extension AppendLog.Opening {
  /// Whether nothing waits for a person's decision.
  var isDecided: Bool {
    if case .missingLines = self { return false }
    return true
  }
}
