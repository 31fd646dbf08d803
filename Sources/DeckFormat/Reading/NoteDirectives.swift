import StudyDomain

/// The directives of one note, later ones over earlier.
struct NoteDirectives {
  /// The line of the first; nil without any.
  var line: Int?
  var tags: [String] = []
  var ask: AskMode?
  var id: String?
  var isHTML: Bool?
  /// The hash of the comment that all of this is of; nil for none or more than one.
  var comment: UInt64?

  init(_ all: [Directive] = []) {
    for directive in all { add(directive) }
  }

  mutating func add(_ directive: Directive) {
    if tags.isEmpty { tags = directive.tags } else { tags += directive.tags }
    ask = directive.ask ?? ask
    id = directive.id ?? id
    isHTML = directive.isHTML ?? isHTML
  }
}
