import AnkiExchange
import DeckFormat

/// The note types of a collection, with those that an import adds.
struct NoteTypeRegistry: Sendable {
  private var types: NoteTypes
  /// All that are known.
  var noteTypes: NoteTypes { types }
  /// In the order in which they were asked for.
  private(set) var added: [(name: String, type: NoteType)] = []
  /// By id in Anki: those of this package and those that are known.
  private(set) var typeNames: [Int64: String]
  private var used: Set<String> = []

  /// `known` are the names that earlier imports gave to types of Anki.
  init(_ types: NoteTypes, known: [Int64: String]) {
    self.types = types
    typeNames = known
  }

  /// The name and our form of a type; a type of another shape under its name leaves that one alone.
  ///
  /// `hasCards` tells of a template's place whether there are cards of it.
  mutating func entry(
    for type: AnkiNoteType, hasCards: (Int) -> Bool
  ) -> (name: String, type: NoteType) {
    let ours = NoteType(
      type, fields: SafeText.fieldNames(type.fields.map(\.name)), hasCards: hasCards)
    if let name = typeNames[type.id], let known = types[name], known.hasShape(of: ours) {
      return (name, known)
    }
    var name = SafeText.line(type.name, limit: 100)
    if name.isEmpty { name = "Note \(type.id)" }
    while let other = types[name], other != ours { name += "+" }
    typeNames[type.id] = name
    types.types[name] = ours
    return (name, ours)
  }

  /// Knows a type that a source brings in our own form; one that is here stays.
  mutating func offer(_ name: String, _ type: NoteType) {
    // Without templates it is what any unknown type is.
    if types[name] == nil, !type.templates.isEmpty { types.types[name] = type }
  }

  /// Notes that a type of Anki is one of ours.
  mutating func know(_ id: Int64, _ name: String) {
    typeNames[id] = name
  }

  /// Notes that it is written; returns whether that is news to the collection's file.
  mutating func use(_ name: String, in file: NoteTypes) {
    guard let type = types[name], file[name] == nil, used.insert(name).inserted else { return }
    added.append((name, type))
  }

  /// The file with the new types at its end; nil when they would not be read back.
  func file(addingTo bytes: [UInt8]) -> [UInt8]? {
    guard !added.isEmpty else { return bytes }
    var result = bytes
    if let last = result.last, last != UInt8(ascii: "\n") { result.append(UInt8(ascii: "\n")) }
    for (name, type) in added {
      result += Self.yaml(name, type).utf8
    }
    let (before, oldProblems) = NoteTypes.read(bytes, path: "")
    let (after, problems) = NoteTypes.read(result, path: "")
    let isWhole =
      problems.count <= oldProblems.count && added.allSatisfy { after[$0.name] == $0.type }
      && before.types.allSatisfy { after[$0.key] == $0.value }
    return isWhole ? result : nil
  }

  private static func yaml(_ name: String, _ type: NoteType) -> String {
    var lines = ["\(quoted(name)):"]
    lines.append("  fields: [\(type.fields.map(quoted).joined(separator: ", "))]")
    lines.append("  cards:")
    for template in type.templates {
      lines.append("    - name: \(quoted(template.name))")
      lines.append("      front: \(quoted(template.front))")
      lines.append("      back: \(quoted(template.back))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A text in double quotes; YAML reads the escapes of JSON.
  private static func quoted(_ text: String) -> String {
    String(decoding: JSONValue.string(text).utf8, as: UTF8.self)
  }
}

extension NoteType {
  /// True when fields and cards have the same names.
  func hasShape(of other: NoteType) -> Bool {
    fields == other.fields && templates.map(\.name) == other.templates.map(\.name)
  }
}
