import CXXHash
import DeckFormat
import Dispatch
public import FileStorage
import StudyDomain
import Synchronization

/// Finds the decks of a collection and reads those that changed since a snapshot.
public struct LibraryLoader: Sendable {
  let folder: String
  let cache: CollectionCache?
  private let now: @Sendable () -> Int64

  /// A loader that reads from `cache` what has not changed since it was written.
  ///
  /// `now` is the clock that files are stamped with, in nanoseconds.
  public init(
    folder: String, cache: CollectionCache? = nil,
    now: @escaping @Sendable () -> Int64 = FileClock.nanoseconds
  ) {
    self.folder = folder
    self.cache = cache
    self.now = now
  }

  /// What a load found.
  public struct Result: Sendable {
    public var snapshot: LibrarySnapshot
    public var settings: CollectionSettings
    /// False when every file is as it was.
    public var hasChanges = true
    /// True when files were read, so that the cache is out of date.
    var isWorthCaching = false
    /// True when contents were compared because signatures were too young.
    private(set) var hasConfirmed = false

    public init(snapshot: LibrarySnapshot, settings: CollectionSettings) {
      self.snapshot = snapshot
      self.settings = settings
    }

    /// Notes that files whose contents were compared are still what was read.
    fileprivate mutating func confirm(_ files: [Int], at moment: Int64) {
      for file in files {
        snapshot.files[file].readNanoseconds = moment
        hasConfirmed = true
        // From then on its signature is enough, also for the next start.
        if snapshot.files[file].signature.isSettled(readNanoseconds: moment) {
          isWorthCaching = true
        }
      }
    }
  }

  @concurrent
  public func loadInBackground(previous: Result?) async -> Result {
    load(previous: previous)
  }

  /// Reads the collection; unchanged files are taken from `previous`.
  ///
  /// A file counts as unchanged by its signature if that was two seconds old when the file was
  /// read, else by its contents.
  public func load(previous: Result? = nil) -> Result {
    let start = now()
    let scan = CollectionScan(folder: folder)
    let settings = scan.settings(previous: previous?.settings)
    let cached =
      previous == nil ? cache.flatMap { LibraryCache(cache: $0).read(settings: settings) } : nil
    let old = previous?.snapshot ?? cached ?? LibrarySnapshot()
    // A changed default or note type may change how any file reads.
    let canKeep =
      cached != nil || previous.map { $0.settings.fingerprint == settings.fingerprint } ?? false
    var known: [String: Int] = [:]
    if canKeep { for (index, file) in old.files.enumerated() { known[file.path] = index } }
    var parts: [LibraryBuilder.Part?] = []
    var toRead: [(place: Int, deck: FoundFile)] = []
    var confirmed: [Int] = []
    for deck in scan.decks {
      if let index = known[deck.path], old.files[index].signature == deck.signature,
        holds(old.files[index], confirmedAs: parts.count, &confirmed)
      {
        parts.append(.kept(index))
      } else {
        toRead.append((parts.count, deck))
        parts.append(nil)
      }
    }
    var result = Result(snapshot: old, settings: settings)
    if canKeep, toRead.isEmpty, scan.decks.count == old.files.count,
      scan.conflictCopies == old.conflictCopies
    {
      result.hasChanges = previous?.settings != settings
      // What the snapshot before says of changes was of an earlier one.
      if previous != nil { result.snapshot.change = .nothing(of: old) }
      result.confirm(confirmed, at: start)
      return result
    }
    for (place, loaded) in read(toRead, settings, at: start) { parts[place] = loaded }
    // A file that cannot be read now keeps its last version if we have one.
    let unreadable = zip(parts, scan.decks).compactMap { $0 == nil ? known[$1.path] : nil }
    let whole = zip(parts, scan.decks).map { part, deck in
      part ?? known[deck.path].map { .kept($0) } ?? .loaded(.unreadable(deck))
    }
    result.snapshot = LibraryBuilder.snapshot(of: whole, previous: old)
    result.snapshot.problems += unreadable.map { .unreadable(old.files[$0].path) }
    result.snapshot.conflictCopies = scan.conflictCopies
    result.snapshot.problems += scan.conflictCopies.map(Self.conflictCopy) + scan.problems
    result.isWorthCaching = true
    result.confirm(confirmed, at: start)
    return result
  }

  /// Whether a file with the signature of a known one holds what was read.
  private func holds(
    _ file: LibraryFile, confirmedAs place: Int, _ confirmed: inout [Int]
  ) -> Bool {
    if file.signature.isSettled(readNanoseconds: file.readNanoseconds) { return true }
    guard file.contentHash != 0,
      // One that cannot be read goes the way of all such files.
      let bytes = try? FileSystem.live.contents(of: "\(folder)/\(file.path)"),
      DeckFileReader.hash(bytes) == file.contentHash
    else { return false }
    confirmed.append(place)
    return true
  }

  /// Reads files on all processors.
  private func read(
    _ files: [(place: Int, deck: FoundFile)], _ settings: CollectionSettings, at start: Int64
  ) -> [(Int, LibraryBuilder.Part)] {
    let results = Mutex<[(Int, LibraryBuilder.Part)]>([])
    let folder = folder
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      let file = files[index]
      guard
        let loaded = DeckFileReader.read(
          file.deck, folder: folder, settings: settings, at: start)
      else { return }
      results.withLock { $0.append((file.place, .loaded(loaded))) }
    }
    return results.withLock { $0 }
  }

  private static func conflictCopy(_ path: String) -> Problem {
    Problem(
      .warning, path: path, message: "a copy that a synchroniser or merge left; it is not read",
      nextStep: "compare it with the deck it was copied from, then delete it")
  }
}

/// Reads one deck file into its compact form.
enum DeckFileReader {
  /// Nil when the file cannot be read at all.
  static func read(
    _ file: FoundFile, folder: String, settings: CollectionSettings, at start: Int64
  ) -> LoadedFile? {
    guard var bytes = try? FileSystem.live.contents(of: "\(folder)/\(file.path)") else {
      // Told by the caller: it alone knows whether an older version is in force.
      return nil
    }
    let contentHash = hash(bytes)
    let reader = reader(forFile: file.path, settings: settings)
    var parsed = reader.read(bytes, path: file.path)
    var problems = parsed.problems
    let hasConflict = parsed.hasConflictMarkers
    if hasConflict {
      ConflictMarkers.blank(&bytes)
      parsed = reader.read(bytes, path: file.path)
      problems = problems.filter { $0.message.contains("conflict") } + parsed.problems
    }
    let front = parsed.frontMatter
    return LoadedFile(
      file: LibraryFile(
        path: file.path, signature: file.signature, readNanoseconds: start,
        contentHash: contentHash, deck: 0, notes: 0..<0, hasConflictMarkers: hasConflict,
        hasNoteTypes: !front.noteTypes.types.isEmpty, problems: problems,
        deckName: DeckFileRules.deckName(path: file.path, override: front.deckName).text,
        options: front.options.mapValues(\.value)),
      parsed: parsed)
  }

  /// Reads a file as the collection's settings say.
  static func reader(forFile path: String, settings: CollectionSettings) -> DeckReader {
    var reading = DeckReader.Settings()
    reading.noteTypes = settings.noteTypes(forFile: path)
    reading.isObsidian = flag(settings.defaults["obsidian"])
    reading.isHTML = flag(settings.defaults["html"])
    reading.ask = settings.defaults["ask"].flatMap { AskMode(word: $0.joined) } ?? .flip
    return DeckReader(settings: reading)
  }

  /// Never zero, which stands for a file that was not read.
  static func hash(_ bytes: [UInt8]) -> UInt64 {
    max(1, bytes.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) })
  }

  private static func flag(_ value: OptionValue?) -> Bool {
    value.map { ["true", "yes", "on"].contains($0.joined.lowercased()) } ?? false
  }
}

extension Problem {
  fileprivate static func unreadable(_ path: String) -> Problem {
    Problem(
      .error, path: path, message: "the file cannot be read", nextStep: "check its permissions")
  }
}

extension LoadedFile {
  /// A deck that exists but cannot be read.
  static func unreadable(_ file: FoundFile) -> LoadedFile {
    LoadedFile(
      file: LibraryFile(
        path: file.path, signature: file.signature, readNanoseconds: 0, contentHash: 0, deck: 0,
        notes: 0..<0, hasConflictMarkers: false, hasNoteTypes: false,
        problems: [.unreadable(file.path)],
        deckName: DeckFileRules.deckName(path: file.path).text, options: [:]),
      parsed: ParsedDeck(path: file.path))
  }
}
