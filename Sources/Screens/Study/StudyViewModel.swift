public import Interaction
public import Observation
public import StudyDomain

/// Decides what Study shows and does.
@MainActor @Observable public final class StudyViewModel {
  /// Space and Enter grade only when the answer has been on the screen this long.
  static let pauseBeforeSpaceGradesMilliseconds: Int64 = 200

  let interactor: any StudyInteractor
  let hidesHints: Bool
  let router: any StudyRouter

  /// What one card has come to on this screen.
  struct Progress: Hashable {
    var showing: StudyCard.Showing
    /// The text that the form was made of.
    var text: CardText
    /// How the card is answered; nil when it is turned over.
    var form: AskForm?
    var isAnswerShown = false
    var isHintShown = false
    var scroll = ScrollState()
    var sideways = 0
    /// The answer came and its place on the screen is not known yet.
    var awaitsReveal = false
  }

  private(set) var progress: Progress?
  /// False while all cards are just turned over, for this session.
  public internal(set) var usesForms = true
  /// The form made last: reading a text for it is not free.
  @ObservationIgnored private var madeForm: (card: StudyCard.Showing, text: CardText, AskForm?)?
  /// How far the card before is scrolled while it is looked at.
  var previousScroll = ScrollState()
  public internal(set) var message: Notice?
  /// True after `f`: the next digit is a flag.
  public private(set) var awaitsFlag = false
  /// Asked of the person about the note; nil when nothing is.
  public internal(set) var question: Question?
  /// True while the card before is looked at.
  public private(set) var showsPrevious = false
  /// True while an editor has the terminal.
  public private(set) var isEditing = false
  /// Counts down while only learning cards are left.
  public private(set) var now: Moment?

  // What the terminal shows does not itself change the picture.
  @ObservationIgnored private(set) var questionPainted: (showing: StudyCard.Showing, at: Moment)?
  @ObservationIgnored var answerPainted: (showing: StudyCard.Showing, at: Moment)?
  @ObservationIgnored var editing: Task<Void, Never>?

  /// With `hidesHints` hints of gaps wait until they are asked for.
  public init(
    interactor: any StudyInteractor, router: any StudyRouter, hidesHints: Bool = false
  ) {
    self.hidesHints = hidesHints
    self.interactor = interactor
    self.router = router
  }

  public var session: StudySession { interactor.session }

  public var card: StudyCard? {
    if case .card(let card) = session.current { card } else { nil }
  }

  public var face: Face {
    if showsPrevious, let previous = session.previous { return .previous(previous) }
    guard let card else { return .none }
    return progress(of: card).isAnswerShown ? .answer(card.showing) : .question(card.showing)
  }

  /// What stands on the screen.
  public enum Face: Hashable, Sendable {
    case none
    case question(StudyCard.Showing)
    case answer(StudyCard.Showing)
    case previous(CardText)
  }

  public var isAnswerShown: Bool { if case .answer = face { true } else { false } }
  public var scroll: ScrollState {
    if showsPrevious { return previousScroll }
    return card.map { progress(of: $0).scroll } ?? ScrollState()
  }
  public var sideways: Int { card.map { progress(of: $0).sideways } ?? 0 }

  // MARK: The picture

  /// The frame that shows `face` is on the terminal.
  public func painted(_ face: Face, at now: Moment) {
    switch face {
    case .question(let showing):
      if questionPainted?.showing != showing { questionPainted = (showing, now) }
    case .answer(let showing):
      if questionPainted?.showing != showing { questionPainted = (showing, now) }
      if answerPainted?.showing != showing { answerPainted = (showing, now) }
    case .none, .previous: break
    }
  }

  /// Takes the sizes of the picture; `hiddenColumns` is how far it can be moved sideways.
  ///
  /// `answer` are the rows of an answer on show: when it comes, and when the terminal gets another
  /// size, its first row is brought into the window.
  public func fit(
    contentHeight: Int, windowHeight: Int, hiddenColumns: Int = 0, answer: Range<Int>? = nil
  ) {
    if showsPrevious {
      var fitted = previousScroll
      fitted.fit(contentHeight: contentHeight, windowHeight: windowHeight)
      if fitted != previousScroll { previousScroll = fitted }
      return
    }
    guard let card else { return }
    var progress = progress(of: card)
    let before = progress
    let old = progress.scroll
    progress.scroll.fit(contentHeight: contentHeight, windowHeight: windowHeight)
    let isResized = old.contentHeight != contentHeight || old.windowHeight != windowHeight
    if let answer, progress.awaitsReveal || isResized { progress.scroll.reveal(answer) }
    progress.awaitsReveal = false
    progress.sideways = min(progress.sideways, hiddenColumns)
    if progress != before || self.progress?.showing != card.showing {
      self.progress = progress
    }
  }

  public func timePassed(_ now: Moment) {
    self.now = now
    interactor.refresh(now: now.wall)
    leaveIfFinished()
  }

  // MARK: Answer and grades

  /// Shows the answer; with the answer shown long enough, grades it good.
  public func answerPressed(at now: Moment) {
    guard !leavePrevious() else { return }
    guard let card else { return }
    if !isAnswerShown {
      guard questionPainted?.showing == card.showing else { return }
      revealAnswer()
    } else if let painted = answerPainted, painted.showing == card.showing,
      now.uptimeMilliseconds - painted.at.uptimeMilliseconds
        >= Self.pauseBeforeSpaceGradesMilliseconds
    {
      gradePressed(suggestion ?? .good, at: now)
    }
  }

  func revealAnswer() {
    message = nil
    change {
      $0.isAnswerShown = true
      $0.awaitsReveal = true
    }
  }

  /// Does nothing before the answer is on the terminal.
  public func gradePressed(_ grade: Grade, at now: Moment) {
    guard !showsPrevious, let card, isAnswerShown, answerPainted?.showing == card.showing,
      let shownAt = questionPainted, shownAt.showing == card.showing
    else { return }
    let taken = max(0, now.uptimeMilliseconds - shownAt.at.uptimeMilliseconds)
    attempt {
      try interactor.grade(grade, of: card.showing, takenMilliseconds: Int(taken))
      return nil
    }
  }

  // MARK: What else can be done

  public func performed(_ action: StudyAction) {
    guard !leavePrevious() else { return }
    attempt { try interactor.perform(action) }
  }

  public func flagPressed() {
    guard card != nil, !leavePrevious() else { return }
    awaitsFlag = true
    message = nil
  }

  /// The key after `f`; anything but a digit from 0 to 7 changes nothing.
  public func flagChosen(_ flag: Int?) {
    awaitsFlag = false
    if let flag, 0...7 ~= flag { performed(.setFlag(UInt8(flag))) }
  }

  public func previousPressed() {
    guard !leavePrevious() else { return }
    if session.previous == nil {
      message = Notice("There is no card before this one")
    } else {
      showsPrevious = true
      previousScroll = ScrollState()
      message = nil
    }
  }

  public func editPressed() {
    guard card != nil, !isEditing, !leavePrevious() else { return }
    isEditing = true
    editing = Task {
      do { message = try await interactor.editInEditor().map { Notice($0) } } catch {
        message = Notice(error)
      }
      isEditing = false
      leaveIfFinished()
    }
  }

  public func undoPressed() {
    _ = leavePrevious()
    attempt { try interactor.undo() }
  }

  public func redoPressed() {
    _ = leavePrevious()
    attempt { try interactor.redo() }
  }

  public func backPressed() {
    if leavePrevious() { return }
    router.dismiss()
  }

  func leavePrevious() -> Bool {
    defer { showsPrevious = false }
    return showsPrevious
  }

  private func attempt(_ work: () throws -> String?) {
    message = nil
    do {
      message = try work().map { Notice($0) }
      leaveIfFinished()
    } catch {
      message = Notice(error)
    }
  }

  private func leaveIfFinished() {
    if session.current == .finished { router.showSummary() }
  }

  func progress(of card: StudyCard) -> Progress {
    if var progress, progress.showing == card.showing {
      if progress.text == card.text { return progress }
      progress.text = card.text
      progress.form = form(of: card)
      return progress
    }
    return Progress(showing: card.showing, text: card.text, form: form(of: card))
  }

  private func form(of card: StudyCard) -> AskForm? {
    if let (showing, text, form) = madeForm, showing == card.showing, text == card.text {
      return form
    }
    let form = AskForm(card)
    madeForm = (card.showing, card.text, form)
    return form
  }

  func change(_ change: (inout Progress) -> Void) {
    guard let card, !showsPrevious else { return }
    var progress = progress(of: card)
    change(&progress)
    self.progress = progress
  }
}
