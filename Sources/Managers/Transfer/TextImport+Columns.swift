import AnkiExchange
import StudyDomain

extension TextImport {
  /// The first rows tell what a column is.
  private static let sampleRows = 3

  /// The mapping in words, for a person to change.
  var columns: TextColumns {
    let roles =
      mapping.noteType.fields + ["tags", "deck", "notetype", "guid"]
      + (table.format.directives.notationColumn == nil ? [] : ["deckle"]) + ["-"]
    let samples = (0..<min(Self.sampleRows, table.count)).map { table.cells(ofRow: $0) }
    return TextColumns(
      separator: .init(table.format.separator.name, of: TextSeparator.allCases.map(\.name)),
      encoding: .init(table.format.encoding.rawValue, of: TextEncoding.allCases.map(\.rawValue)),
      noteType: .init(mapping.noteType.name, of: noteTypes.map(\.name)),
      html: .init(table.format.isHTML ? "yes" : "no", of: ["yes", "no"]),
      matches: .init(
        mapping.matches.rawValue, of: TextMapping.Matches.allCases.map(\.rawValue)),
      columns: mapping.roles.enumerated().map { place, role in
        TextColumns.Column(
          name: table.names.flatMap { place < $0.count ? $0[place] : nil } ?? "",
          role: .init(name(of: role), of: roles),
          samples: samples.map { place < $0.count ? SafeText.line($0[place], limit: 200) : "" })
      })
  }

  /// As `TextMapping.setColumns` reads it.
  private func name(of role: TextMapping.Role) -> String {
    switch role {
    case .field(let number):
      number < mapping.noteType.fields.count ? mapping.noteType.fields[number] : "-"
    case .tags: "tags"
    case .deck: "deck"
    case .noteType: "notetype"
    case .guid: "guid"
    case .notation: "deckle"
    case .ignored: "-"
    }
  }
}
