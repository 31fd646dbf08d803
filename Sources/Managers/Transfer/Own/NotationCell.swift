import AnkiExchange
import DeckFormat

/// What a text of notes says for deckle alone, beside what Anki reads of it: notes in our own
/// notation where HTML would not bring them back, and note types.
enum NotationCell {
  /// The cell of a note: a hash of what the row says, and the block below it.
  ///
  /// Whoever edits the row changes the hash, and the row counts.
  static func text(
    _ block: String, fields: [String], tags: [String], type: String
  ) -> String {
    "\(hash(fields, tags, type))\n\(block)"
  }

  /// The block of a cell while the row is as it was written; nil for an edited one.
  static func block(
    in cell: String, fields: [String], tags: [String], type: String
  ) -> String? {
    guard let end = cell.utf8.firstIndex(of: UInt8(ascii: "\n")),
      cell.utf8[..<end].elementsEqual(hash(fields, tags, type).utf8)
    else { return nil }
    return String(cell[cell.utf8.index(after: end)...])
  }

  private static func hash(_ fields: [String], _ tags: [String], _ type: String) -> String {
    var fields = fields
    while fields.last == "" { fields.removeLast() }
    return TransferHash.hex(
      fields.joined(separator: "\u{1F}") + "\u{1E}" + tags.joined(separator: " ") + "\u{1E}" + type)
  }

  // MARK: Note types

  /// A type as a line of a text, or a member of a JSON; `alias` is what the rows call it.
  static func json(_ name: String, _ type: NoteType, alias: String? = nil) -> JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "fields": .array(type.fields.map { .string($0) }),
      "cards": .array(
        type.templates.map {
          .object(["name": .string($0.name), "front": .string($0.front), "back": .string($0.back)])
        }),
    ]
    if let alias, alias != name { members["as"] = .string(alias) }
    return .object(members)
  }

  /// Our names of types by those that the rows have.
  static func aliases(_ lines: [String]) -> [String: String] {
    var aliases: [String: String] = [:]
    for line in lines {
      guard let members = JSONValue(utf8: Array(line.utf8))?.objectValue,
        let name = members["name"]?.stringValue, let alias = members["as"]?.stringValue
      else { continue }
      aliases[alias] = name
    }
    return aliases
  }

  /// The types of lines; those that are broken are left out.
  static func noteTypes(_ lines: [String]) -> NoteTypes {
    noteTypes(lines.compactMap { JSONValue(utf8: Array($0.utf8)) })
  }

  static func noteTypes(_ values: [JSONValue]) -> NoteTypes {
    var types = NoteTypes()
    for value in values {
      guard let members = value.objectValue, let name = members["name"]?.stringValue, !name.isEmpty
      else { continue }
      var templates: [NoteType.Template] = []
      for card in members["cards"]?.arrayValue ?? [] {
        guard let card = card.objectValue, let own = card["name"]?.stringValue,
          let front = card["front"]?.stringValue, !templates.contains(where: { $0.name == own })
        else { continue }
        templates.append(
          NoteType.Template(name: own, front: front, back: card["back"]?.stringValue ?? ""))
      }
      types.types[name] = NoteType(
        fields: (members["fields"]?.arrayValue ?? []).compactMap(\.stringValue),
        templates: templates)
    }
    return types
  }
}
