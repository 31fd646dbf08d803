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
    var (value, problems) = YAMLReader.read(bytes, path: path)
    guard let value, !value.isNull else { return (NoteTypes(), problems) }
    let types = NoteTypes(value, path: path, problems: &problems)
    return (types, problems)
  }

  /// Reads a map from names to types.
  init(_ value: YAMLValue, path: String, problems: inout [Problem]) {
    types = [:]
    guard case .map(let entries) = value.content else {
      problems.append(
        Self.problem(
          path, value.line, "Note types are written as `Name:` with `fields:` and `cards:`"))
      return
    }
    for entry in entries {
      guard case .map = entry.value.content else {
        problems.append(
          Self.problem(
            path, entry.line, "The note type `\(entry.key)` has no `fields:` or `cards:`"))
        continue
      }
      types[entry.key] = NoteType(entry, path: path, problems: &problems)
    }
  }

  fileprivate static func problem(_ path: String, _ line: Int, _ message: String) -> Problem {
    Problem(
      .error, path: path, line: line, message: message + ".",
      nextStep: "Write it as the example under \u{201C}Notes with many fields\u{201D} shows.")
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
    public let name: String
    public let front: String
    public let back: String
    /// Split once, not for each note.
    let compiledFront: CompiledTemplate
    let compiledBack: CompiledTemplate

    public init(name: String, front: String, back: String) {
      self.name = name
      self.front = front
      self.back = back
      compiledFront = CompiledTemplate(front, isFront: true)
      compiledBack = CompiledTemplate(back)
    }

    public static func == (one: Self, other: Self) -> Bool {
      one.name == other.name && one.front == other.front && one.back == other.back
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(front)
      hasher.combine(back)
    }
  }
}

extension NoteType {
  fileprivate init(_ entry: YAMLValue.Entry, path: String, problems: inout [Problem]) {
    fields = entry.value["fields"]?.items?.compactMap(\.text) ?? []
    templates = []
    guard let cards = entry.value["cards"] else { return }
    guard let items = cards.items else {
      problems.append(
        NoteTypes.problem(path, cards.line, "The cards of `\(entry.key)` are no list"))
      return
    }
    for (index, card) in items.enumerated() {
      guard let front = card["front"]?.text else {
        problems.append(
          NoteTypes.problem(
            path, card.line, "Card \(index + 1) of `\(entry.key)` has no `front:`"))
        continue
      }
      let name = card["name"]?.text ?? "Card \(index + 1)"
      guard !templates.contains(where: { $0.name == name }) else {
        problems.append(
          NoteTypes.problem(path, card.line, "Two cards of `\(entry.key)` have the name `\(name)`"))
        continue
      }
      templates.append(Template(name: name, front: front, back: card["back"]?.text ?? ""))
    }
  }
}
