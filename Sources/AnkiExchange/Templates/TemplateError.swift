/// Why a template can show nothing.
public enum TemplateError: Error, Hashable, Sendable {
  case sectionNotClosed(String)
  /// `{{/Name}}` where another section, or none, is the innermost open one.
  case sectionNotOpen(String, expected: String?)
  /// No field has this name; the tag is as it is written, without braces.
  case unknownField(String, tag: String)
  /// Sections stand too deep in each other.
  case tooDeep

  /// What the card shows.
  public var message: String {
    switch self {
    case .sectionNotClosed(let name):
      "The template opens {{#\(name)}} and never closes it."
    case .sectionNotOpen(let name, nil):
      "The template closes {{/\(name)}}, which is not open."
    case .sectionNotOpen(let name, let expected?):
      "The template closes {{/\(name)}} where {{/\(expected)}} must come first."
    case .unknownField(let name, let tag):
      "The template has {{\(tag)}}, and the note has no field \u{201C}\(name)\u{201D}."
    case .tooDeep:
      "The template has more than \(TemplateTree.depthLimit) sections in each other."
    }
  }
}
