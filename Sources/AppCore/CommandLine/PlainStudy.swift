import Managers
import Markup
import Scheduling
import Screens
import StudyDomain

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
    let session = interactor.container.session
    session.start(
      deck: try name.map { try interactor.container.deck(called: $0) }, limit: limit)
    while let card = session.currentCard {
      let text = interactor.text(ofCard: card)
      let counts = session.counts
      print("")
      print("\(counts.new) new, \(counts.learning) learning, \(counts.due) due")
      print(MarkupDocument(markdown: text.front).plainText)
      let start = SystemClock.uptimeMilliseconds()
      print("Enter shows the answer; u undoes, - buries, @ suspends, q ends.")
      guard let line = readLine() else { break }
      if try !act(line) { break }
      guard session.currentCard == card, line.isEmpty else { continue }
      print(MarkupDocument(markdown: text.back).plainText)
      guard try answer(since: start) else { break }
    }
    print("")
    print("\(session.answers.count) answered.")
    return session.answers.count
  }

  /// What a line does before the answer; false ends the session.
  private func act(_ line: String) throws -> Bool {
    do {
      switch line {
      case "q": return false
      case "u": print(try interactor.undo())
      case "-": if let done = try interactor.perform(.buryCard) { print(done) }
      case "@": if let done = try interactor.perform(.suspendCard) { print(done) }
      default: break
      }
    } catch let failure as ActionFailure {
      print(failure.message)
    }
    return true
  }

  /// Asks for a grade until there is one; false ends the session.
  private func answer(since start: Int64) throws -> Bool {
    let session = interactor.container.session
    while true {
      let captions = session.outcomes().map { outcomes in
        Grade.allCases.map { "\($0.rawValue) \($0.word) \(outcomes[$0].caption)" }
          .joined(separator: ", ")
      }
      print((captions ?? "") + "; Enter is good, u undoes the card before, q ends")
      guard let line = readLine(), line != "q" else { return false }
      if line == "u" {
        print(try interactor.undo())
        return true
      }
      guard let grade = Grade(word: line.isEmpty ? "good" : line) else {
        print("A grade is a number from 1 to 4; q ends.")
        continue
      }
      let taken = Int(SystemClock.uptimeMilliseconds() - start)
      try GradeCard(
        session: session, history: interactor.container.history, log: interactor.container.log
      )(grade, milliseconds: taken)
      return true
    }
  }
}
