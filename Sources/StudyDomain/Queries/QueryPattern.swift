/// A text of a query in which `*` stands for any run of characters and `_` for one character.
public struct QueryPattern: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    case text(String)
    case run, one
  }

  /// Never two texts or two runs side by side.
  public private(set) var parts: [Part] = []

  public init(_ parts: [Part] = []) {
    for part in parts { append(part) }
  }

  /// A text without wildcards.
  public init(literal: String) {
    if !literal.isEmpty { parts = [.text(literal)] }
  }

  public mutating func append(_ part: Part) {
    switch (parts.last, part) {
    case (.text(let text), .text(let more)): parts[parts.count - 1] = .text(text + more)
    case (.run, .run): break
    case (_, .text("")): break
    default: parts.append(part)
    }
  }

  public static func + (one: QueryPattern, other: QueryPattern) -> QueryPattern {
    QueryPattern(one.parts + other.parts)
  }

  /// The text without wildcards; nil when there are any.
  public var literal: String? {
    if parts.isEmpty { return "" }
    guard parts.count == 1, case .text(let text) = parts[0] else { return nil }
    return text
  }

  /// The pattern as a query has it.
  public var written: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .run: "*"
      case .one: "_"
      }
    }.joined()
  }

  /// The texts between the wildcards.
  public var texts: [String] {
    parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The pattern as an expression that means the same.
  public var expression: String {
    parts.map { part in
      switch part {
      case .text(let text): SearchExpression.escaped(text)
      case .run: "(?s:.*)"
      case .one: "(?s:.)"
      }
    }.joined()
  }
}
