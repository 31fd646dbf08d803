/// Writes the database of a collection.
///
/// SQLite writes its head, which is everything but the rows: those are laid into pages that follow it.
struct CollectionWriter {
  enum Schema: Int64 {
    case json = 11
    case protobuf = 18
  }

  private let database: SQLiteDatabase
  private let schema: Schema
  private let structure: AnkiCollection
  private let now: Int64

  /// Hands on the pages of the rows in pieces and returns the head, which belongs before them;
  /// checks what others would refuse.
  ///
  /// `file` is empty, and what it holds afterwards is of no use.
  static func write(
    _ collection: consuming AnkiCollection, schema: Schema, nowMilliseconds: Int64,
    scratch file: ScratchFile,
    emit: @escaping ([UInt8]) throws -> Void
  ) throws -> [UInt8] {
    do {
      let structure = collection.completed(nowMilliseconds: nowMilliseconds)
      let places = try Self(
        database: try SQLiteDatabase.create(file.path), schema: schema, structure: structure,
        now: nowMilliseconds
      ).writeHead(tags: usedTags(of: collection.notes))
      var head: [UInt8] = []
      head.reserveCapacity(Int(file.size))
      try readAll(file.descriptor, path: file.path) { head += $0 }
      let sink = PageSink(after: UInt32(head.count / PageSink.pageSize), emit: emit)
      var rows = RowWriter(sink, structure, try NumberAffinity())
      for (table, root) in try rows.write(&collection) {
        guard let place = places[table] else { continue }
        let start = (place - 1) * PageSink.pageSize
        head.replaceSubrange(start..<start + root.count, with: root)
      }
      try sink.flush()
      // The size of the whole, in pages.
      withUnsafeBytes(of: sink.count.bigEndian) { head.replaceSubrange(28..<32, with: $0) }
      return head
    } catch let error as SQLiteError {
      throw AnkiPackageError(writing: error, file.path)
    }
  }

  /// Adds the indexes over rows to a whole database.
  static func addRowIndexes(schema: Schema, to path: String) throws {
    do {
      let database = try SQLiteDatabase.create(path)
      try database.execute("begin")
      let later = schema == .json ? [] : CollectionTables.laterRowIndexes
      for index in CollectionTables.rowIndexes + later { try database.execute(index) }
      try database.execute("commit")
    } catch {
      throw AnkiPackageError(writing: error, path)
    }
  }

  /// Writes everything but rows; the places of the roots of all tables by name, the first being 1.
  private func writeHead(tags used: Set<String>) throws -> [String: Int] {
    let isJSON = schema == .json
    try database.execute("begin")
    let own = isJSON ? CollectionTables.schema11 : CollectionTables.schema18
    for table in CollectionTables.common + own { try database.execute(table) }
    let tags = allTags(used)
    if isJSON {
      try writeJSON(tags)
    } else {
      try writeTables(tags)
    }
    try writeGraves()
    for index in isJSON ? [] : CollectionTables.structureIndexes { try database.execute(index) }
    try database.execute("commit")
    let roots = try database.prepare(
      "select name, rootpage from sqlite_master where type = 'table'")
    var places: [String: Int] = [:]
    while try roots.step() {
      if let name = roots.text(0) { places[name] = Int(roots.integer(1)) }
    }
    return places
  }

  private static func usedTags(of notes: [AnkiNote]) -> Set<String> {
    var seen: Set<String> = []
    var tags: Set<String> = []
    for note in notes where !note.joinedTags.isEmpty && seen.insert(note.joinedTags).inserted {
      tags.formUnion(note.tags.map { NormalForm.composed($0) })
    }
    return tags
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
