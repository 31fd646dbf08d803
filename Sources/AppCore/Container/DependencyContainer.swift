import FileStorage
import History
import Managers
import StudyDomain

/// Everything that lives as long as an open collection, each thing once.
@MainActor public final class DependencyContainer {
  let paths: CollectionPaths
  let clock: StudyClock
  let library: DeckLibrary
  let history: HistoryStore
  let index: StudyIndex
  let decks: DeckManager
  let flashcards: FlashcardManager
  let session: StudySessionManager
  let transfer: TransferManager
  let browse: BrowseManager
  let analytics: AnalyticsManager
  let goals: UserGoalsManager
  let progress: UserProgressManager
  let push: PushManager
  let stateFolder: String
  let texts: TextJournal
  let drafts: DraftFiles
  let log: LogManager
  let settings: SettingsManager
  let environment: [String: String]
  let home: String
  /// What was noticed while opening, for Home: restored events, a new writer.
  private(set) var openingNotices: [OpeningNotice]
  private var orphanMemo = Memo<[Int], [OrphanReport]>()
  private let announcedOrphans: AnnouncedOrphans
  private let calendarOf: @MainActor (CollectionSettings) -> (StudyCalendar, Problem?)
  private var zoneProblem: Problem?
  private var seenDays: CollectionSettings.Days
  private var configurationMemo = Memo<UserSettings, [Problem]>()
  private let wasNew: Bool

  /// Something done while opening that a person should know.
  enum OpeningNotice: Hashable, Sendable {
    /// Our events that an older revision of the folder lacked were appended again.
    case restored(lines: Int)
    case newWriter(WriterIdentity.Reason)
    case clockBehind
  }

  init(_ opened: OpenedCollection) {
    paths = opened.paths
    wasNew = opened.isNew
    clock = opened.clock
    library = opened.library
    history = opened.history
    index = StudyIndex(
      library: library, history: history, clock: clock, cache: opened.cache,
      prefetch: opened.prefetch)
    decks = DeckManager(index: index, stateFolder: opened.stateFolder)
    flashcards = FlashcardManager(index: index)
    session = StudySessionManager(index: index)
    browse = BrowseManager(index: index, stateFolder: opened.stateFolder)
    transfer = TransferManager(index: index, scratchFolder: opened.scratchFolder)
    analytics = AnalyticsManager(index: index)
    goals = UserGoalsManager(index: index)
    progress = UserProgressManager(index: index, restDays: opened.restDays)
    push = PushManager(configFolder: opened.userConfigFolder)
    stateFolder = opened.stateFolder
    texts = TextJournal(index: index)
    // A folder without an id has drafts too.
    drafts = DraftFiles(stateFolder: opened.paths.stateFolder(id: "drafts"))
    log = LogManager(stateFolder: opened.stateFolder, clock: clock)
    settings = opened.settings
    environment = opened.environment
    calendarOf = opened.calendar
    zoneProblem = opened.zoneProblem
    seenDays = library.settings.days
    home = opened.home
    // The days of the history are known when the index has it replayed.
    index.refresh()
    let isBehind = history.newestDay.map { $0 > opened.clock.today } ?? false
    openingNotices = opened.notices + (isBehind ? [.clockBehind] : [])
    announcedOrphans = AnnouncedOrphans(stateFolder: opened.stateFolder)
    logCopiedLines()
  }

  /// How answers are judged, and the programs that help in Study.
  var study: StudySettings { StudySettings(settings.user) }

  /// The editor that settings and environment ask for.
  var editor: EditorCommand {
    EditorCommand(setting: settings.user.text("editor"), environment: environment)
  }

  /// Says what was decided about an older revision.
  func historyDecided(_ notice: OpeningNotice) {
    index.refresh()
    openingNotices.append(notice)
  }

  /// Takes in what the stores found in changed files.
  func tookFiles() {
    followSettings()
    index.refresh()
    logCopiedLines()
  }

  /// What is wrong with the zone that settings ask for; nil when all is well.
  func zoneProblem(of settings: CollectionSettings) -> Problem? {
    calendarOf(settings).1
  }

  /// Counts days as the collection's settings say now.
  func followSettings() {
    guard library.settings.days != seenDays else { return }
    seenDays = library.settings.days
    let (calendar, problem) = calendarOf(library.settings)
    zoneProblem = problem
    if clock.follow(calendar) { index.calendarChanged() }
  }

  private func logCopiedLines() {
    for (file, count) in history.takeNewlyCopied().sorted(by: { $0.key < $1.key }) {
      log.copied(badLines: count, file: file)
    }
  }

  // MARK: Orphans

  /// Histories whose text is gone, the most reviewed first.
  var orphans: [OrphanReport] {
    index.refresh()
    return orphanMemo.value(for: [library.revision, history.revision]) {
      index.orphans().map { orphan in
        let state = history.history.state(of: orphan.card)
        return OrphanReport(
          key: orphan.key, deck: orphan.details?.deck ?? "", text: orphan.details?.text ?? "",
          reviews: Int(state.reviews), isForgotten: state.phase == .new && state.reviews > 0)
      }.sorted { $0.reviews > $1.reviews }
    }
  }

  /// How many reviewed cards lost their text since the screens last said so.
  var newOrphanCount: Int {
    announcedOrphans.new(among: orphans.filter { $0.reviews > 0 && !$0.isForgotten }.map(\.key))
      .count
  }

  /// Remembers that the present orphans have been told.
  func announceOrphans() {
    announcedOrphans.write(orphans.map(\.key))
  }

  /// The deck of a name, capitals aside.
  func deck(called name: String) throws(CommandFailure) -> DeckName {
    index.refresh()
    let wanted = name.lowercased()
    let exact = index.decks.first { $0.name.text == name }
    guard let deck = exact ?? index.decks.first(where: { $0.name.text.lowercased() == wanted })
    else {
      throw CommandFailure("there is no deck '\(name)'", nextStep: "'deckle decks' lists them")
    }
    return deck.name
  }

  /// Keeps what was read for the next start; the history only when so many bytes are new.
  func saveCaches(historyBytes: Int) {
    index.saveCaches(historyBytes: historyBytes)
    flashcards.saveCache()
    // Only now the collection has an id to name its caches by. Under the old name they are of no use.
    guard wasNew, let id = try? paths.readID() else { return }
    _ = FileSystem.live.rename(
      paths.cacheFolder(id: OpenedCollection.noID), paths.cacheFolder(id: id))
  }

  private var configurationProblems: [Problem] {
    let own = configurationMemo.value(for: settings.user) {
      UserConfiguration(settings.user, path: settings.path).problems
    }
    return own + [zoneProblem].compactMap(\.self)
  }

  private var clockProblems: [Problem] {
    guard let newest = history.newestDay, newest > clock.today else { return [] }
    return [
      Problem(
        .warning, path: ".deckle/history",
        message: "answers of \(newest.isoDate) lie after today, \(clock.today.isoDate)",
        nextStep: "check the clock of this machine; those cards are due today meanwhile")
    ]
  }

  /// All that could not be read or matched: decks, settings, history.
  var problems: [Problem] {
    index.refresh()
    return configurationProblems + clockProblems + library.problems + index.problems
      + HistoryProblemReport.problems(of: history.badFiles)
      + HistoryProblemReport.problems(of: history.history.problems)
      + OrphanProblemReport.problems(of: orphans, in: library.snapshot)
  }
}
