import FileStorage
import Managers
import Screens
import StudyDomain

/// Conforms to the interactor of every screen and forwards to the managers.
///
/// Each screen sees only its own protocol; a file beside this one holds each conformance.
@MainActor public final class CoreInteractor {
  let container: DependencyContainer
  /// Opens programs in the terminal; nil on the command line.
  let terminal: (any ForegroundRunning)?
  /// What Home, Study and Summary showed last: a frame asks several times.
  var homeMemo = Memo<HomeKey, HomeOverview>()
  var sessionMemo = Memo<SessionKey, StudySession>()
  var summaryMemo = Memo<SessionKey, StudySummary>()
  var browseMemo = Memo<BrowseKey, BrowseContext>()
  var cardInfoMemo = Memo<CardInfoKey, Result<CardInfo?, any Error>>()
  var statisticsMemo = Memo<StatisticsKey, Statistics>()
  /// Missing pictures of the cards shown last: looked for when a card comes up, not at each frame.
  var missingPictures: [PicturesKey: Set<String>] = [:]
  /// Said once by the session: a card that went away, an edit that was followed.
  var sessionNotice: Notice?
  /// The note whose form is open, as it was before someone else edits its file.
  var editTicket: FlashcardManager.EditTicket?
  /// The import whose preview is shown.
  var prepared: TransferPreview?

  public init(container: DependencyContainer) {
    self.container = container
    terminal = nil
  }

  init(container: DependencyContainer, terminal: any ForegroundRunning) {
    self.container = container
    self.terminal = terminal
  }

  /// Theme and keys of the screens; nil on the command line.
  var presentation: Presentation?

  /// Shows the question that keeps an action from being written.
  var askAboutOlderRevision: () -> Void = {}

  /// Runs an action of the history and puts its failure into words.
  func attempt<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      if case FileStorageError.missingLinesUndecided = error { askAboutOlderRevision() }
      let failure = ErrorWording.failure(error)
      container.log.failed("action", reason: failure.message)
      throw failure
    }
  }
}

/// What can run another program in the foreground of the terminal.
@MainActor protocol ForegroundRunning {
  func runForeground(_ arguments: [String], directory: String?) async throws -> Int32
  /// Offers a text to the terminal for its clipboard.
  func copy(_ text: String)
}
