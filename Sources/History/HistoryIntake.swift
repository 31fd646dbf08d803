/// Lines of one large action, read while they are being written, for a history to take in.
///
/// Reading does not touch the history: it may go on in another thread, and lines that could not be
/// kept are forgotten with their intake.
public final class HistoryIntake {
  private let reader: HistoryReader
  /// Of the reviews read.
  private var sources = ImportSources()

  /// An intake for lines that a history is about to get; `expectedBytes` saves memory while
  /// reading.
  public init(for history: History, file: String, expectedBytes: Int = 0) {
    reader = HistoryReader(keys: KeyTable(numberedAs: history.table.keys), expectedBytes)
    reader.beginFile(named: file)
  }

  /// Takes the next bytes; lines may be cut anywhere.
  public func read(_ bytes: UnsafeRawBufferPointer) {
    reader.read(bytes)
    countSources()
  }

  private func countSources() {
    sources.extend(to: reader.table.count, in: reader.table)
  }

  /// Ends the lines; nothing may be read after it.
  fileprivate func finished() -> (reader: HistoryReader, sources: ImportSources) {
    reader.endFile()
    countSources()
    return (reader, sources)
  }
}

extension History {
  /// Takes in what an intake has read; the result equals a replay of everything.
  ///
  /// Many lines beside few replay all: then the report names no cards.
  public func append(_ intake: HistoryIntake) -> AppendReport {
    let (reader, sources) = intake.finished()
    var report = AppendReport()
    report.addedBadLines = reader.badLines.count
    badLines += reader.badLines
    badTexts.formUnion(reader.badTexts)
    report.addedEvents = reader.table.count
    guard reader.table.count > 0 else { return report }
    if reader.table.count >= table.count {
      let (before, settings) = (table, Set(self.settings))
      // The keys have the same numbers in both, so cards keep their ids.
      table = reader.table
      table.absorb(before)
      replayAll(telling: false, &report, sources: table.altered.isEmpty ? sources : nil)
      report.settingsChanged = settings != Set(self.settings)
      return report
    }
    let (count, reused) = (table.count, table.sameName.count)
    let altered = table.altered
    table.absorb(reader.table)
    let added = Array(UInt32(count)..<UInt32(table.count))
    report.addedEvents = added.count
    let isFar = table.sameName.count > reused || table.altered != altered || reachesFar(added)
    if isFar {
      replayAll(telling: false, &report)
    } else if !added.isEmpty {
      takeIn(added, &report)
    }
    return report
  }
}
