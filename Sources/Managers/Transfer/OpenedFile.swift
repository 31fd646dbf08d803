import AnkiExchange
import DeckFormat
import FileStorage
import StudyDomain

/// A file that was opened to be imported.
struct OpenedFile: Sendable {
  var path: String
  /// A text in columns, to be shown and changed; nil for other files.
  var text: TextImport?
  /// How far reading it is; stays at 0 for files that are read in no time.
  var gauge = ReadingGauge()
  /// What the file brings, given what earlier imports brought and the time.
  var source: @Sendable (ImportLedger, Timestamp) throws -> ImportSource

  /// Tells what kind of file it is by its first bytes.
  @concurrent
  static func format(of path: String) async throws -> TransferFormat {
    if let neighbour = try TransferFormat.neighbour(at: path) { return neighbour }
    let status = try FileSystem.live.status(ofPath: path)
    guard let status, status.isRegularFile else {
      throw TransferError.package(
        path: path, message: status == nil ? "there is no such file" : "it is no file",
        advice: "name a file to import")
    }
    let sample = try FileSystem.live.beginning(of: path, count: TransferFormat.sampleBytes)
    return TransferFormat.detect(path: path, firstBytes: sample)
  }

  @concurrent
  static func package(
    _ path: String, scratchFolder: String, gauge: ReadingGauge
  ) async throws -> OpenedFile {
    @Sendable func reading<Value>(_ body: () throws -> Value) throws -> Value {
      do {
        return try body()
      } catch let error as AnkiPackageError {
        throw TransferError.package(
          path: path, message: error.description, advice: error.advice)
      }
    }
    let media = try reading {
      PackageMedia(
        try AnkiPackage.open(
          path, scratchFolder: scratchFolder, checksLater: true, gauge: gauge))
    }
    // Its rows are read when they are asked for: kept here, they would be in memory twice.
    return OpenedFile(path: path, gauge: gauge) { _, _ in
      try reading { ImportSource(collection: try media.collection(), media: media) }
    }
  }

  /// Rows without a deck go to one of the file's name, unless all go below another deck.
  @concurrent
  static func text(
    _ path: String, _ options: TextOptions, ownTypes: NoteTypes, hasParent: Bool
  ) async throws -> OpenedFile {
    let text = try TextImport(path: path, options: options, ownTypes: ownTypes)
    let deck = hasParent ? "Default" : TextImport.deckName(ofFile: path)
    return OpenedFile(path: path, text: text) { ledger, now in
      var source = TextSource(text, ledger: ledger, now: now, defaultDeck: deck)
      return source.source()
    }
  }
}
