import Markup
import Screens
import StudyDomain

/// How a card is answered line by line.
@MainActor struct PlainForm {
  private let interactor: CoreInteractor
  private let readLine: () -> String?
  private let print: (String) -> Void

  init(
    _ interactor: CoreInteractor, readLine: @escaping () -> String?,
    print: @escaping (String) -> Void
  ) {
    self.interactor = interactor
    self.readLine = readLine
    self.print = print
  }

  /// What came of asking.
  enum Outcome: Equatable {
    /// The grade that the answer suggests; nil when it suggests none.
    case answered(Grade?)
    /// A line that is no answer: `u`, `-`, `@`.
    case command(String)
  }

  /// Nil at the end of the input, or when the session is to end.
  func ask() -> Outcome? {
    guard case .card(let card) = interactor.session.current, let form = AskForm(card) else {
      print("Enter shows the answer; u undoes, - buries, @ suspends, q ends.")
      return readLine().flatMap { outcome(of: $0) }
    }
    switch form {
    case .typed: return askTyped()
    case .choice(let choice): return ask(choice)
    case .order(let order): return ask(order)
    case .items(let items): return ask(items)
    }
  }

  /// What a line does that no form wants.
  private func outcome(of line: String) -> Outcome? {
    line == "q" ? nil : line.isEmpty ? .answered(nil) : .command(line)
  }

  private func askTyped() -> Outcome? {
    print("Type the answer; Enter alone shows it; :u undoes, :- buries, :@ suspends, :q ends.")
    guard let line = readLine() else { return nil }
    if line.first == ":", line.count == 2 { return outcome(of: String(line.dropFirst())) }
    let attempt = interactor.check(line)
    guard !attempt.isEmpty else { return .answered(nil) }
    if attempt.isRight {
      print("Right.")
    } else {
      print("Not right: \(Self.marked(attempt.typed))")
      print("Expected:  \(Self.marked(attempt.expected))")
    }
    return .answered(attempt.isRight ? .good : .again)
  }

  /// What does not agree in brackets.
  private static func marked(_ pieces: [TypedAttempt.Piece]) -> String {
    pieces.map { $0.agrees ? $0.text : "[\($0.text)]" }.joined()
  }

  private func ask(_ choice: ChoiceForm) -> Outcome? {
    for (index, option) in choice.options.enumerated() {
      print("\(index + 1) \(Self.line(option.blocks))")
    }
    let right = Set(choice.options.indices.filter { choice.options[$0].isRight }.map { $0 + 1 })
    let what = choice.isSingle ? "The number of the right one" : "The numbers of all that are right"
    return askNumbers(what, choice.options.count) { Set($0) == right }
  }

  private func ask(_ order: OrderForm) -> Outcome? {
    for (index, item) in order.items.enumerated() {
      print("\(index + 1) \(Self.line(item.blocks))")
    }
    return askNumbers("Their numbers in the right order", order.items.count) { numbers in
      guard numbers.count == order.items.count else { return false }
      var sorted = order
      sorted.items = numbers.map { order.items[$0 - 1] }
      return sorted.isRight
    }
  }

  private func askNumbers(
    _ what: String, _ count: Int, _ isRight: ([Int]) -> Bool
  ) -> Outcome? {
    while true {
      print("\(what); Enter alone shows the answer; u undoes, - buries, @ suspends, q ends.")
      guard let line = readLine() else { return nil }
      let words = line.split { $0 == " " || $0 == "," }
      let numbers = words.compactMap { Int($0) }
      guard !words.isEmpty, numbers.count == words.count else { return outcome(of: line) }
      guard numbers.allSatisfy({ 1...count ~= $0 }) else {
        print("The numbers go from 1 to \(count).")
        continue
      }
      let right = isRight(numbers)
      print(right ? "Right." : "Not right.")
      return .answered(right ? .good : .again)
    }
  }

  private func ask(_ items: ItemsForm) -> Outcome? {
    for (index, item) in items.list.items.enumerated() {
      print("\(index) of \(items.count); Enter tells the next; u undoes, q ends.")
      guard let line = readLine() else { return nil }
      guard line.isEmpty else { return outcome(of: line) }
      print("- \(Self.line(item.blocks))")
    }
    return .answered(nil)
  }

  private static func line(_ blocks: [Block]) -> String {
    MarkupDocument(blocks: blocks).plainText.split(separator: "\n").joined(separator: " ")
  }
}
