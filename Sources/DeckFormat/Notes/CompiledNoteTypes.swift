/// Note types with their templates split into parts, made once for a file.
struct CompiledNoteTypes {
  struct Template {
    var name: String
    var front: CompiledTemplate
    var back: CompiledTemplate
  }

  private var types: [String: [Template]]

  init(_ noteTypes: NoteTypes) {
    types = noteTypes.types.mapValues { type in
      type.templates.map {
        Template(
          name: $0.name, front: CompiledTemplate($0.front), back: CompiledTemplate($0.back))
      }
    }
  }

  /// The templates of a type; nil where the default one applies.
  func templates(of type: String) -> [Template]? {
    guard let templates = types[type], !templates.isEmpty else { return nil }
    return templates
  }
}
