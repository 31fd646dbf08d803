public import StudyDomain

/// Holds what was typed against the answer of a card.
///
/// An answer that lists several (`peace; hello`, `car / automobile`) is met by any of them, and what
/// stands in round brackets may be left out.
public struct AnswerCheck {
  private let rule: TypedAnswerRule
  private let wanted: [String]

  public init(expected: String, rule: TypedAnswerRule = TypedAnswerRule()) {
    self.rule = rule
    let whole = [expected]
    let parts = Self.parts(of: expected)
    wanted = whole + (parts.count > 1 ? parts : [])
  }

  /// Cost: the product of both lengths, up to some hundred characters.
  public func check(_ attempt: String) -> TypedAttempt {
    let typed = AnswerFolding(attempt, rule)
    let answers = wanted.map { AnswerFolding($0, rule) }
    for (text, answer) in zip(wanted, answers) where meets(typed, text, answer) {
      let pieces = Self.whole(typed.written)
      return TypedAttempt(isRight: true, typed: pieces, expected: Self.whole(answer.written))
    }
    let diffs = answers.map { GraphemeDiff(typed.folded, $0.folded) }
    // The first of the nearest: the whole answer where nothing agrees.
    var best = 0
    for index in diffs.indices where diffs[index].likeness > diffs[best].likeness { best = index }
    return TypedAttempt(
      isRight: false, typed: Self.pieces(typed.written, diffs[best].firstAgrees),
      expected: Self.pieces(answers[best].written, diffs[best].secondAgrees))
  }

  private func meets(_ typed: AnswerFolding, _ text: String, _ answer: AnswerFolding) -> Bool {
    if typed.whole == answer.whole { return true }
    guard text.contains("("), let short = Self.withoutBrackets(text) else { return false }
    let bare = text.filter { $0 != "(" && $0 != ")" }
    return [short, bare].contains { AnswerFolding($0, rule).whole == typed.whole }
      && !typed.whole.isEmpty
  }

  /// `a; b` and `a / b` in their parts.
  private static func parts(of text: String) -> [String] {
    var parts = [""]
    var rest = text[...]
    while let character = rest.first {
      rest = rest.dropFirst()
      let isBlankNext = rest.first.map(\.isWhitespace) ?? false
      let isSlash = character == "/" && parts[parts.count - 1].last?.isWhitespace ?? false
      if isBlankNext, character == ";" || character == "；" || isSlash {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// The text without its round brackets and what they hold; nil when they are not in pairs.
  private static func withoutBrackets(_ text: String) -> String? {
    var result = ""
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if depth == 0 { result.append(character) }
      if character == ")" { depth -= 1 }
      if depth < 0 { return nil }
    }
    return depth == 0 ? result : nil
  }

  private static func whole(_ text: [Character]) -> [TypedAttempt.Piece] {
    text.isEmpty ? [] : [.init(String(text), agrees: true)]
  }

  private static func pieces(_ text: [Character], _ agrees: [Bool]) -> [TypedAttempt.Piece] {
    var pieces: [TypedAttempt.Piece] = []
    for (character, agrees) in zip(text, agrees) {
      if pieces.last?.agrees == agrees {
        pieces[pieces.count - 1].text.append(character)
      } else {
        pieces.append(.init(String(character), agrees: agrees))
      }
    }
    return pieces
  }
}
