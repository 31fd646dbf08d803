/// What a person says of a text in columns, in the words of the command line; nil leaves it to the
/// text.
public struct TextOptions: Hashable, Sendable {
  /// `tab`, `comma` and so on, or the character.
  public var separator: String?
  /// Names of fields, `tags`, `deck`, `notetype`, `guid` or `-`, separated by commas.
  public var columns: String?
  public var noteType: String?
  public var encoding: String?
  /// `yes` or `no`.
  public var html: String?
  /// `update`, `keep` or `both`.
  public var matches: String?

  public init() {}
}
