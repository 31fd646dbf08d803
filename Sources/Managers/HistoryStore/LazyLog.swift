import FileStorage

/// The append log of a collection, opened when it is first needed.
///
/// Looking at a folder of decks writes nothing into it: only the first action makes it a collection.
@MainActor final class LazyLog {
  private let paths: CollectionPaths
  private let stateFolder: String
  /// The id that a new collection gets, so that its state is found at the next start.
  private let newID: String?
  private let files: FileSystem
  private(set) var opened: AppendLog?

  init(paths: CollectionPaths, stateFolder: String, newID: String?, files: FileSystem) {
    self.newID = newID
    self.files = files
    self.paths = paths
    self.stateFolder = stateFolder
  }

  var mintedBecause: WriterIdentity.Reason? { opened?.mintedBecause }

  /// Opens the log where there is a collection; returns how many lost lines were appended again.
  ///
  /// With `asks` they are left to a person's decision.
  func openIfCollection(asks: Bool) throws(FileStorageError) -> Int {
    guard try paths.readID() != nil else { return 0 }
    let log = try open()
    guard case .missingLines = log.opening, !asks else { return 0 }
    return try log.restoreUnasked()
  }

  func open() throws(FileStorageError) -> AppendLog {
    if let opened { return opened }
    var stateFolder = stateFolder
    if let newID {
      let known = try paths.readID()
      let id = if let known { known } else { try paths.initialise(mint: { newID }) }
      // Another program may have made the collection since we looked.
      if id != newID { stateFolder = paths.stateFolder(id: id) }
    } else if try paths.readID() == nil {
      try paths.initialise()
    }
    let place = try WriterIdentity.Place.current(
      collection: paths.collection, deckleFolder: paths.deckleFolder)
    let log = try AppendLog(
      .init(history: paths.history, state: stateFolder, writer: place), files: files)
    opened = log
    return log
  }
}
