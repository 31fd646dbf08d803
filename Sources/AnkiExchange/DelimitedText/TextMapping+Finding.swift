extension TextMapping {
  /// What the columns of a text are, by its directives, else by their names, else by their order.
  ///
  /// `noteTypes` are those that may be used, the stock ones first; `noteType` is the one chosen, by
  /// name, else the text says it, or its gaps do.
  public init(
    finding table: TextTable, noteTypes: [TextNoteType] = TextNoteType.stock,
    noteType chosen: TextNoteType? = nil
  ) {
    let directives = table.format.directives
    let named = directives.noteType.flatMap { name in noteTypes.first { $0.name == name } }
    var roles = Self.specialRoles(table)
    let told = chosen ?? named ?? Self.typeByNames(table, roles, noteTypes)
    let plain = noteTypes.first ?? TextNoteType.stock[0]
    let cloze = noteTypes.first { $0.isCloze }
    let type = told ?? (Self.isAllGaps(table) ? cloze : nil) ?? plain
    let isPerRow = roles.contains(.noteType)
    if isPerRow {
      var field = 0
      for column in roles.indices where roles[column] == .ignored {
        roles[column] = .field(field)
        field += 1
      }
    } else {
      Self.assignFields(of: type, table, &roles)
      if !directives.isEmpty, directives.tagsColumn == nil {
        Self.assignTags(&roles, table)
      }
    }
    self.init(roles: roles, noteType: type)
    if told == nil, !isPerRow, let cloze { gapTypes = GapTypes(with: cloze, without: plain) }
    deck = directives.deck
    tags = directives.tags
    matches = directives.matches ?? .update
    isWithinDeck = directives.isWithinDeck ?? false
    findUnused(table)
  }

  /// Notes which columns hold text that nothing takes.
  public mutating func findUnused(_ table: TextTable) {
    unusedColumns = roles.indices.filter { column in
      roles[column] == .ignored
        && (0..<table.count).contains { !table.isEmpty(row: $0, column: column) }
    }
  }

  private static func specialRoles(_ table: TextTable) -> [Role] {
    var roles = [Role](repeating: .ignored, count: table.columnCount)
    let told: [(Int?, Role)] = [
      (table.format.directives.noteTypeColumn, .noteType),
      (table.format.directives.deckColumn, .deck), (table.format.directives.tagsColumn, .tags),
      (table.format.directives.guidColumn, .guid),
      (table.format.directives.notationColumn, .notation),
    ]
    for case (let column?, let role) in told where column <= roles.count {
      roles[column - 1] = role
    }
    for (column, name) in (table.names ?? []).enumerated()
    where column < roles.count && roles[column] == .ignored {
      if let role = ColumnNames.role(name), !roles.contains(role) { roles[column] = role }
    }
    return roles
  }

  /// The note type all of whose fields are among the names of columns, and that has most of them.
  private static func typeByNames(
    _ table: TextTable, _ roles: [Role], _ types: [TextNoteType]
  ) -> TextNoteType? {
    guard let names = table.names else { return nil }
    let plain = Set(
      zip(names, roles).filter { $0.1 == .ignored }.map { ColumnNames.plain($0.0) })
    let fitting = types.filter {
      $0.fields.count > 1 && plain.isSuperset(of: $0.fields.map(ColumnNames.plain))
    }
    return fitting.max { $0.fields.count < $1.fields.count }
  }

  /// True when each of the first rows has a gap.
  private static func isAllGaps(_ table: TextTable) -> Bool {
    table.count > 0
      && (0..<min(table.count, 200)).allSatisfy { row in
        (0..<table.columnCount).contains { hasGap(table[row, $0]) }
      }
  }

  private static func assignFields(
    of type: TextNoteType, _ table: TextTable, _ roles: inout [Role]
  ) {
    guard let names = table.names else {
      return assignInOrder(Array(type.fields.indices), &roles)
    }
    let plain = names.map(ColumnNames.plain)
    var left: [Int] = []
    for (field, name) in type.fields.enumerated() {
      let wanted = ColumnNames.plain(name)
      let column = plain.indices.first {
        $0 < roles.count && roles[$0] == .ignored && plain[$0] == wanted
      }
      if let column { roles[column] = .field(field) } else { left.append(field) }
    }
    // Names that Anki wrote are the fields' own; a heading speaks as people do.
    if table.format.directives.columns != nil {
      left = left.first == 0 ? [0] : []
    } else {
      for (field, words) in [(0, ColumnNames.fronts), (1, ColumnNames.backs)]
      where left.contains(field) && type.fields.count <= 3 {
        let column = plain.indices.first {
          $0 < roles.count && roles[$0] == .ignored && words.contains(plain[$0])
        }
        guard let column else { continue }
        roles[column] = .field(field)
        left.removeAll { $0 == field }
      }
      left.removeAll { $0 > 1 }
    }
    assignInOrder(left, &roles)
  }

  private static func assignInOrder(_ fields: [Int], _ roles: inout [Role]) {
    var waiting = fields[...]
    for column in roles.indices where roles[column] == .ignored {
      guard let field = waiting.popFirst() else { return }
      roles[column] = .field(field)
    }
  }

  /// Anki's rule for its own files: the first free column after the last field holds tags.
  private static func assignTags(_ roles: inout [Role], _ table: TextTable) {
    guard !roles.contains(.tags) else { return }
    let last = roles.lastIndex { if case .field = $0 { true } else { false } } ?? 0
    if let column = roles.indices.dropFirst(last + 1).first(where: { roles[$0] == .ignored }) {
      roles[column] = .tags
    }
  }
}

extension TextNoteType {
  public static let stock = AnkiNoteType.stockTypes.map { TextNoteType($0) }

  public init(_ type: AnkiNoteType) {
    self.init(
      name: type.name, fields: type.fields.map(\.name), isCloze: type.kind == .cloze)
  }
}
