/// How a cell looks: a role of the theme, plus attributes.
///
/// Screens name roles, never colours; a `Theme` turns a style into colours and attributes, so that
/// two roles that differ also differ without colour.
public struct Style: Hashable, Sendable, BitwiseCopyable {
  public var role: Role
  public var attributes: Attributes

  public init(_ role: Role = .text, _ attributes: Attributes = []) {
    self.role = role
    self.attributes = attributes
  }

  public static let plain = Style()

  /// What a cell means.
  public enum Role: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case text, dim, title, accent, selection, rule
    case new, learning, due
    case again, hard, good, easy
    case cloze, code, link, heading, quote, math
    case warning, error, success, key
  }

  public struct Attributes: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let italic = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let reverse = Attributes(rawValue: 16)
    public static let strikethrough = Attributes(rawValue: 32)
  }
}
