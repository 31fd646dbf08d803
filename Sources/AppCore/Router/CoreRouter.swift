import Managers
import Screens
import StudyDomain
import TerminalUI

/// Owns the stack of screens; each screen sees only its own narrow router.
@MainActor final class CoreRouter {
  private(set) var stack: [any Screen] = []
  private(set) var hasQuit = false
  private(set) var interactor: CoreInteractor?
  /// Said in the last row until the next key: why a key did nothing.
  var remark: Notice?
  /// What the palette did, the newest first.
  var recentActions: [Action] = []
  private let opener: CollectionOpener
  let presentation: Presentation
  var keys: KeyCatalogue { presentation.keys }

  init(opener: CollectionOpener, presentation: Presentation) {
    self.opener = opener
    self.presentation = presentation
  }

  var top: (any Screen)? { stack.last }

  /// Shows a screen above the others.
  func push(_ screen: any Screen) {
    stack.append(screen)
  }

  /// Takes in files that changed, for the screens that are open.
  func takeInFiles() async {
    await interactor?.takeInFiles(isStudying: stack.contains { $0.name == .study })
  }

  // MARK: Beginning

  /// Shows Home on an open collection.
  func begin(with interactor: CoreInteractor) {
    self.interactor = interactor
    interactor.presentation = presentation
    stack = [
      HomeScreen(viewModel: HomeViewModel(interactor: interactor, router: self), keys: keys)
    ]
    interactor.askAboutOlderRevision = { [unowned self] in askAboutOlderRevision() }
    askAboutOlderRevision()
  }

  /// Asks what to do where the folder lacks events of ours; again when something is to be written.
  private func askAboutOlderRevision() {
    guard let interactor, interactor.missingHistory != nil, top?.name != .olderRevision else {
      return
    }
    stack.append(
      OlderRevisionScreen(
        viewModel: OlderRevisionViewModel(interactor: interactor, router: self), keys: keys))
  }

  /// Shows the first start.
  func beginOnboarding() {
    stack = [
      OnboardingScreen(
        viewModel: OnboardingViewModel(interactor: opener, router: self), keys: keys)
    ]
  }

  /// Opens a deck at once, above Home.
  func beginStudy(_ deck: DeckName?, limit: Int?) {
    interactor?.beginSession(deck, limit: limit)
    openStudy()
  }

  func beginStudy(_ custom: CustomStudy) {
    interactor?.beginSession(custom)
    openStudy()
  }

  private func openStudy() {
    // The question stays on top.
    let question = top?.name == .olderRevision ? stack.removeLast() : nil
    pushStudy()
    if let question { stack.append(question) }
  }

  func pushStudy() {
    guard let interactor else { return }
    stack.append(
      StudyScreen(
        viewModel: StudyViewModel(
          interactor: interactor, router: self, hidesHints: interactor.container.study.hidesHints),
        keys: keys))
  }

  // MARK: Keys

  /// Gives a key to the top screen, then to what all screens do; false when neither knows it.
  ///
  /// What is off says why in `remark`, which stands until the next key.
  func press(_ key: Key, at now: Moment) -> Bool {
    let hadRemark = remark != nil
    remark = nil
    guard let top else { return hadRemark }
    let isCommand = top.inputContext == .commands
    let action = isCommand ? keys.table(for: top.name).action(for: key) : nil
    if let reason = action.flatMap(whyOff) {
      remark = Notice(reason)
      return true
    }
    if top.handle(key, now: now) || performGlobal(key) { return true }
    if action != nil { remark = Notice("That does nothing on this screen") }
    return hadRemark || remark != nil
  }

  /// Why an action would do nothing on the top screen now; nil when it can be done.
  private func whyOff(_ action: Action) -> String? {
    if let reason = top?.whyOff(action) { return reason }
    return switch action {
    case .decks where stack.count == 1 && top?.name == .home: "These are the decks"
    case .goals where top?.name == .goals: "These are the goals"
    case .goals where interactor == nil: "There is no collection yet"
    case .help where top?.name == .help: "This is the help"
    case .options where top?.name == .options: "These are the options"
    case .options where top?.subject.deck == nil: "No deck is at hand here"
    case .settings where top?.name == .settings: "These are the settings"
    case .settings where interactor == nil: "First there must be a collection"
    case .addCard where top?.name == .edit: "This is the form"
    case .addCard where interactor == nil: "There is no collection yet"
    case .statistics where top?.name == .statistics: "These are the statistics"
    case .cardInfo where top?.subject.card == nil: "No card is at hand here"
    default: nil
    }
  }

  /// Does what a global key says that belongs to no screen; true when it did.
  func performGlobal(_ key: Key) -> Bool {
    guard let top, top.inputContext == .commands else { return false }
    switch keys.table(for: top.name).action(for: key) {
    case .addCard: addCard(to: top.subject.deck)
    case .palette: showPalette()
    case .menu: showMenu()
    case .goals: showGoals(top.subject.deck)
    case .help:
      guard top.name != .help else { return false }
      stack.append(
        HelpScreen(viewModel: HelpViewModel(subject: top.name, router: self), keys: keys))
    case .statistics:
      guard interactor != nil else { return false }
      showStatistics(top.subject.deck?.queryText)
    case .cardInfo:
      guard let card = top.subject.card else { return false }
      showCardInfo(card)
    case .decks:
      guard stack.count > 1 else { return false }
      stack.removeLast(stack.count - 1)
    case .options:
      guard top.name != .options, let deck = top.subject.deck else { return false }
      showOptions(deck)
    case .settings:
      guard top.name != .settings, interactor != nil else { return false }
      showSettings()
    case .browse: return browse(from: top)
    default: return false
    }
    return true
  }

  /// What can be done on the top screen.
  var commands: [CommandEntry] {
    top.map { CommandEntry.all(on: $0, keys: keys, whyOff: whyOff) } ?? []
  }
}

extension CoreRouter: Dismissing {
  func dismiss() {
    if stack.count > 1 { stack.removeLast() } else { hasQuit = true }
  }
}

extension CoreRouter: HomeRouter {
  func study(_ deck: DeckName) {
    interactor?.beginSession(deck)
    pushStudy()
  }

  func showProblems() {
    guard let interactor else { return }
    stack.append(
      ProblemsScreen(
        viewModel: ProblemsViewModel(interactor: interactor, router: self), keys: keys))
  }

  func showImport() {
    guard let interactor else { return }
    stack.append(
      TransferScreen(
        viewModel: TransferViewModel(interactor: interactor, router: self), keys: keys))
  }

  func showExport(_ deck: DeckName?) {
    guard let interactor else { return }
    stack.append(
      ExportScreen(
        viewModel: ExportViewModel(interactor: interactor, router: self, deck: deck), keys: keys))
  }

  func quit() {
    hasQuit = true
  }
}

extension CoreRouter: StudyRouter {
  func showSummary() {
    guard let interactor, top?.name == .study else { return }
    stack.removeLast()
    stack.append(
      SummaryScreen(viewModel: SummaryViewModel(interactor: interactor, router: self), keys: keys))
  }
}

extension CoreRouter: SummaryRouter {
  func resumeStudy() {
    guard top?.name == .summary else { return }
    stack.removeLast()
    pushStudy()
  }
}

extension CoreRouter: OnboardingRouter {
  func openHome() {
    guard let interactor = opener.opened else { return }
    begin(with: interactor)
  }
}
