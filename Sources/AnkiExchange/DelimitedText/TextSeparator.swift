/// What stands between the columns of a text.
public enum TextSeparator: UInt8, Hashable, Sendable, CaseIterable {
  // In the order in which Anki looks for them.
  case tab = 9
  case pipe = 124
  case semicolon = 59
  case colon = 58
  case comma = 44
  case space = 32

  /// `tab`, `comma` and so on in any case, or the character itself; nil for others.
  public init?(named name: String) {
    let found = Self.allCases.first {
      $0.name == name.lowercased() || name.utf8.elementsEqual([$0.rawValue])
    }
    guard let found else { return nil }
    self = found
  }

  /// The word of `#separator:`.
  public var name: String {
    switch self {
    case .tab: "tab"
    case .pipe: "pipe"
    case .semicolon: "semicolon"
    case .colon: "colon"
    case .comma: "comma"
    case .space: "space"
    }
  }
}
