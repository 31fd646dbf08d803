/// Reads the text of an expression.
struct ExpressionParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0
  private var flags = Flags()

  private struct Flags {
    var ignoresCase = true
    var takesNewlines = false
    var isMultiline = false
  }

  private static let depthLimit = 50
  private static let repeatLimit = 1000

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  mutating func read() throws(SearchExpression.SyntaxError) -> ExpressionTree {
    let tree = try choice()
    if position < scalars.count { throw Self.error("a ) closes no bracket") }
    // What is one thing is a sequence of one.
    if case .sequence = tree { return tree }
    return .sequence([tree])
  }

  private static func error(_ message: String) -> SearchExpression.SyntaxError {
    .init(message: message)
  }

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  // MARK: Structure

  private mutating func choice() throws(SearchExpression.SyntaxError) -> ExpressionTree {
    depth += 1
    guard depth <= Self.depthLimit else { throw Self.error("its brackets stand too deep") }
    var parts = [try sequence()]
    while take("|") { parts.append(try sequence()) }
    depth -= 1
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws(SearchExpression.SyntaxError) -> ExpressionTree {
    var parts: [ExpressionTree] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      guard let part = try atom() else { continue }
      parts.append(try repeated(part))
    }
    return .sequence(parts)
  }

  private mutating func repeated(
    _ atom: ExpressionTree
  ) throws(SearchExpression.SyntaxError) -> ExpressionTree {
    var tree = atom
    while let scalar = current {
      switch scalar {
      case "*": tree = .repeated(tree, least: 0, most: nil)
      case "+": tree = .repeated(tree, least: 1, most: nil)
      case "?": tree = .repeated(tree, least: 0, most: 1)
      case "{":
        guard let (least, most, end) = counts() else { return tree }
        guard least <= Self.repeatLimit, most ?? 0 <= Self.repeatLimit, most ?? least >= least
        else {
          throw Self.error("{…} takes numbers up to \(Self.repeatLimit), the lower one first")
        }
        tree = .repeated(tree, least: least, most: most)
        position = end
        _ = take("?")
        continue
      default: return tree
      }
      position += 1
      // As few as possible: for a yes or no the same.
      _ = take("?")
    }
    return tree
  }

  /// `{2}`, `{2,}` or `{2,5}`; nil for another brace.
  private func counts() -> (least: Int, most: Int?, end: Int)? {
    guard let close = scalars[position...].firstIndex(of: "}") else { return nil }
    let inside = String(String.UnicodeScalarView(scalars[(position + 1)..<close]))
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false)
    guard let first = parts.first, let least = Int(first), least >= 0, parts.count <= 2 else {
      return nil
    }
    if parts.count == 1 { return (least, least, close + 1) }
    if parts[1].isEmpty { return (least, nil, close + 1) }
    guard let most = Int(parts[1]) else { return nil }
    return (least, most, close + 1)
  }

  // MARK: Atoms

  /// Nil for flags, which match nothing.
  private mutating func atom() throws(SearchExpression.SyntaxError) -> ExpressionTree? {
    guard let scalar = current else { return nil }
    position += 1
    switch scalar {
    case "(": return try group()
    case "[": return .set(try set(), ignoresCase: flags.ignoresCase)
    case ".": return .any(takesNewlines: flags.takesNewlines)
    case "^": return .assertion(flags.isMultiline ? .lineStart : .start)
    case "$": return .assertion(flags.isMultiline ? .lineEnd : .end)
    case "*", "+", "?": throw Self.error("\(scalar) has nothing to repeat; \\\(scalar) is the sign")
    case "\\": return try escape()
    default: return .scalar(scalar, ignoresCase: flags.ignoresCase)
    }
  }

  private mutating func group() throws(SearchExpression.SyntaxError) -> ExpressionTree? {
    let outer = flags
    if take("?") {
      if take("P") || current == "<" { try skipName() } else if try readFlags() { return nil }
    }
    let inner = try choice()
    guard take(")") else { throw Self.error("a bracket is never closed") }
    flags = outer
    if case .sequence = inner { return inner }
    return .sequence([inner])
  }

  private mutating func skipName() throws(SearchExpression.SyntaxError) {
    guard take("<"), let end = scalars[position...].firstIndex(of: ">"), end > position,
      scalars[position..<end].allSatisfy(SearchExpression.isWord)
    else { throw Self.error("(?<…> is no name of a group, and looking around is not known") }
    position = end + 1
  }

  /// `i`, `-s:` and the like behind `(?`; true when they hold for the rest of the group around.
  private mutating func readFlags() throws(SearchExpression.SyntaxError) -> Bool {
    var isOn = true
    while let scalar = current {
      position += 1
      switch scalar {
      case "-": isOn = false
      case "i": flags.ignoresCase = isOn
      case "s": flags.takesNewlines = isOn
      case "m": flags.isMultiline = isOn
      case "u", "U": break
      case ":": return false
      case ")": return true
      default: throw Self.error("(?\(scalar) is not known")
      }
    }
    throw Self.error("a bracket is never closed")
  }

  private mutating func escape() throws(SearchExpression.SyntaxError) -> ExpressionTree {
    guard let scalar = current else { throw Self.error("a backslash stands at its end") }
    switch scalar {
    case "b", "B":
      position += 1
      return .assertion(scalar == "b" ? .wordBorder : .noWordBorder)
    case "A", "z":
      position += 1
      return .assertion(scalar == "A" ? .start : .end)
    default: break
    }
    var set = ScalarSet()
    if takeClass(&set) { return .set(set, ignoresCase: false) }
    return .scalar(try escapedScalar(), ignoresCase: flags.ignoresCase)
  }

  /// `d`, `w`, `s` and their capitals.
  private mutating func takeClass(_ set: inout ScalarSet) -> Bool {
    switch current {
    case "d": set.classes.append(.digit)
    case "w": set.classes.append(.word)
    case "s": set.classes.append(.blank)
    case "D": set.otherClasses.append(.digit)
    case "W": set.otherClasses.append(.word)
    case "S": set.otherClasses.append(.blank)
    default: return false
    }
    position += 1
    return true
  }

  private mutating func escapedScalar() throws(SearchExpression.SyntaxError) -> Unicode.Scalar {
    guard let scalar = current else { throw Self.error("a backslash stands at its end") }
    position += 1
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "x", "u": return try hexadecimal(digits: scalar == "x" ? 2 : 4)
    case _ where scalar.isASCII && SearchExpression.isWord(scalar):
      throw Self.error("\\\(scalar) is not known")
    default: return scalar
    }
  }

  private mutating func hexadecimal(
    digits: Int
  ) throws(SearchExpression.SyntaxError) -> Unicode.Scalar {
    var end = min(position + digits, scalars.count)
    var start = position
    var after = end
    if current == "{", let close = scalars[position...].firstIndex(of: "}") {
      (start, end, after) = (position + 1, close, close + 1)
    }
    let text = String(String.UnicodeScalarView(scalars[start..<end]))
    guard let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value) else {
      throw Self.error("'\(text)' is no number of a character")
    }
    position = after
    return scalar
  }

  // MARK: Sets

  private mutating func set() throws(SearchExpression.SyntaxError) -> ScalarSet {
    var set = ScalarSet()
    set.isInverted = take("^")
    var isFirst = true
    while let scalar = current {
      if scalar == "]", !isFirst {
        position += 1
        return set
      }
      isFirst = false
      if scalar == "[", position + 1 < scalars.count, scalars[position + 1] == ":" {
        throw Self.error("[: is not known; \\d \\w \\s are")
      }
      position += 1
      var low = scalar
      if scalar == "\\" {
        if takeClass(&set) { continue }
        low = try escapedScalar()
      }
      guard current == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
        set.ranges.append(low.value...low.value)
        continue
      }
      position += 1
      var high = scalars[position]
      position += 1
      if high == "\\" { high = try escapedScalar() }
      guard low.value <= high.value else { throw Self.error("a range in [ ] runs backwards") }
      set.ranges.append(low.value...high.value)
    }
    throw Self.error("a [ is never closed")
  }
}
