/// Why a template can show nothing.
public enum TemplateError: Error, Hashable, Sendable {
  /// `{{` without `}}`.
  case tagNotClosed(String)
  case sectionNotClosed(String)
  /// `{{/Name}}` where another section, or none, is the innermost open one.
  case sectionNotOpen(String, expected: String?)
  case unknownField(String)
  /// Sections stand too deep in each other.
  case tooDeep

  /// What the card shows.
  public var message: String {
    preconditionFailure()
  }
}
