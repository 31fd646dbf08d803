extension CollectionDatabase {
  /// Everything but notes, cards and reviews.
  func structure(_ log: inout RepairLog) throws -> AnkiCollection {
    let reader = StructureReader(database: self)
    return try reader.collection(&log)
  }
}

/// Reads what a collection has beside its rows.
private final class StructureReader {
  let database: CollectionDatabase
  /// No structure needs more; values of JSON take many times their bytes.
  private var bytesLeft = maximumBytes

  private static let maximumBytes = 64 << 20
  private static let bytesPerByteOfJSON = 12

  init(database: CollectionDatabase) {
    self.database = database
  }

  private var schema: Int {
    database.schema
  }

  private func take(_ bytes: Int) throws {
    bytesLeft -= bytes
    guard bytesLeft >= 0 else {
      throw AnkiPackageError.collectionTooLarge(limit: Int64(Self.maximumBytes))
    }
  }

  private func rows(_ sql: String, _ body: (SQLiteStatement) throws -> Void) throws {
    try database.rows(sql, body)
  }

  func collection(_ log: inout RepairLog) throws -> AnkiCollection {
    var collection = AnkiCollection()
    collection.schema = schema
    try rows("select crt, mod, scm from col") { row in
      // Some programs wrote milliseconds.
      let created = [row.integer(0), row.integer(0) / 1000].first {
        CollectionDatabase.secondRange.contains($0)
      }
      collection.created = created ?? 0
      collection.modifiedMilliseconds = row.integer(1)
      collection.schemaModifiedMilliseconds = row.integer(2)
    }
    if schema >= 14 {
      collection.configuration = try configuration()
      collection.presets = try presets()
      collection.tags = try tags()
    } else {
      collection.configuration = try object("conf")
      collection.presets = try list("dconf") { AnkiPreset(id: $0, json: $1) }
      collection.tags = try object("tags").keys.map { AnkiTag(name: $0) }
    }
    if schema >= 15 {
      collection.noteTypes = try noteTypes()
      collection.decks = try decks()
    } else {
      collection.noteTypes = try list("models") { AnkiNoteType(id: $0, json: $1) }
      collection.decks = try list("decks") { AnkiDeck(id: $0, json: $1) }
    }
    collection.graves = try graves()
    collection.putInOrder(&log)
    return collection
  }

  private func graves() throws -> [AnkiGrave] {
    var graves: [AnkiGrave] = []
    try rows("select oid, type from graves") { row in
      if let kind = AnkiGrave.Kind(rawValue: row.integer(1)) {
        graves.append(AnkiGrave(id: row.integer(0), kind: kind))
      }
    }
    return graves
  }

  // MARK: Schema 11

  private func object(_ column: String) throws -> [String: JSONValue] {
    var object: [String: JSONValue]?
    try rows("select \(column) from col") { row in
      do {
        object = try JSONReader.read(row.bytes(0)).objectValue
      } catch let error as JSONError {
        throw AnkiPackageError.rowBroken(table: "col", id: column, reason: error.message)
      }
    }
    guard let object else {
      throw AnkiPackageError.rowBroken(table: "col", id: column, reason: "no JSON object")
    }
    return object
  }

  /// The values of an object from ids to values.
  private func list<Value>(
    _ column: String, _ make: (Int64, JSONValue) -> Value?
  ) throws -> [Value] {
    try object(column).map { key, json in
      let told = json.objectValue?["id"]?.integerValue
      guard let id = told ?? Int64(key), let value = make(id, json) else {
        throw AnkiPackageError.rowBroken(
          table: "col", id: "\(column) \(key)", reason: "it lacks what every one has")
      }
      return value
    }
  }

  // MARK: Tables

  private func configuration() throws -> [String: JSONValue] {
    var configuration: [String: JSONValue] = [:]
    try rows("select KEY, val from config") { row in
      let key = try text(row, 0, "config", "?")
      try take(row.bytes(1).count * Self.bytesPerByteOfJSON + 64)
      do {
        configuration[key] = try JSONReader.read(row.bytes(1))
      } catch let error as JSONError {
        throw AnkiPackageError.rowBroken(table: "config", id: key, reason: error.message)
      }
    }
    return configuration
  }

  private func presets() throws -> [AnkiPreset] {
    var presets: [AnkiPreset] = []
    try rows("select id, name, mtime_secs, config from deck_config") { row in
      let id = row.integer(0)
      let name = try text(row, 1, "deck_config", String(id))
      presets.append(
        try message("deck_config", String(id), row.bytes(3)) { bytes throws(ProtobufError) in
          try AnkiPreset(
            id: id, name: name, modified: row.integer(2), message: bytes, schema: schema)
        })
    }
    return presets
  }

  private func tags() throws -> [AnkiTag] {
    var tags: [AnkiTag] = []
    try rows("select tag, \(schema >= 17 ? "collapsed" : "0") from tags") { row in
      tags.append(
        AnkiTag(name: try text(row, 0, "tags", "?"), isCollapsed: row.integer(1) != 0))
    }
    return tags
  }

  private func noteTypes() throws -> [AnkiNoteType] {
    var found: [Int64: AnkiNoteType] = [:]
    try rows("select id, name, mtime_secs, config from notetypes") { row in
      let id = row.integer(0)
      let name = try text(row, 1, "notetypes", String(id))
      found[id] = try message("notetypes", String(id), row.bytes(3)) {
        bytes throws(ProtobufError) in
        try AnkiNoteType(id: id, name: name, modified: row.integer(2), message: bytes)
      }
    }
    // Rows of note types that are gone stay in the tables: nobody asks for them.
    for (id, fields) in try fields() { found[id]?.fields = fields }
    for (id, templates) in try templates() { found[id]?.templates = templates }
    return Array(found.values)
  }

  private func fields() throws -> [Int64: [AnkiField]] {
    var fields: [Int64: [(Int64, AnkiField)]] = [:]
    try rows("select ntid, ord, name, config from fields") { row in
      let place = "\(row.integer(0)) \(row.integer(1))"
      let name = try text(row, 2, "fields", place)
      let field = try message("fields", place, row.bytes(3)) { bytes throws(ProtobufError) in
        try AnkiField(name: name, message: bytes)
      }
      fields[row.integer(0), default: []].append((row.integer(1), field))
    }
    return fields.mapValues { $0.sorted { $0.0 < $1.0 }.map(\.1) }
  }

  private func templates() throws -> [Int64: [AnkiTemplate]] {
    var templates: [Int64: [(Int64, AnkiTemplate)]] = [:]
    try rows("select ntid, ord, name, mtime_secs, config from templates") { row in
      let place = "\(row.integer(0)) \(row.integer(1))"
      let name = try text(row, 2, "templates", place)
      let template = try message("templates", place, row.bytes(4)) { bytes throws(ProtobufError) in
        try AnkiTemplate(name: name, modified: row.integer(3), message: bytes)
      }
      templates[row.integer(0), default: []].append((row.integer(1), template))
    }
    return templates.mapValues { $0.sorted { $0.0 < $1.0 }.map(\.1) }
  }

  private func decks() throws -> [AnkiDeck] {
    var decks: [AnkiDeck] = []
    try rows("select id, name, mtime_secs, common, kind from decks") { row in
      let id = row.integer(0)
      let name = try text(row, 1, "decks", String(id))
      decks.append(
        try message("decks", String(id), row.bytes(3)) { bytes throws(ProtobufError) in
          try AnkiDeck(
            id: id, storedName: name, modified: row.integer(2), common: bytes,
            kind: Array(row.bytes(4)))
        })
    }
    return decks
  }

  private func text(
    _ row: SQLiteStatement, _ column: Int32, _ table: String, _ id: String
  ) throws -> String {
    guard let text = row.text(column) else {
      throw AnkiPackageError.rowBroken(table: table, id: id, reason: "its name is no UTF-8")
    }
    try take(text.utf8.count + 64)
    return text
  }

  private func message<Value>(
    _ table: String, _ id: String, _ bytes: UnsafeBufferPointer<UInt8>,
    _ read: ([UInt8]) throws(ProtobufError) -> Value
  ) throws -> Value {
    let bytes = Array(bytes)
    var cost = bytes.count + 256
    do {
      try ProtobufReader.read(bytes) { number, value throws(ProtobufError) in
        if number == 255 { cost += try value.slice.count * Self.bytesPerByteOfJSON }
      }
      try take(cost)
      return try read(bytes)
    } catch let error as AnkiPackageError {
      throw error
    } catch {
      throw AnkiPackageError.rowBroken(table: table, id: id, reason: "its protobuf is broken")
    }
  }
}

extension AnkiCollection {
  /// Sorts everything but rows, leaves out what is there twice, and sees to deck and preset 1.
  fileprivate mutating func putInOrder(_ log: inout RepairLog) {
    noteTypes = Self.byID(noteTypes, \.id, &log)
    decks = Self.byID(decks, \.id, &log)
    presets = Self.byID(presets, \.id, &log)
    tags.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    graves.sort { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
    if !decks.contains(where: { $0.id == AnkiDeck.defaultID }) {
      decks.insert(AnkiDeck(id: AnkiDeck.defaultID, name: "Default"), at: 0)
    }
    if !presets.contains(where: { $0.id == 1 }) {
      presets.insert(AnkiPreset(id: 1, name: "Default"), at: 0)
    }
    let known = Set(presets.map(\.id))
    for index in decks.indices {
      guard case .normal(var deck) = decks[index].kind, !known.contains(deck.presetID) else {
        continue
      }
      log.note(.presetMissing, decks[index].name)
      deck.presetID = 1
      decks[index].kind = .normal(deck)
    }
  }

  private static func byID<Value>(
    _ values: [Value], _ id: (Value) -> Int64, _ log: inout RepairLog
  ) -> [Value] {
    var result: [Value] = []
    for value in values.sorted(by: { id($0) < id($1) }) {
      if let last = result.last, id(last) == id(value) {
        log.note(.idTwice, id(value))
      } else {
        result.append(value)
      }
    }
    return result
  }
}
