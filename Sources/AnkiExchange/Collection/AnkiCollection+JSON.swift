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
