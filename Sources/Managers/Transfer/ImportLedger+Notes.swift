import AnkiExchange
import StudyDomain

// Notes as the files of a ledger list them.
extension ImportLedger.Note {
  init?(_ value: JSONValue) {
    guard let members = value.objectValue, let guid = members["guid"]?.stringValue,
      let id = members["id"]?.integerValue, let typeID = members["type"]?.integerValue,
      let modified = members["mod"]?.integerValue,
      let fieldHash = members["fields"]?.stringValue,
      let contentHash = members["content"]?.stringValue
    else { return nil }
    let cards = (members["cards"]?.arrayValue ?? []).compactMap { card -> Card? in
      guard let parts = card.arrayValue, parts.count == 3, let id = parts[0].integerValue,
        let ordinal = parts[1].integerValue,
        let key = parts[2].stringValue.flatMap({ CardKey(text: $0) })
      else { return nil }
      return Card(id: id, ordinal: Int(ordinal), key: key)
    }
    self.init(
      guid: guid, id: id, typeID: typeID, modified: modified, fieldHash: fieldHash,
      contentHash: contentHash, cards: cards,
      eventTags: (members["events"]?.arrayValue ?? []).compactMap(\.stringValue))
  }

  /// A key of the present form is read where it stands.
  private static func key(_ bytes: UnsafeBufferPointer<UInt8>) -> CardKey? {
    var hash: UInt64 = 0
    let isPlain =
      bytes.count == 18 && bytes[0] == UInt8(ascii: "1") && bytes[1] == UInt8(ascii: ":")
      && bytes[2...].allSatisfy { byte in
        let digit = byte &- 48 < 10 ? byte - 48 : byte &- 97 < 6 ? byte - 87 : 16
        hash = hash << 4 | UInt64(digit & 15)
        return digit < 16
      }
    if isPlain { return CardKey(hash: hash) }
    return String(validating: bytes, as: UTF8.self).flatMap { CardKey(text: $0) }
  }

  /// Reads a line as `append` writes it; nil for any other form.
  init?(line: UnsafeBufferPointer<UInt8>) {
    var scan = JSONScan(line)
    guard scan.take("{\"cards\":[") else { return nil }
    var cards: [Card] = []
    while !scan.take("]") {
      if !cards.isEmpty, !scan.take(",") { return nil }
      guard scan.take("["), let id = scan.integer(), scan.take(","),
        let ordinal = scan.integer(), scan.take(","), let key = scan.plainText(), scan.take("]"),
        let cardKey = Self.key(key)
      else { return nil }
      cards.append(Card(id: id, ordinal: Int(ordinal), key: cardKey))
    }
    guard scan.take(",\"content\":"), let content = scan.text() else { return nil }
    var events: [String] = []
    if scan.take(",\"events\":[") {
      while !scan.take("]") {
        if !events.isEmpty, !scan.take(",") { return nil }
        guard let tag = scan.text() else { return nil }
        events.append(tag)
      }
    }
    guard scan.take(",\"fields\":"), let fields = scan.text(), scan.take(",\"guid\":"),
      let guid = scan.text(), scan.take(",\"id\":"), let id = scan.integer(),
      scan.take(",\"mod\":"), let modified = scan.integer(), scan.take(",\"type\":"),
      let typeID = scan.integer(), scan.take("}"), scan.isAtEnd
    else { return nil }
    self.init(
      guid: guid, id: id, typeID: typeID, modified: modified, fieldHash: fields,
      contentHash: content, cards: cards, eventTags: events)
  }

  /// Appends the note to a list of them.
  func append(to list: inout [UInt8]) {
    if !list.isEmpty { list += ",\n".utf8 }
    var line = JSONLine(capacity: 320)
    line.object { line in
      line.name("cards")
      line.array { line in
        for card in cards {
          line.array { line in
            line.put(card.id)
            line.put(card.ordinal)
            line.put(card.key.text)
          }
        }
      }
      line.name("content")
      line.put(contentHash)
      if !eventTags.isEmpty {
        line.name("events")
        line.array { line in for tag in eventTags { line.put(tag) } }
      }
      line.name("fields")
      line.put(fieldHash)
      line.name("guid")
      line.put(guid)
      line.name("id")
      line.put(id)
      line.name("mod")
      line.put(modified)
      line.name("type")
      line.put(typeID)
    }
    list += line.bytes
  }
}
