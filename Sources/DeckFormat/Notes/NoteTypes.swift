public import StudyDomain

/// Field names and templates of multi-field notes, by name of the type.
public struct NoteTypes: Hashable, Sendable {
  public var types: [String: NoteType]

  public init(_ types: [String: NoteType] = [:]) {
    self.types = types
  }

  public subscript(name: String) -> NoteType? {
    types[name]
  }

  /// These types, and of the others those whose names are not here.
  public func over(_ others: NoteTypes) -> NoteTypes {
    NoteTypes(types.merging(others.types) { own, _ in own })
  }

  /// Reads a `notetypes.yaml`; a type that is broken becomes a problem and the others count.
  public static func read(_ bytes: [UInt8], path: String) -> (NoteTypes, [Problem]) {
    preconditionFailure("not yet")
  }
}

/// One type of notes.
public struct NoteType: Hashable, Sendable {
  public var fields: [String]
  /// Empty: the first field in front, the other non-empty fields at the back.
  public var templates: [Template]

  public init(fields: [String] = [], templates: [Template] = []) {
    self.fields = fields
    self.templates = templates
  }

  /// How one card of the type is made: Markdown with `{{Field}}`, `{{#Field}}` … `{{/Field}}`,
  /// `{{^Field}}` … `{{/Field}}`, `{{cloze:Field}}` and `{{FrontSide}}`.
  public struct Template: Hashable, Sendable {
    public var name: String
    public var front: String
    public var back: String

    public init(name: String, front: String, back: String) {
      self.name = name
      self.front = front
      self.back = back
    }
  }
}
