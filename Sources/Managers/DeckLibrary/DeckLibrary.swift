public import DeckFormat
import FileStorage
public import Observation
public import StudyDomain

/// The one source of truth of decks and cards, as their files are now.
///
/// A card's text is read from its file when it is asked for; a text that changed on disk since the
/// last load is told by its key.
@MainActor @Observable public final class DeckLibrary {
  public private(set) var snapshot: LibrarySnapshot
  /// Grows with every load that changed something.
  public private(set) var revision = 0
  public private(set) var settings: CollectionSettings
  @ObservationIgnored public let folder: String
  @ObservationIgnored private let loader: LibraryLoader
  @ObservationIgnored private let cache: CollectionCache?
  @ObservationIgnored private var cacheIsStale: Bool
  /// Grows with every load, also with one that changed nothing.
  @ObservationIgnored private var loads = 0
  /// The last file whose text was asked for.
  @ObservationIgnored private var openFile: (index: Int, revision: Int, bytes: [UInt8])?
  @ObservationIgnored private var lastContent: (note: Int, revision: Int, content: NoteContent)?

  /// Takes over what a loader found in a collection.
  public init(folder: String, loaded: LibraryLoader.Result, cache: CollectionCache? = nil) {
    self.folder = folder
    self.cache = cache
    loader = LibraryLoader(folder: folder)
    cacheIsStale = loaded.isWorthCaching
    snapshot = loaded.snapshot
    settings = loaded.settings
  }

  /// Everything that could not be read, settings first.
  public var problems: [Problem] {
    settings.problems + snapshot.problems
  }

  /// What each deck's front matter says of its options, by name of deck.
  public var frontMatterOptions: [String: [String: OptionValue]] {
    var result: [String: [String: OptionValue]] = [:]
    for deck in snapshot.decks {
      guard let file = deck.file else { continue }
      let options = snapshot.files[file].options
      if !options.isEmpty { result[deck.name.text] = options }
    }
    return result
  }

  /// Looks at the files again and reads those that changed; true when anything did.
  @discardableResult
  public func reload() async -> Bool {
    let loader = loader
    while true {
      let seen = loads
      let before = LibraryLoader.Result(snapshot: snapshot, settings: settings)
      let result = await loader.loadInBackground(previous: before)
      // Another load was taken in meanwhile: what this one found is old, and tells changes since a
      // snapshot that nobody holds any more.
      if loads == seen { return take(result) }
    }
  }

  /// The same at once, for a file that was just written.
  @discardableResult
  public func reloadNow() -> Bool {
    take(loader.load(previous: .init(snapshot: snapshot, settings: settings)))
  }

  private func take(_ result: LibraryLoader.Result) -> Bool {
    loads += 1
    guard result.hasChanges else {
      if result.hasConfirmed { snapshot.files = result.snapshot.files }
      if result.isWorthCaching { cacheIsStale = true }
      return false
    }
    snapshot = result.snapshot
    settings = result.settings
    openFile = nil
    lastContent = nil
    revision += 1
    cacheIsStale = true
    return true
  }

  /// Writes the cache if files were read since it was written.
  public func saveCache() {
    guard cacheIsStale, let cache else { return }
    LibraryCache(cache: cache).write(snapshot, settings: settings)
    cacheIsStale = false
  }

  // MARK: Texts

  /// The path of a file of the collection on disk.
  public func path(ofFile file: Int) -> String {
    "\(folder)/\(snapshot.files[file].path)"
  }

  /// The bytes of a deck file as they are in force, read now or just before.
  func bytes(ofFile file: Int) throws -> [UInt8] {
    if let openFile, openFile.index == file, openFile.revision == revision {
      return openFile.bytes
    }
    var bytes = try FileSystem.live.contents(of: path(ofFile: file))
    if snapshot.files[file].hasConflictMarkers { ConflictMarkers.blank(&bytes) }
    openFile = (file, revision, bytes)
    return bytes
  }

  /// What a note shows.
  ///
  /// Throws `LibraryError.textChanged` when the file has changed since it was read.
  public func content(ofNote number: Int) throws -> NoteContent {
    // All cards of a note are asked for one after another, and it may have a thousand.
    if let lastContent, lastContent.note == number, lastContent.revision == revision {
      return lastContent.content
    }
    let note = snapshot.notes[number]
    let file = snapshot.files[Int(note.file)]
    let bytes = try bytes(ofFile: Int(note.file))
    guard note.parsed.byteRange.upperBound <= bytes.count else {
      throw LibraryError.textChanged(path: file.path, line: Int(note.parsed.line))
    }
    let types = try noteTypes(for: file, bytes)
    let content = bytes.withUnsafeBytes { bytes in
      NoteContent(
        block: UnsafeRawBufferPointer(rebasing: bytes[note.parsed.byteRange]), note: note.parsed,
        tags: snapshot.tagSets[Int(note.tagSet)], noteTypes: types)
    }
    let keys = snapshot.cards(ofNote: number).map { snapshot.cards[$0].key }
    guard content.cards.map(\.key) == keys else {
      throw LibraryError.textChanged(path: file.path, line: Int(note.parsed.line))
    }
    lastContent = (number, revision, content)
    return content
  }

  /// What a card shows, and what the history says of its text.
  public func content(ofCard card: Int) throws -> CardContent {
    let entry = snapshot.cards[card]
    return try content(ofNote: Int(entry.note)).cards[Int(entry.face)]
  }

  /// The note types that a file sees; its own are left out when it cannot be read now.
  func noteTypes(ofFile number: Int) -> NoteTypes {
    let file = snapshot.files[number]
    let shared = settings.noteTypes(forFile: file.path)
    guard file.hasNoteTypes, let bytes = try? bytes(ofFile: number) else { return shared }
    return (try? noteTypes(for: file, bytes)) ?? shared
  }

  /// The names of fields of all note types.
  var knownFieldNames: [String] {
    let own = snapshot.files.indices.filter { snapshot.files[$0].hasNoteTypes }
      .map { noteTypes(ofFile: $0) }
    return (Array(settings.noteTypes.values) + own).flatMap { types in
      types.types.values.flatMap(\.fields)
    }
  }

  private func noteTypes(for file: LibraryFile, _ bytes: [UInt8]) throws -> NoteTypes {
    let shared = settings.noteTypes(forFile: file.path)
    guard file.hasNoteTypes else { return shared }
    var reading = DeckReader.Settings()
    reading.noteTypes = shared
    return DeckReader(settings: reading).read(bytes, path: file.path).frontMatter.noteTypes
      .over(shared)
  }
}

/// What a look at a card's text can fail with.
public enum LibraryError: Error, Hashable, Sendable {
  /// The file is no longer what was read; a reload helps.
  case textChanged(path: String, line: Int)
}
