import DeckFormat
import FileStorage
import Glibc
import History
import Scheduling
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// A collection in a temporary folder, and a clock that the test moves.
@MainActor final class TestCollection {
  let folder: TemporaryFolder
  let time: MovingTime
  let zone: ZoneRules
  var rolloverMinutes = 240

  /// A Tuesday morning, far from any change of the clocks.
  init(at start: String = "2026-12-01T10:00:00+01:00", zone: String = "Europe/Berlin") throws {
    folder = try TemporaryFolder()
    self.zone = try ZoneFinder().zone(named: zone)
    time = MovingTime(milliseconds: 0)
    try folder.write("decks/.keep", "")
    try set(start)
  }

  /// Files of the collection, by path.
  convenience init(_ files: [String: String]) throws {
    try self.init()
    for (path, text) in files { try write(path, text) }
  }

  var root: String { "\(folder.path)/decks" }
  var cache: CollectionCache { CollectionCache(folder: "\(folder.path)/cache") }
  var stateFolder: String { "\(folder.path)/state" }

  var paths: CollectionPaths {
    CollectionPaths(collection: root, environment: ["HOME": folder.path])
  }

  var clock: StudyClock {
    let time = time
    return StudyClock(
      calendar: StudyCalendar(zone: zone, rolloverMinutes: rolloverMinutes),
      now: { Timestamp(milliseconds: time.milliseconds) })
  }

  func set(_ iso: String) throws {
    time.milliseconds = try #require(Timestamp(iso: iso, in: zone)).milliseconds
  }

  func write(_ path: String, _ text: String) throws {
    try folder.write("decks/\(path)", text)
  }

  /// The events of the history on disk, all files together.
  func historyLines() throws -> [String] {
    try folder.files(in: "decks/.deckle/history", suffix: ".tsv").flatMap {
      try folder.read($0).split(separator: "\n").map(String.init).filter { $0.first != "#" }
    }
  }

  /// A second program or a new start: everything read from disk again.
  func open(
    cached: Bool = false, state: String? = nil, asks: Bool = false, files: FileSystem = .live
  ) throws -> Desk {
    try Desk(
      self, cached: cached, stateFolder: state ?? stateFolder, asks: asks, files: files)
  }

  /// A system whose history files cannot be written: a full disk under the collection.
  static var fullDisk: FileSystem {
    var files = FileSystem.live
    files.open = { path, flags, mode in
      let isHistory = path.contains("/.deckle/history/") && flags & (O_WRONLY | O_RDWR) != 0
      return isHistory ? -Int(ENOSPC) : FileSystem.live.open(path, flags, mode)
    }
    return files
  }
}

/// The managers over one opened collection.
@MainActor struct Desk {
  /// Keeps the folder as long as it is open.
  let collection: TestCollection
  let library: DeckLibrary
  let history: HistoryStore
  let index: StudyIndex
  let decks: DeckManager
  let flashcards: FlashcardManager
  let session: StudySessionManager

  fileprivate init(
    _ collection: TestCollection, cached: Bool, stateFolder: String, asks: Bool,
    files: FileSystem
  ) throws {
    self.collection = collection
    let cache = cached ? collection.cache : nil
    let loaded = LibraryLoader(folder: collection.root, cache: cache).load()
    library = DeckLibrary(folder: collection.root, loaded: loaded, cache: cache)
    history = try HistoryStore(
      paths: collection.paths, stateFolder: stateFolder, clock: collection.clock,
      library: library, cache: cache, asks: asks, files: files)
    index = StudyIndex(
      library: library, history: history, clock: collection.clock, cache: cache,
      prefetch: cache.map { IndexPrefetch(cache: $0) })
    decks = DeckManager(index: index, stateFolder: stateFolder)
    flashcards = FlashcardManager(index: index)
    session = StudySessionManager(index: index)
    index.refresh()
  }

  /// Pins a deck as Home does.
  func setPinned(_ deck: String, _ isPinned: Bool) throws {
    let change = try decks.optionChange("pinned", to: "\(isPinned)", of: DeckName(deck))
    try TextJournal(index: index).perform("pin", change.files, events: change.events)
  }

  /// The one card whose front holds a text.
  func card(_ text: String) throws -> Int {
    let found = try cards.filter { try front($0).contains(text) }
    try #require(found.count == 1, "\(found.count) cards hold '\(text)'")
    return found[0]
  }

  /// Cards that are no duplicates.
  var cards: [Int] {
    library.snapshot.cards.indices.filter { !library.snapshot.cards[$0].isDuplicate }
  }

  func front(_ card: Int) throws -> String {
    ClozeMark.plain(try library.content(ofCard: card).text.front)
  }

  func back(_ card: Int) throws -> String {
    ClozeMark.plain(try library.content(ofCard: card).text.back)
  }

  /// The front of the card on screen; nil when none is.
  var asked: String? {
    get throws { try session.currentCard.map { try front($0) } }
  }

  func key(_ card: Int) -> CardKey { library.snapshot.cards[card].key }

  func state(_ text: String) throws -> CardState {
    index.refresh()
    return index.state(ofCard: try card(text))
  }

  func find(_ query: String) throws -> [String] {
    try flashcards.cards(matching: Query(parsing: query)).map { try front($0) }
  }

  /// The three numbers of a deck as Home shows them.
  func counts(_ deck: String) throws -> [Int] {
    let row = try #require(decks.summaries().first { $0.name.text == deck })
    return [row.counts.new, row.counts.learning, row.counts.due]
  }

  /// Grades in a row, each of the card that comes.
  func answer(_ grades: Grade...) throws {
    for grade in grades { try session.answer(grade, milliseconds: 3000) }
  }

  /// Every card with all that the queue knows of it.
  var candidates: [String] {
    index.refresh()
    return index.pool.candidates.map { "\($0)" }
  }

  /// What the history adds up to.
  func json() -> String {
    index.refresh()
    return history.history.json()
  }
}

/// A deck of numbered questions.
func deck(_ numbers: ClosedRange<Int>, _ front: String = "") -> String {
  front + numbers.map { "Q: question \($0)\nA: answer \($0)\n\n" }.joined()
}
