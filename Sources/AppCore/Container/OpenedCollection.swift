public import FileStorage
import Glibc
import Managers
import StudyDomain

/// Why a collection could not be opened.
public enum OpenError: Error, Equatable, Sendable {
  /// No collection is named anywhere.
  case noCollection(suggested: String)
  case missing(path: String)
  case noFolder(path: String)
  case storage(FileStorageError)
}

/// A collection read from disk: the two stores and what surrounds them.
@MainActor struct OpenedCollection {
  let paths: CollectionPaths
  /// The person's home folder.
  let home: String
  let stateFolder: String
  /// For files that are gone before the program ends.
  let scratchFolder: String
  let clock: StudyClock
  let library: DeckLibrary
  let history: HistoryStore
  let cache: CollectionCache
  /// The folder was no collection when it was opened: its caches are those of any such folder.
  let isNew: Bool
  let prefetch: IndexPrefetch
  let environment: [String: String]
  /// What `config.yaml` says.
  let settings: SettingsManager
  /// The calendar that settings of the collection ask for, and what is wrong with them.
  let calendar: @MainActor (CollectionSettings) -> (StudyCalendar, Problem?)
  let zoneProblem: Problem?
  /// Weekdays (0 Monday to 6 Sunday) that break no streak.
  let restDays: Set<Int>
  /// The user's, as `~/.config`.
  let userConfigFolder: String
  private(set) var notices: [DependencyContainer.OpeningNotice] = []

  /// What stands for the id of a folder that is no collection.
  static let noID = "new"

  /// Reads the collection that a launch names.
  ///
  /// With `asks` the screens ask what to do about an older revision of our history; otherwise what
  /// it lacks is restored.
  init(_ launch: Launch, asks: Bool = false) throws(OpenError) {
    home = launch.environment["HOME"] ?? ""
    environment = launch.environment
    let configFolder = CollectionPaths.configFolder(environment: launch.environment)
    let config = "\(configFolder)/config.yaml"
    let user = SettingsManager.read(config)
    let folder = try Self.folder(launch, user, home: home)
    paths = CollectionPaths(collection: folder, environment: launch.environment)
    settings = SettingsManager(path: config, user: user, collectionPath: paths.settings)
    calendar = { Self.calendar(launch, $0) }
    userConfigFolder =
      configFolder.hasSuffix("/deckle") ? String(configFolder.dropLast(7)) : configFolder
    restDays = user.weekdays("rest_days")
    scratchFolder = launch.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/var/tmp"
    let loaded: LibraryLoader.Result
    do throws(FileStorageError) {
      let id = try paths.readID()
      isNew = id == nil
      let newID = id == nil ? WriterIdentity.randomID(length: 12) : nil
      stateFolder = paths.stateFolder(id: id ?? newID ?? Self.noID)
      cache = CollectionCache(folder: paths.cacheFolder(id: id ?? Self.noID))
      prefetch = IndexPrefetch(cache: cache)
      let earlier = HistoryPrefetch(folder: paths.history, cache: cache)
      loaded = LibraryLoader(folder: paths.collection, cache: cache).load()
      let (calendar, problem) = Self.calendar(launch, loaded.settings)
      zoneProblem = problem
      clock = Self.clock(launch, calendar)
      library = DeckLibrary(folder: paths.collection, loaded: loaded, cache: cache)
      history = try HistoryStore(
        paths: paths, stateFolder: stateFolder, clock: clock, library: library,
        cache: cache, newID: newID, prefetch: earlier, asks: asks)
    } catch {
      throw .storage(error)
    }
    notices = Self.notices(history)
  }

  private static func folder(
    _ launch: Launch, _ user: UserSettings, home: String
  ) throws(OpenError) -> String {
    let named =
      launch.collection
      ?? launch.environment["DECKLE_HOME"].flatMap {
        $0.isEmpty ? nil : $0
      }
    guard let path = named ?? user.text("collection") else {
      throw .noCollection(suggested: "\(home)/flashcards")
    }
    let folder = path.hasPrefix("~/") ? home + path.dropFirst() : path
    var info = stat()
    guard stat(folder, &info) == 0 else { throw .missing(path: folder) }
    guard info.st_mode & S_IFMT == S_IFDIR else { throw .noFolder(path: folder) }
    return folder
  }

  private static func calendar(
    _ launch: Launch, _ settings: CollectionSettings
  ) -> (StudyCalendar, Problem?) {
    let finder = ZoneFinder(directory: launch.environment["TZDIR"])
    var (zone, problem) = finder.current(tz: launch.environment["TZ"])
    if let name = settings.timezone {
      do throws(FileStorageError) {
        zone = try finder.zone(named: name)
        problem = nil
      } catch {
        problem = error
      }
    }
    let calendar = StudyCalendar(zone: zone, rolloverMinutes: settings.rolloverMinutes)
    return (
      calendar,
      problem.map {
        Problem(
          .error, path: ".deckle/settings.yaml", message: $0.message,
          nextStep: "days are counted in \(zone.name) meanwhile")
      }
    )
  }

  private static func clock(_ launch: Launch, _ calendar: StudyCalendar) -> StudyClock {
    guard let start = launch.now else {
      return StudyClock(calendar: calendar, now: SystemClock.now)
    }
    let ahead = start.milliseconds - SystemClock.now().milliseconds
    return StudyClock(
      calendar: calendar,
      now: { Timestamp(milliseconds: SystemClock.now().milliseconds + ahead) },
      realNow: SystemClock.now)
  }

  private static func notices(
    _ history: HistoryStore
  ) -> [DependencyContainer.OpeningNotice] {
    var notices: [DependencyContainer.OpeningNotice] = []
    if history.restoredLines > 0 { notices.append(.restored(lines: history.restoredLines)) }
    // A first start here is worth a word when others have written before.
    if let reason = history.newWriterReason, reason != .firstStart || history.newestDay != nil {
      notices.append(.newWriter(reason))
    }
    return notices
  }
}

/// The machine's clocks, read nowhere else.
enum SystemClock {
  @Sendable static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Milliseconds of a clock that never jumps.
  static func uptimeMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
