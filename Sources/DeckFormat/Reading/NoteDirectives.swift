import StudyDomain

/// The directives of one note, later ones over earlier.
struct NoteDirectives {
  /// The line of the first; nil without any.
  var line: Int?
  var tags: [String] = []
  var ask: AskMode?
  var id: String?
  var isHTML: Bool?

  init(_ all: [Directive] = []) {
    for directive in all {
      tags += directive.tags
      ask = directive.ask ?? ask
      id = directive.id ?? id
      isHTML = directive.isHTML ?? isHTML
    }
  }
}
