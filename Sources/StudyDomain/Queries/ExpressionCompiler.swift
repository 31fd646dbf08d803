/// An expression as it was read.
indirect enum ExpressionTree {
  case scalar(Unicode.Scalar, ignoresCase: Bool)
  case any(takesNewlines: Bool)
  case set(ScalarSet, ignoresCase: Bool)
  case assertion(SearchExpression.Assertion)
  case sequence([ExpressionTree])
  case choice([ExpressionTree])
  /// `most` is nil for any number.
  case repeated(ExpressionTree, least: Int, most: Int?)

  /// Texts of two letters or more that every match holds.
  var requiredTexts: [String] {
    guard case .sequence(let parts) = self else { return [] }
    var texts: [String] = []
    var text = ""
    func end() {
      if text.utf8.count > 1 { texts.append(text) }
      text = ""
    }
    for part in parts {
      switch part {
      case .scalar(let scalar, _) where !scalar.properties.isWhitespace:
        text.unicodeScalars.append(scalar)
      case .assertion: break
      case .sequence:
        end()
        texts += part.requiredTexts
      case .repeated(let inner, let least, _):
        end()
        if least > 0 { texts += inner.requiredTexts }
      default: end()
      }
    }
    end()
    return texts
  }
}

/// Makes a program of a tree.
struct ExpressionCompiler {
  var program: [SearchExpression.Instruction] = []
  var sets: [ScalarSet] = []

  mutating func add(_ tree: ExpressionTree) throws(SearchExpression.SyntaxError) {
    guard program.count < SearchExpression.sizeLimit else {
      throw .init(message: "it is too long")
    }
    switch tree {
    case .scalar(let scalar, let ignoresCase):
      program.append(
        .scalar(
          ignoresCase ? SearchExpression.folded(scalar) : scalar.value, ignoresCase: ignoresCase))
    case .any(let takesNewlines): program.append(.any(takesNewlines: takesNewlines))
    case .set(let set, let ignoresCase):
      sets.append(set)
      program.append(.set(sets.count - 1, ignoresCase: ignoresCase))
    case .assertion(let assertion): program.append(.assert(assertion))
    case .sequence(let parts): for part in parts { try add(part) }
    case .choice(let parts): try add(choice: parts)
    case .repeated(let inner, let least, let most): try add(inner, least, most)
    }
  }

  private mutating func add(
    choice parts: [ExpressionTree]
  ) throws(SearchExpression.SyntaxError) {
    var ends: [Int] = []
    for (number, part) in parts.enumerated() {
      guard number < parts.count - 1 else {
        try add(part)
        break
      }
      let fork = program.count
      program.append(.either(fork + 1, fork + 1))
      try add(part)
      ends.append(program.count)
      program.append(.jump(0))
      program[fork] = .either(fork + 1, program.count)
    }
    for end in ends { program[end] = .jump(program.count) }
  }

  private mutating func add(
    _ inner: ExpressionTree, _ least: Int, _ most: Int?
  ) throws(SearchExpression.SyntaxError) {
    for _ in 0..<least { try add(inner) }
    guard let most else {
      let fork = program.count
      program.append(.either(fork + 1, fork + 1))
      try add(inner)
      program.append(.jump(fork))
      program[fork] = .either(fork + 1, program.count)
      return
    }
    var forks: [Int] = []
    for _ in least..<max(least, most) {
      forks.append(program.count)
      program.append(.either(program.count + 1, 0))
      try add(inner)
    }
    for fork in forks { program[fork] = .either(fork + 1, program.count) }
  }
}
