/// What one row of a text says, its cells by their roles.
public struct TextRow: Hashable, Sendable {
  /// In the file, from 1.
  public var line: Int
  /// As they stand in the file, one for each field of the note type.
  public var fields: [String]
  public var tags: [String]
  /// Nil without a column for it, or where the cell is empty.
  public var deck: String?
  public var noteType: String?
  public var guid: String?
  /// The note in deckle's own notation; nil without a column for it, or where the cell is empty.
  public var notation: String?
}

extension TextMapping {
  /// A row as it will be imported; `fieldCount` is that of its note type where a column says it.
  public func row(_ number: Int, of table: TextTable, fieldCount: Int? = nil) -> TextRow {
    let count = fieldCount ?? noteType.fields.count
    var row = TextRow(
      line: table.line(ofRow: number), fields: [String](repeating: "", count: count), tags: [])
    for (column, role) in roles.enumerated() where role != .ignored {
      let cell = table[number, column]
      switch role {
      case .field(let field): if field < count { row.fields[field] = cell }
      case .tags: row.tags = TextDirectives.tags(cell)
      case .deck: row.deck = Self.told(cell)
      case .noteType: row.noteType = Self.told(cell)
      case .guid: row.guid = cell.isEmpty ? nil : cell
      case .notation: row.notation = cell.isEmpty ? nil : cell
      case .ignored: break
      }
    }
    return row
  }

  /// The note type of a row, where no column says it.
  public func noteType(ofRow number: Int, in table: TextTable) -> TextNoteType {
    guard let gapTypes, let column = roles.firstIndex(of: .field(0)) else { return noteType }
    return Self.hasGap(table[number, column]) ? gapTypes.with : gapTypes.without
  }

  /// True for a text with a numbered gap.
  static func hasGap(_ text: String) -> Bool {
    // Most cells hold no brace at all.
    text.utf8.contains(UInt8(ascii: "{")) && !ClozeField(text).numbers().isEmpty
  }

  /// The first rows as they will be imported.
  public func preview(of table: TextTable, limit: Int = 5) -> [TextRow] {
    (0..<min(limit, table.count)).map { row($0, of: table) }
  }

  /// Numbers of the fields that have a column.
  public var mappedFields: Set<Int> {
    Set(roles.compactMap { if case .field(let field) = $0 { field } else { nil } })
  }

  private static func told(_ cell: String) -> String? {
    let bytes = cell.utf8
    guard let first = bytes.firstIndex(where: { $0 > 32 }),
      let last = bytes.lastIndex(where: { $0 > 32 })
    else { return nil }
    return String(cell[first...last])
  }

  // MARK: Changing

  /// Why columns cannot be set so.
  public enum ChangeError: Error, Hashable, Sendable {
    case unknown(name: String, fields: [String])
    case twice(name: String)
    /// Nothing becomes the first field.
    case noFirstField(String)
  }

  /// Sets the columns by names: of fields, `tags`, `deck`, `notetype`, `guid`, and `-` for none.
  ///
  /// `front` and `back` are the first and the second field of every note type.
  public mutating func setColumns(_ names: [String]) throws(ChangeError) {
    var roles: [Role] = []
    for name in names {
      guard let role = role(named: name) else {
        throw ChangeError.unknown(name: name, fields: noteType.fields)
      }
      if role != .ignored, roles.contains(role) { throw ChangeError.twice(name: name) }
      roles.append(role)
    }
    if !roles.contains(.field(0)) { throw ChangeError.noFirstField(noteType.fields.first ?? "") }
    let width = max(self.roles.count, roles.count)
    self.roles = roles + [Role](repeating: .ignored, count: width - roles.count)
  }

  private func role(named name: String) -> Role? {
    let plain = ColumnNames.plain(name)
    if name == "-" || name.isEmpty { return .ignored }
    if let field = noteType.fields.firstIndex(where: { ColumnNames.plain($0) == plain }) {
      return .field(field)
    }
    if plain == "deckle" { return .notation }
    if let role = ColumnNames.role(name) { return role }
    if plain == "front" || plain == "text" { return .field(0) }
    return plain == "back" && noteType.fields.count > 1 ? .field(1) : nil
  }
}
