/// A regular expression that tells whether a text holds a match: no groups, no places.
///
/// The syntax is what most programs share: `.` `[a-z]` `[^…]` `\d \w \s \b` and their capitals,
/// `^ $`, `( )` `(?: )`, `|`, `* + ? {2,5}`, `(?i) (?s) (?m)` and `(?-i)`. Capitals count for
/// nothing until `(?-i)`. A search takes time for the length of the text times that of the
/// expression, whatever both hold.
public struct SearchExpression: Hashable, Sendable {
  /// As it was written.
  public let source: String
  let program: [Instruction]
  let sets: [ScalarSet]
  /// Texts without blanks that every match holds, capitals aside.
  public let requiredTexts: [String]

  public struct SyntaxError: Error, Hashable, Sendable {
    public var message: String
  }

  enum Instruction: Hashable, Sendable {
    /// Lower-cased where capitals do not count.
    case scalar(UInt32, ignoresCase: Bool)
    case any(takesNewlines: Bool)
    case set(Int, ignoresCase: Bool)
    case either(Int, Int)
    case jump(Int)
    case assert(Assertion)
    case found
  }

  enum Assertion: Hashable, Sendable {
    case start, end, lineStart, lineEnd, wordBorder, noWordBorder
  }

  /// More instructions than this are refused.
  static let sizeLimit = 5000

  public init(_ source: String) throws(SyntaxError) {
    self.source = source
    var parser = ExpressionParser(source)
    let tree = try parser.read()
    var compiler = ExpressionCompiler()
    try compiler.add(tree)
    compiler.program.append(.found)
    program = compiler.program
    sets = compiler.sets
    requiredTexts = tree.requiredTexts
  }

  public static func == (one: SearchExpression, other: SearchExpression) -> Bool {
    one.source == other.source
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(source) }

  /// A text as an expression that matches it alone.
  public static func escaped(_ text: String) -> String {
    // By scalars: a sign with a mark above it is still a sign.
    String(
      text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { result, scalar in
        if #"\.+*?()|[]{}^$#&-~"#.unicodeScalars.contains(scalar) { result.append("\\") }
        result.append(scalar)
      })
  }

  /// True when the text holds a match.
  public func matches(_ text: some Sequence<Unicode.Scalar>) -> Bool {
    var run = ExpressionRun(self)
    return run.finds(in: text)
  }

  /// The form in which scalars are compared where capitals do not count.
  static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
    let value = scalar.value
    if value < 0x80 { return value &- 65 < 26 ? value | 0x20 : value }
    guard scalar.properties.changesWhenLowercased else { return value }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower[lower.startIndex].value : value
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.value == 95 || scalar.value &- 48 < 10 || (scalar.value | 0x20) &- 97 < 26
    }
    if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return true }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation: true
    default: false
    }
  }
}

/// Some scalars, as ranges and as classes.
struct ScalarSet: Hashable, Sendable {
  enum Class: Hashable, Sendable { case digit, word, blank }

  var ranges: [ClosedRange<UInt32>] = []
  var classes: [Class] = []
  var otherClasses: [Class] = []
  var isInverted = false

  func holds(_ scalar: Unicode.Scalar, ignoresCase: Bool) -> Bool {
    isInverted != (hasInside(scalar) || ignoresCase && hasOtherCase(scalar))
  }

  private func hasInside(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) } || classes.contains { Self.is(scalar, $0) }
      || otherClasses.contains { !Self.is(scalar, $0) }
  }

  private func hasOtherCase(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    for text in [properties.lowercaseMapping, properties.uppercaseMapping] {
      let scalars = text.unicodeScalars
      if scalars.count == 1, scalars[scalars.startIndex] != scalar,
        ranges.contains(where: { $0.contains(scalars[scalars.startIndex].value) })
      {
        return true
      }
    }
    return false
  }

  private static func `is`(_ scalar: Unicode.Scalar, _ kind: Class) -> Bool {
    switch kind {
    case .digit: scalar.properties.generalCategory == .decimalNumber
    case .word: SearchExpression.isWord(scalar)
    case .blank: scalar.properties.isWhitespace
    }
  }
}

/// All places of a program that a match may be at, carried along a text.
private struct ExpressionRun {
  private let expression: SearchExpression
  private var now: [Int] = []
  private var next: [Int] = []
  /// By place: the step at which it was last added.
  private var added: [Int]
  private var step = 0
  private var isFound = false
  /// Places still to be followed; empty between calls.
  private var waiting: [Int] = []

  init(_ expression: SearchExpression) {
    self.expression = expression
    added = Array(repeating: -1, count: expression.program.count)
  }

  mutating func finds(in text: some Sequence<Unicode.Scalar>) -> Bool {
    var before: Unicode.Scalar?
    var iterator = text.makeIterator()
    var scalar = iterator.next()
    while true {
      // A match may begin anywhere.
      add(0, before, scalar)
      if isFound { return true }
      guard let current = scalar else { return false }
      let after = iterator.next()
      step += 1
      swap(&now, &next)
      next.removeAll(keepingCapacity: true)
      for place in now where takes(place, current) {
        add(place + 1, current, after)
        if isFound { return true }
      }
      (before, scalar) = (current, after)
    }
  }

  private func takes(_ place: Int, _ scalar: Unicode.Scalar) -> Bool {
    switch expression.program[place] {
    case .scalar(let value, let ignoresCase):
      value == (ignoresCase ? SearchExpression.folded(scalar) : scalar.value)
    case .any(let takesNewlines): takesNewlines || scalar != "\n"
    case .set(let set, let ignoresCase):
      expression.sets[set].holds(scalar, ignoresCase: ignoresCase)
    default: false
    }
  }

  /// Adds a place to the next ones, and those that follow without taking a scalar.
  private mutating func add(
    _ first: Int, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
  ) {
    waiting.append(first)
    while let place = waiting.popLast() {
      guard added[place] != step else { continue }
      added[place] = step
      switch expression.program[place] {
      case .found: isFound = true
      case .jump(let target): waiting.append(target)
      case .either(let one, let other): waiting += [other, one]
      case .assert(let assertion):
        if Self.holds(assertion, before, after) { waiting.append(place + 1) }
      default: next.append(place)
      }
    }
  }

  private static func holds(
    _ assertion: SearchExpression.Assertion, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
  ) -> Bool {
    let isBorder =
      (before.map(SearchExpression.isWord) ?? false)
      != (after.map(SearchExpression.isWord) ?? false)
    return switch assertion {
    case .start: before == nil
    case .end: after == nil
    case .lineStart: before == nil || before == "\n"
    case .lineEnd: after == nil || after == "\n"
    case .wordBorder: isBorder
    case .noWordBorder: !isBorder
    }
  }
}
