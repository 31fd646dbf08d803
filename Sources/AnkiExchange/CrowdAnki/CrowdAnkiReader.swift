/// Reads the JSON of CrowdAnki: decks in each other, their notes, note types and presets.
///
/// It holds no schedules; every note gets the cards that Anki would make of it, all new. What names
/// others by uuid gets a number made of that uuid, so that the same file gives the same numbers.
public struct CrowdAnkiReader {
  private var collection = AnkiCollection()
  private var typesByUUID: [String: Int] = [:]
  private var presetsByUUID: [String: Int64] = [:]
  private var usedIDs: Set<Int64> = [AnkiDeck.defaultID]
  private var log = RepairLog()
  private let modified: Int64
  /// Names of media that the decks list.
  public private(set) var mediaNames: Set<String> = []

  private static let maximumDepth = 60

  /// So many first bytes are enough to tell.
  public static let sampleBytes = 65_536

  /// True when the beginning of a file is that of a deck of CrowdAnki.
  public static func isBegun(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(sampleBytes), as: UTF8.self)
    guard
      let first = text.unicodeScalars.first(where: {
        !$0.properties.isWhitespace && $0 != "\u{FEFF}"
      }),
      first == "{"
    else { return false }
    return text.contains("\"__type__\"") || text.contains("\"crowdanki_uuid\"")
      || text.contains("\"note_models\"")
  }

  /// Reads a file; `modified`, in seconds since 1970, becomes the time of all its notes.
  ///
  /// Throws `CrowdAnkiError` for what is no deck of CrowdAnki.
  public static func read(
    _ bytes: [UInt8], modified: Int64
  ) throws(CrowdAnkiError) -> (collection: AnkiCollection, mediaNames: Set<String>) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let root = JSONValue(utf8: Array(bytes[start...]))?.objectValue else {
      throw CrowdAnkiError(message: "it is no whole JSON")
    }
    guard root["name"]?.stringValue != nil, root["notes"]?.arrayValue != nil else {
      throw CrowdAnkiError(message: "it is no deck of CrowdAnki: it has no name or no notes")
    }
    var reader = CrowdAnkiReader(modified: modified)
    reader.readShared(root)
    reader.readDeck(root, parent: nil, depth: 0)
    reader.collection.created = modified
    reader.collection.decks.sort { $0.id < $1.id }
    reader.collection.noteTypes.sort { $0.id < $1.id }
    reader.collection.presets.sort { $0.id < $1.id }
    reader.collection.repairs = reader.log.repairs
    return (reader.collection, reader.mediaNames)
  }

  private init(modified: Int64) {
    self.modified = modified
  }

  /// A number for a uuid: below 2^52, as numbers in JSON can be.
  private mutating func id(_ uuid: String) -> Int64 {
    let hash = SHA1.hash(Array(uuid.utf8))
    var id = hash.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) } & 0xF_FFFF_FFFF_FFFF
    id = max(id, 2)
    while !usedIDs.insert(id).inserted { id += 1 }
    return id
  }

  // MARK: Note types and presets

  private mutating func readShared(_ root: [String: JSONValue]) {
    for model in root["note_models"]?.arrayValue ?? [] {
      guard case .object(var members) = model,
        let uuid = members.removeValue(forKey: "crowdanki_uuid")?.stringValue,
        typesByUUID[uuid] == nil
      else { continue }
      members["__type__"] = nil
      guard let type = AnkiNoteType(id: id("type " + uuid), json: .object(members)),
        !type.fields.isEmpty, !type.templates.isEmpty
      else { continue }
      typesByUUID[uuid] = collection.noteTypes.count
      collection.noteTypes.append(type)
    }
    for configuration in root["deck_configurations"]?.arrayValue ?? [] {
      guard case .object(var members) = configuration,
        let uuid = members.removeValue(forKey: "crowdanki_uuid")?.stringValue,
        presetsByUUID[uuid] == nil
      else { continue }
      members["__type__"] = nil
      guard let preset = AnkiPreset(id: id("preset " + uuid), json: .object(members)) else {
        continue
      }
      presetsByUUID[uuid] = preset.id
      collection.presets.append(preset)
    }
  }

  // MARK: Decks and notes

  private mutating func readDeck(_ members: [String: JSONValue], parent: String?, depth: Int) {
    guard let own = members["name"]?.stringValue, !own.isEmpty else { return }
    let name = parent.map { "\($0)::\(own)" } ?? own
    let uuid = members["crowdanki_uuid"]?.stringValue ?? name
    var deck = AnkiDeck(id: id("deck " + uuid), name: name)
    deck.modified = modified
    if case .normal(var normal) = deck.kind {
      normal.description = members["desc"]?.stringValue ?? ""
      if let preset = members["deck_config_uuid"]?.stringValue.flatMap({ presetsByUUID[$0] }) {
        normal.presetID = preset
      }
      deck.kind = .normal(normal)
    }
    collection.decks.append(deck)
    for name in members["media_files"]?.arrayValue ?? [] {
      if let name = name.stringValue { mediaNames.insert(name) }
    }
    for note in members["notes"]?.arrayValue ?? [] { readNote(note, in: deck) }
    guard depth < Self.maximumDepth else { return }
    for child in members["children"]?.arrayValue ?? [] {
      if let child = child.objectValue { readDeck(child, parent: name, depth: depth + 1) }
    }
  }

  private mutating func readNote(_ value: JSONValue, in deck: AnkiDeck) {
    guard let members = value.objectValue else { return }
    let guid = members["guid"]?.stringValue ?? ""
    guard
      let number = members["note_model_uuid"]?.stringValue.flatMap({ typesByUUID[$0] })
    else { return log.note(.noteTypeMissing, guid) }
    let type = collection.noteTypes[number]
    var fields = (members["fields"]?.arrayValue ?? []).map { value in
      // U+001F parts fields where they are stored.
      String(
        String.UnicodeScalarView(
          (value.stringValue ?? "").unicodeScalars.filter { $0 != "\u{1F}" }))
    }
    if fields.count < type.fields.count {
      log.note(.fieldsMissing, guid)
      fields += Array(repeating: "", count: type.fields.count - fields.count)
    } else if fields.count > type.fields.count {
      log.note(.fieldsSurplus, guid)
      let rest = fields[(type.fields.count - 1)...].joined(separator: " ")
      fields = fields.prefix(type.fields.count - 1) + [rest]
    }
    let tags = (members["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
    var note = AnkiNote(
      id: 0, guid: guid, noteTypeID: type.id, modified: modified, tags: tags, fields: fields)
    if guid.isEmpty {
      log.note(.guidEmpty, fields.first ?? "")
      note.guid = AnkiGUID.made(of: note)
    }
    note.id = id("note " + note.guid)
    collection.notes.append(note)
    let ordinals = CardOrdinals.ofNewNote(
      isCloze: type.kind == .cloze, questions: type.templates.map(\.question),
      fields: zip(type.fields, fields).map { TemplateCard.Field($0.name, $1) }, tags: note.tags)
    for ordinal in ordinals {
      var card = AnkiCard(
        id: id("card \(ordinal) " + note.guid), noteID: note.id, deckID: deck.id,
        ordinal: ordinal)
      card.modified = modified
      collection.cards.append(card)
    }
  }
}

/// Why a file is no deck of CrowdAnki.
public struct CrowdAnkiError: Error, Hashable, Sendable {
  public var message: String
}
