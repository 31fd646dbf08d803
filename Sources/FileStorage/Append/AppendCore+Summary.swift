import Glibc

extension AppendCore {
  private var summaryPath: String { "\(journalFolder)/\(writer).summary" }

  /// Writes down the numbers, so that the next start needs not read the journal.
  func writeSummary() throws(FileStorageError) {
    let text = "1 \(journalSize) \(nextSequence) \(groupFloor)\n"
    let temporary = summaryPath + ".new"
    let descriptor = try files.opening(temporary, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    do {
      defer { _ = files.close(descriptor) }
      try files.writing(Array(text.utf8), to: descriptor, path: temporary)
    }
    try files.checked("write", summaryPath) { files.rename(temporary, summaryPath) }
  }

  /// Takes the numbers of an earlier program; false if there are none that fit.
  mutating func readSummary() throws(FileStorageError) -> Bool {
    false
  }
}
