public import StudyDomain

/// The cards of a note that is about to be written, without reading its block.
///
/// Whoever writes many blocks asks it in place of `DeckReader` and `NoteContent`, and gets the same
/// keys, hashes and excerpts. Works for one thread, on one note at a time.
public final class DraftNote {
  public struct Card: Sendable {
    public var key: CardKey
    public var looseKey: UInt64
    public var frontHash: UInt64
    public var backHash: UInt64
    public var excerpt: String
    /// The template of a note of a type, else the face.
    public var place: Int

    public init(
      key: CardKey, looseKey: UInt64, frontHash: UInt64, backHash: UInt64, excerpt: String,
      place: Int
    ) {
      self.key = key
      self.looseKey = looseKey
      self.frontHash = frontHash
      self.backHash = backHash
      self.excerpt = excerpt
      self.place = place
    }
  }

  private let rules: TypeRules
  private let table = FieldTable()
  private let names: [Range<Int>]
  private let strict = KeyMaker()
  private let loose = KeyMaker(isLoose: true)
  /// The normal forms of the fields, one behind the other, and where each ends.
  private let normal = ByteBuffer(capacity: 1_024)
  private var ends: [Int] = []
  private let front = ByteBuffer(capacity: 1_024)
  private let back = ByteBuffer(capacity: 1_024)
  private let plain = ByteBuffer(capacity: 1_024)

  /// Notes of a type with these fields; `fields` and `type` are read back as they are.
  public init(type: String, fields: [String], noteType: NoteType) {
    rules = TypeRules(type: type, noteType)
    for field in fields { table.add(name: field, isHTML: false) }
    names = table.fields.map(\.name)
    table.removeValues()
  }

  /// Begins another note.
  public func begin() {
    table.removeValues()
    normal.removeAll()
    ends.removeAll(keepingCapacity: true)
  }

  /// Adds the next field; `value` is valid UTF-8 and what the block is read as.
  public func add(_ value: UnsafeBufferPointer<UInt8>, isHTML: Bool) {
    Normaliser.append(value, 0..<value.count, to: normal)
    ends.append(normal.count)
    table.add(namedAt: names[table.fields.count], isHTML: isHTML, value: value)
  }

  /// The cards of an `N:` note of the fields that were added, all that the type has; nil where only
  /// reading tells.
  public func typedCards() -> [Card]? {
    guard table.fields.count == names.count, rules.take(table), !rules.faces.isEmpty,
      !rules.templates.isEmpty
    else { return nil }
    rules.begin(strict, table) { strict.add(normal: part($0)) }
    rules.begin(loose, table) { loose.add(normal: part($0)) }
    var cards: [Card] = []
    cards.reserveCapacity(rules.faces.count)
    for template in rules.faces {
      cards.append(card(ofTemplate: template))
    }
    return cards
  }

  private func part(_ field: Int) -> Bytes {
    Bytes(rebasing: normal.bytes[(field == 0 ? 0 : ends[field - 1])..<ends[field]])
  }

  private func card(ofTemplate template: Int) -> Card {
    let asked: Bytes
    let frontHash: UInt64
    if let field = rules.onlyField(ofTemplate: template, back: false) {
      asked = table.value(field)
      frontHash = KeyMaker.hash(part(field))
    } else {
      front.removeAll()
      rules.appendSide(
        ofTemplate: template, back: false, table, front: Bytes(start: nil, count: 0), to: front)
      asked = front.bytes
      frontHash = KeyMaker.hash(normalFormOf: asked, plain)
    }
    let answer: Bytes
    let backHash: UInt64
    if let field = rules.onlyField(ofTemplate: template, back: true) {
      answer = table.value(field)
      backHash = KeyMaker.hash(part(field))
    } else {
      back.removeAll()
      rules.appendSide(ofTemplate: template, back: true, table, front: asked, to: back)
      answer = back.bytes
      backHash = KeyMaker.hash(normalFormOf: answer, plain)
    }
    return Card(
      key: rules.key(ofFace: template, strict),
      looseKey: rules.key(ofFace: template, loose).hash, frontHash: frontHash,
      backHash: backHash, excerpt: CardContent.excerpt(asked, answer), place: template)
  }

  /// The cards of a question and its answer, the two fields that were added; nil where only reading
  /// tells.
  public func basicCards(isReversible: Bool) -> [Card]? {
    guard ends.count == 2, ends[0] > 0 else { return nil }
    let parts = (part(0), part(1))
    strict.beginBasic(normalFront: parts.0, back: parts.1)
    loose.beginBasic(normalFront: parts.0, back: parts.1)
    let hashes = (KeyMaker.hash(parts.0), KeyMaker.hash(parts.1))
    let (front, back) = (table.value(0), table.value(1))
    var cards = [
      Card(
        key: strict.key(isReverse: false), looseKey: loose.key(isReverse: false).hash,
        frontHash: hashes.0, backHash: hashes.1, excerpt: CardContent.excerpt(front, back),
        place: 0)
    ]
    guard isReversible else { return cards }
    cards.append(
      Card(
        key: strict.key(isReverse: true), looseKey: loose.key(isReverse: true).hash,
        frontHash: hashes.1, backHash: hashes.0, excerpt: CardContent.excerpt(back, front),
        place: 1))
    return cards
  }
}

extension FieldTable {
  fileprivate func add(name: String, isHTML: Bool) {
    var name = name
    let start = values.count
    name.withUTF8 { add(name: $0, isHTML: isHTML, from: start) }
  }
}
