import FileStorage
import Managers
import Observation
import Screens
public import StudyDomain
public import TerminalUI

/// The program with screens: one loop that takes events in order and draws at most once a turn.
@MainActor public final class Application {
  private let terminal: any TerminalDriver
  private let presentation: Presentation
  private let router: CoreRouter
  private let container: () -> DependencyContainer?
  private let usesMouse: Bool
  /// What clicks mean on the frame that is shown.
  private var shown = Canvas(size: Size(width: 0, height: 0))
  private let mailbox = LoopMailbox()
  private var isStale = true
  private var frame = 0
  private weak var greeted: (any Screen)?
  private var timer: Task<Void, Never>?
  private var tasks: [Task<Void, Never>] = []

  /// How a session on screens begins.
  public enum Start: Sendable {
    case home
    /// Nil studies all decks.
    case study(String?, limit: Int?)
    case custom(CustomStudy)
  }

  /// Screens over a collection that a launch names, or the first start where there is none.
  public init(_ launch: Launch, start: Start, terminal: any TerminalDriver, theme: Theme? = nil)
    throws
  {
    self.terminal = terminal
    let configuration = UserConfiguration(launch)
    let presentation = Presentation(
      theme: theme ?? configuration.chosenTheme(environment: launch.environment),
      keys: KeyCatalogue.standard.applying(overrides: configuration.keys).catalogue)
    self.presentation = presentation
    usesMouse = configuration.mouse
    terminal.useMouse(usesMouse)
    let runner = TerminalRunner(terminal: terminal)
    func firstStart(_ situation: OnboardingSituation) -> (CoreRouter, CollectionOpener) {
      let opener = CollectionOpener(situation, launch: launch, terminal: runner)
      let router = CoreRouter(opener: opener, presentation: presentation)
      router.beginOnboarding()
      return (router, opener)
    }
    let opened: DependencyContainer
    do throws(OpenError) {
      opened = DependencyContainer(try OpenedCollection(launch, asks: true))
    } catch {
      guard let situation = OnboardingSituation(error) else { throw ErrorWording.failure(error) }
      let (router, opener) = firstStart(situation)
      self.router = router
      container = { opener.opened?.container }
      return
    }
    if let situation = opened.emptiness {
      let (router, opener) = firstStart(situation)
      self.router = router
      container = { opener.opened?.container }
      return
    }
    container = { opened }
    router = CoreRouter(
      opener: CollectionOpener(.unused, launch: launch, terminal: runner),
      presentation: presentation)
    router.begin(with: CoreInteractor(container: opened, terminal: runner))
    switch start {
    case .home: break
    case .study(let name, let limit):
      router.beginStudy(try name.map { try opened.deck(called: $0) }, limit: limit)
    case .custom(let custom): router.beginStudy(custom)
    }
  }

  // MARK: The loop

  /// Runs until the person quits or the terminal goes; the result is the exit status.
  public func run() async -> Int32 {
    greetTop()
    draw()
    let mailbox = mailbox
    terminal.input.connect { mailbox.post(.input($0)) }
    watchFiles()
    var status: Int32 = 0
    loop: while true {
      switch await mailbox.next() {
      case .input(.closed): break loop
      case .input(.terminate(let signal)):
        status = 128 + signal
        break loop
      case .input(let input): take(input)
      case .redraw(let drawn): if drawn == frame { isStale = true }
      case .tick: router.top?.tick(moment)
      case .filesChanged: await takeChangedFiles()
      }
      if router.hasQuit { break }
      greetTop()
      if isStale { draw() }
    }
    tasks.forEach { $0.cancel() }
    timer?.cancel()
    terminal.close()
    await save()
    return status
  }

  /// Makes everything written safe, and keeps caches for the next start.
  private func save() async {
    guard let container = container() else { return }
    do {
      try container.history.retryPending()
      try await container.history.flush()
    } catch {
      container.log.failed("flush", reason: String(describing: error))
    }
    container.saveCaches(historyBytes: 1)
    container.announceOrphans()
  }

  private var moment: Moment {
    Moment(
      wall: container()?.clock.now() ?? SystemClock.now(),
      uptimeMilliseconds: SystemClock.uptimeMilliseconds())
  }

  /// Lets a screen that has just come to the top look at the time.
  private func greetTop() {
    guard let top = router.top, top !== greeted else { return }
    greeted = top
    top.tick(moment)
    if router.top !== top { greetTop() }
  }

  private func take(_ input: InputEvent) {
    switch input {
    case .key(let key):
      let before = router.top
      // What lay below another screen has not heard of changes meanwhile.
      defer { if let top = router.top, top !== before { top.tick(moment) } }
      if router.press(key, at: moment) { isStale = true }
    case .mouse(let event):
      // Reports that nobody asked for mean nothing.
      guard usesMouse else { return }
      let isField = router.top?.inputContext == .textField
      for key in ClickKeys.keys(for: event, on: shown, isField: isField) { take(.key(key)) }
    case .paste(let text):
      router.top?.paste(text)
    case .resize, .focusGained:
      isStale = true
    case .focusLost, .closed, .terminate: break
    }
  }

  private func draw() {
    guard let screen = router.top else { return }
    isStale = false
    var canvas = Canvas(size: terminal.size)
    let mailbox = mailbox
    frame += 1
    let frame = frame
    let theme = withObservationTracking {
      screen.draw(on: &canvas)
      router.remark?.drawLastRow(on: &canvas)
      return presentation.theme
    } onChange: {
      mailbox.post(.redraw(of: frame))
    }
    terminal.show(canvas, theme: theme)
    shown = canvas
    screen.painted(at: moment)
    scheduleTick(screen.nextTick)
  }

  private func scheduleTick(_ next: Moment?) {
    timer?.cancel()
    guard let next else { return }
    let wait = max(1, next.uptimeMilliseconds - moment.uptimeMilliseconds)
    let mailbox = mailbox
    timer = Task {
      // A cancelled wait is a tick that nobody needs.
      guard (try? await Task.sleep(for: .milliseconds(wait))) != nil else { return }
      mailbox.post(.tick)
    }
  }

  // MARK: Files

  private func watchFiles() {
    guard let container = container() else { return }
    let (watch, mailbox) = (CollectionWatch(container.paths), mailbox)
    tasks.append(Task { for await _ in watch.changes { mailbox.post(.filesChanged) } })
  }

  private func takeChangedFiles() async {
    await router.takeInFiles()
    router.top?.tick(moment)
    isStale = true
  }
}

/// Runs programs through the terminal's driver.
@MainActor private struct TerminalRunner: ForegroundRunning {
  let terminal: any TerminalDriver

  func runForeground(_ arguments: [String], directory: String?) async throws -> Int32 {
    let word = try await terminal.runForeground(arguments, directory: directory)
    // As waitpid(2) packs it: the exit status, or the signal that ended the program.
    return word & 0x7f == 0 ? (word >> 8) & 0xff : 128 + (word & 0x7f)
  }

  func copy(_ text: String) { terminal.copy(text) }
}

extension OnboardingSituation {
  /// For an opener that is never asked.
  fileprivate static let unused = OnboardingSituation(reason: .firstStart, suggestedPath: "")

  /// The first start that an error leads to; nil for errors that it cannot mend.
  fileprivate init?(_ error: OpenError) {
    switch error {
    case .noCollection: self.init(reason: .firstStart, suggestedPath: "~/flashcards")
    case .missing(let path): self.init(reason: .missing(path: path), suggestedPath: path)
    case .noFolder, .storage: return nil
    }
  }
}

extension DependencyContainer {
  /// The first start, for a folder that holds no deck at all.
  fileprivate var emptiness: OnboardingSituation? {
    guard library.snapshot.files.isEmpty, library.snapshot.problems.isEmpty else { return nil }
    return OnboardingSituation(
      reason: .empty(path: paths.collection), suggestedPath: paths.collection)
  }
}
