/// Writes the database of a collection into an empty file.
struct CollectionWriter {
  enum Schema: Int64 {
    case json = 11
    case protobuf = 18
  }

  private let database: SQLiteDatabase
  private let schema: Schema
  /// Half of the time goes into them, and an importer of packages does without.
  private let hasRowIndexes: Bool
  private let structure: AnkiCollection
  private let now: Int64

  /// Fills a file, row after row; checks what others would refuse.
  static func write(
    _ structure: AnkiCollection, notes: some Sequence<AnkiNote>, cards: some Sequence<AnkiCard>,
    reviews: some Sequence<AnkiReview>, schema: Schema, hasRowIndexes: Bool,
    nowMilliseconds: Int64, to path: String
  ) throws {
    do {
      let writer = CollectionWriter(
        database: try SQLiteDatabase.create(path), schema: schema, hasRowIndexes: hasRowIndexes,
        structure: structure.completed(nowMilliseconds: nowMilliseconds), now: nowMilliseconds)
      try writer.writeAll(notes, cards, reviews)
    } catch let error as SQLiteError {
      throw AnkiPackageError(writing: error, path)
    }
  }

  private func writeAll(
    _ notes: some Sequence<AnkiNote>, _ cards: some Sequence<AnkiCard>,
    _ reviews: some Sequence<AnkiReview>
  ) throws {
    let isJSON = schema == .json
    try database.execute("begin")
    let own = isJSON ? CollectionTables.schema11 : CollectionTables.schema18
    for table in CollectionTables.common + own { try database.execute(table) }
    var rows = try RowWriter(database, structure)
    for note in notes { try rows.write(note) }
    for card in cards { try rows.write(card) }
    for review in reviews { try rows.write(review) }
    let tags = allTags(rows.tags)
    if isJSON {
      try writeJSON(tags)
    } else {
      try writeTables(tags)
    }
    try writeGraves()
    let indexes =
      (hasRowIndexes ? CollectionTables.rowIndexes : [])
      + (isJSON ? [] : CollectionTables.structureIndexes)
      + (isJSON || !hasRowIndexes ? [] : CollectionTables.laterRowIndexes)
    for index in indexes { try database.execute(index) }
    try database.execute("commit")
  }

  /// The tags that the collection knows and those of its notes, without those equal but for case.
  private func allTags(_ used: Set<String>) -> [AnkiTag] {
    var seen: Set<[UInt8]> = []
    let tags = structure.tags + used.sorted().map { AnkiTag(name: $0) }
    return tags.filter { seen.insert(NormalForm.folded($0.name)).inserted }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func writeGraves() throws {
    let insert = try database.prepare("insert into graves (oid, type, usn) values (?, ?, -1)")
    for grave in structure.graves {
      insert.bind(1, grave.id)
      insert.bind(2, grave.kind.rawValue)
      try insert.run()
    }
  }

  // MARK: Schema 11

  private func writeJSON(_ tags: [AnkiTag]) throws {
    func object<Value>(_ values: [Value], _ pair: (Value) -> (Int64, JSONValue)) -> JSONValue {
      .object(
        Dictionary(values.map { (String(pair($0).0), pair($0).1) }, uniquingKeysWith: { $1 }))
    }
    try writeCollectionRow([
      .object(structure.configuration),
      object(structure.noteTypes) { ($0.id, $0.json) },
      object(structure.decks) { ($0.id, $0.json) },
      object(structure.presets) { ($0.id, $0.json) },
      .object(Dictionary(tags.map { ($0.name, .integer(-1)) }, uniquingKeysWith: { $1 })),
    ])
  }

  /// `texts` are the five of JSON; schema 18 leaves them empty.
  private func writeCollectionRow(_ texts: [JSONValue]) throws {
    let insert = try database.prepare(
      "insert into col values (1, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?, ?, ?)")
    insert.bind(1, structure.created)
    insert.bind(2, structure.modifiedMilliseconds)
    insert.bind(3, structure.schemaModifiedMilliseconds)
    insert.bind(4, schema.rawValue)
    let bytes = texts.map { JSONWriter.bytes(of: $0) }
    for column in 0..<5 {
      insert.bind(Int32(5 + column), copying: bytes.isEmpty ? [] : bytes[column])
    }
    try insert.run()
  }

  // MARK: Schema 18

  private func writeTables(_ tags: [AnkiTag]) throws {
    try writeCollectionRow([])
    try insert(
      "config (KEY, val, mtime_secs, usn)", structure.configuration.sorted { $0.key < $1.key }
    ) {
      row, item in
      row.bind(1, copying: Array(item.key.utf8))
      row.bind(2, copyingBlob: JSONWriter.bytes(of: item.value))
      row.bind(3, now / 1000)
    }
    try insert("deck_config (id, name, mtime_secs, config, usn)", structure.presets) {
      row, preset in
      row.bind(1, preset.id)
      row.bind(2, copying: Array(preset.name.utf8))
      row.bind(3, preset.modified)
      row.bind(4, copyingBlob: preset.message)
    }
    try insert("tags (tag, collapsed, usn)", tags) { row, tag in
      row.bind(1, copying: Array(tag.name.utf8))
      row.bind(2, tag.isCollapsed ? 1 : 0)
    }
    try insert("decks (id, name, mtime_secs, common, kind, usn)", structure.decks) { row, deck in
      row.bind(1, deck.id)
      row.bind(2, copying: Array(deck.storedName.utf8))
      row.bind(3, deck.modified)
      row.bind(4, copyingBlob: deck.commonMessage)
      row.bind(5, copyingBlob: deck.kindMessage)
    }
    try insert("notetypes (id, name, mtime_secs, config, usn)", structure.noteTypes) { row, type in
      row.bind(1, type.id)
      row.bind(2, copying: Array(type.name.utf8))
      row.bind(3, type.modified)
      row.bind(4, copyingBlob: type.message)
    }
    for type in structure.noteTypes {
      try insert("fields (ntid, ord, name, config)", Array(type.fields.enumerated()), hasUSN: false)
      {
        row, field in
        row.bind(1, type.id)
        row.bind(2, Int64(field.offset))
        row.bind(3, copying: Array(field.element.name.utf8))
        row.bind(4, copyingBlob: field.element.message)
      }
      try insert(
        "templates (ntid, ord, name, mtime_secs, config, usn)", Array(type.templates.enumerated())
      ) { row, template in
        row.bind(1, type.id)
        row.bind(2, Int64(template.offset))
        row.bind(3, copying: Array(template.element.name.utf8))
        row.bind(4, template.element.modified)
        row.bind(5, copyingBlob: template.element.message)
      }
    }
  }

  /// Inserts values into a table whose last column is `usn`.
  private func insert<Value>(
    _ table: String, _ values: [Value], hasUSN: Bool = true,
    _ bind: (SQLiteStatement, Value) -> Void
  ) throws {
    let columns = table.utf8.count { $0 == UInt8(ascii: ",") } + 1
    let marks = (1...columns).map { hasUSN && $0 == columns ? "-1" : "?" }
    let statement = try database.prepare(
      "insert into \(table) values (\(marks.joined(separator: ", ")))")
    for value in values {
      bind(statement, value)
      try statement.run()
    }
  }
}

extension AnkiPackageError {
  fileprivate init(writing error: SQLiteError, _ path: String) {
    self =
      error.isConstraint
      ? .invalidCollection(reason: error.message)
      : .unwritable(path: path, errno: error.systemError)
  }
}
