import Managers
import Markup
import Scheduling
import Screens
public import StudyDomain

/// A study session line by line, for pipes, braille displays and dumb terminals.
@MainActor public struct PlainStudy {
  private let interactor: CoreInteractor
  private let readLine: () -> String?
  private let print: (String) -> Void

  public init(
    _ interactor: CoreInteractor, readLine: @escaping () -> String?,
    print: @escaping (String) -> Void
  ) {
    self.interactor = interactor
    self.readLine = readLine
    self.print = print
  }

  /// Asks until nothing is left or the input ends; returns how many cards were answered.
  public func run(deck name: String?, limit: Int?) throws -> Int {
    interactor.beginSession(
      try name.map { try interactor.container.deck(called: $0) }, limit: limit)
    return run()
  }

  /// The same over cards of one's choice.
  public func run(_ custom: CustomStudy) throws -> Int {
    if interactor.beginSession(custom) == 0 { print("No card of this can be asked.") }
    let word = interactor.customSession?.word ?? ""
    if !word.isEmpty { print(word == "cram" ? "Practice only." : "Ahead of time.") }
    return run()
  }

  private func run() -> Int {
    var pending: Notice?
    while let card = nextCard() {
      if interactor.pendingNotice != pending {
        pending = interactor.pendingNotice
        say(pending ?? Notice("all answers are in the history again"))
      }
      let text = interactor.text(ofCard: card)
      let counts = session.counts
      let showing = session.presentation
      print("")
      print("\(counts.new) new, \(counts.learning) learning, \(counts.due) due")
      print(MarkupDocument(markdown: text.front).plainText)
      let start = SystemClock.uptimeMilliseconds()
      let form = PlainForm(interactor, readLine: readLine, print: print)
      guard let outcome = form.ask() else { break }
      if case .command(let line) = outcome { attempt { try act(line) } }
      guard session.presentation == showing, case .answered(let suggestion) = outcome else {
        continue
      }
      print(MarkupDocument(markdown: text.back).plainText)
      guard askGrade(since: start, suggestion) else { break }
    }
    print("")
    print("\(session.answers.count) answered.")
    if session.isTimeUp { print("The time is up.") }
    return session.answers.count
  }

  private var session: StudySessionManager { interactor.container.session }

  /// The card to ask, as its file is now.
  private func nextCard() -> Int? {
    interactor.takeInFilesNow()
    if let notice = interactor.sessionNotice { say(notice) }
    interactor.sessionNotice = nil
    return session.currentCard
  }

  private func say(_ notice: Notice) {
    print(notice.text + (notice.nextStep.map { "; \($0)" } ?? ""))
  }

  /// Does something, or says why it was not done; true when it was.
  @discardableResult
  private func attempt(_ work: () throws -> Void) -> Bool {
    do {
      try work()
      return true
    } catch {
      say(Notice(ErrorWording.failure(error)))
      return false
    }
  }

  /// What a line does before the answer is shown.
  private func act(_ line: String) throws {
    switch line {
    case "u": print(try interactor.undo())
    case "-": if let done = try interactor.perform(.buryCard) { print(done) }
    case "@": if let done = try interactor.perform(.suspendCard) { print(done) }
    default: break
    }
  }

  /// Asks for a grade until one is kept; false ends the session.
  ///
  /// A grade that nothing could keep is told, and the card asked again: what is wrong may be mended
  /// meanwhile.
  private func askGrade(since start: Int64, _ suggestion: Grade?) -> Bool {
    while true {
      let captions = session.outcomes().map { outcomes in
        Grade.allCases.map { "\($0.rawValue) \($0.word) \(outcomes[$0].caption)" }
          .joined(separator: ", ")
      }
      let usual = suggestion ?? .good
      print((captions ?? "") + "; Enter is \(usual.word), u undoes the card before, q ends")
      guard let line = readLine(), line != "q" else { return false }
      if line == "u" {
        if attempt({ try act(line) }) { return true }
        continue
      }
      guard let grade = Grade(word: line.isEmpty ? usual.word : line) else {
        print("A grade is a number from 1 to 4; q ends.")
        continue
      }
      let taken = Int(SystemClock.uptimeMilliseconds() - start)
      if attempt({ try interactor.gradeCurrent(grade, milliseconds: taken) }) { return true }
    }
  }
}
