extension AnkiCollection {
  /// Everything but notes, cards and reviews, with all unknown keys, as schema 11 writes it.
  public var structureJSON: JSONValue {
    func list<Element>(_ elements: [Element], _ json: (Element) -> JSONValue) -> JSONValue {
      .array(elements.map(json))
    }
    return .object([
      "configuration": .object(configuration), "created": .integer(created),
      "deckDetails": list(decks, \.json), "noteTypes": list(noteTypes, \.json),
      "presets": list(presets, \.json),
    ])
  }

  /// Reads what `structureJSON` made; nil for anything else.
  ///
  /// Members that it does not know are left aside.
  public init?(structureJSON json: JSONValue) {
    guard let members = json.objectValue, let created = members["created"]?.integerValue,
      let configuration = members["configuration"]?.objectValue
    else { return nil }
    func list<Element>(_ name: String, _ make: (Int64, JSONValue) -> Element?) -> [Element] {
      (members[name]?.arrayValue ?? []).compactMap { value in
        value.objectValue?["id"]?.integerValue.flatMap { make($0, value) }
      }
    }
    self.init()
    self.created = created
    self.configuration = configuration
    noteTypes = list("noteTypes") { AnkiNoteType(id: $0, json: $1) }
    decks = list("deckDetails") { AnkiDeck(id: $0, json: $1) }
    presets = list("presets") { AnkiPreset(id: $0, json: $1) }
  }
}

extension JSONValue {
  /// Reads JSON of our own writing; nil for anything else.
  ///
  /// At most ten million values, nested at most 128 deep.
  public init?(utf8 bytes: [UInt8]) {
    let value = bytes.withUnsafeBufferPointer {
      // What is wrong with a file that only this program writes helps nobody.
      try? JSONReader.read($0, maximumValues: 10_000_000)
    }
    guard let value else { return nil }
    self = value
  }

  /// The value as JSON, keys sorted, without white space.
  public var utf8: [UInt8] {
    JSONWriter.bytes(of: self)
  }
}
