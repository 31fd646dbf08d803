/// The value of an option as a person wrote it, before it is given a meaning.
public enum OptionValue: Hashable, Sendable {
  case text(String)
  case list([String])

  /// The value as one string: a list joined by blanks.
  public var joined: String {
    switch self {
    case .text(let text): text
    case .list(let items): items.joined(separator: " ")
    }
  }

  /// The value as a list: a lone text is one item, an empty text none.
  public var items: [String] {
    switch self {
    case .text(let text): text.isEmpty ? [] : [text]
    case .list(let items): items
    }
  }
}

/// An option that has no such name or takes no such value.
public enum OptionError: Error, Hashable, Sendable {
  case unknown(name: String)
  /// `expected` says in words what would be right: "a whole number from 0 up".
  case badValue(name: String, value: String, expected: String)
}
