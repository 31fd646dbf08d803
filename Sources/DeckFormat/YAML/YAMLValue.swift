public import StudyDomain

/// A value of a YAML document, with its place.
public struct YAMLValue: Hashable, Sendable {
  public var content: Content
  /// The line of its first character, from 1.
  public var line: Int
  /// The line of its last character.
  public var lastLine: Int

  public enum Content: Hashable, Sendable {
    /// `isPlain` is false for quoted and block scalars, which are never null, numbers or booleans.
    case scalar(String, isPlain: Bool)
    case list([YAMLValue])
    /// In the order of the document; of equal keys only the last.
    case map([Entry])
  }

  /// A key and its value.
  public struct Entry: Hashable, Sendable {
    public var key: String
    /// From 1.
    public var line: Int
    public var value: YAMLValue
  }

  /// The value of a key; nil also for what is no map.
  public subscript(key: String) -> YAMLValue? {
    entries.first { $0.key == key }?.value
  }

  public var entries: [Entry] {
    if case .map(let entries) = content { entries } else { [] }
  }

  public var isMap: Bool {
    if case .map = content { true } else { false }
  }

  public var items: [YAMLValue]? {
    if case .list(let items) = content { items } else { nil }
  }

  /// The text of a scalar; nil for lists, maps and null.
  public var text: String? {
    guard case .scalar(let text, _) = content, !isNull else { return nil }
    return text
  }

  public var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
  }

  /// `true yes on` and `false no off` in any case.
  public var bool: Bool? {
    guard let word = text?.lowercased() else { return nil }
    switch word {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default: return nil
    }
  }

  /// A scalar, or a list of scalars; an empty text for null; nil for anything deeper.
  public var option: OptionValue? {
    switch content {
    case .scalar(let text, _): return .text(isNull ? "" : text)
    case .list(let items):
      var texts: [String] = []
      for item in items {
        guard case .scalar(let text, _) = item.content else { return nil }
        texts.append(item.isNull ? "" : text)
      }
      return .list(texts)
    case .map: return nil
    }
  }
}
