import StudyDomain

extension CardContent {
  init(
    text: CardText, kind: String, keys: NoteContentBuilder.Keys, asked: String, answer: String,
    plain: ByteBuffer
  ) {
    self.init(
      text: text, kind: kind, keys: keys, asked: asked, answer: answer,
      hashes: (
        KeyMaker.hash(normalFormOf: asked, plain), KeyMaker.hash(normalFormOf: answer, plain)
      ))
  }

  init(
    text: CardText, kind: String, keys: NoteContentBuilder.Keys, asked: String, answer: String,
    hashes: (UInt64, UInt64)
  ) {
    self.text = text
    self.kind = kind
    key = keys.key
    textKey = keys.text
    looseKey = keys.loose
    (frontHash, backHash) = hashes
    var (asked, answer) = (asked, answer)
    excerpt = asked.withUTF8 { asked in answer.withUTF8 { Self.excerpt(asked, $0) } }
  }

  /// A card of which nothing but its key and its template is asked.
  init(bare key: CardKey, template: String = "") {
    text = CardText(front: "", back: "", ask: .flip)
    kind = ""
    self.key = key
    textKey = key
    (looseKey, frontHash, backHash) = (0, 0, 0)
    excerpt = ""
    self.template = template
  }

  /// The longest excerpt, in characters.
  private static let excerptLength = 300

  /// What is asked and the answer, a line between them, as far as an excerpt goes.
  static func excerpt(_ asked: Bytes, _ answer: Bytes) -> String {
    let count = asked.count + 1 + answer.count
    // A text of so few bytes has no more characters: most need no look at where these end.
    if count <= excerptLength { return joined(asked, answer, count) }
    let (end, characters) = loneCharacters(asked, excerptLength)
    guard let end else { return String(joined(asked, answer, count).prefix(excerptLength)) }
    if end < asked.count { return joined(asked, answer, end) }
    let rest = excerptLength - characters
    guard rest > 0 else { return joined(asked, answer, asked.count) }
    guard let more = loneCharacters(answer, rest - 1).end else {
      return String(joined(asked, answer, count).prefix(excerptLength))
    }
    return joined(asked, answer, asked.count + 1 + more)
  }

  /// The first bytes of two texts and the line end between them.
  private static func joined(_ one: Bytes, _ other: Bytes, _ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { text in
      let first = min(one.count, count)
      guard let base = text.baseAddress, count > 0 else { return 0 }
      if let start = one.baseAddress { base.update(from: start, count: first) }
      guard first < count else { return count }
      base[first] = ASCII.lf
      if let start = other.baseAddress {
        (base + first + 1).update(from: start, count: count - first - 1)
      }
      return count
    }
  }

  /// Where so many characters of a text end, or the text, and how many that are; nil where the text
  /// has others than lone scalars before that.
  private static func loneCharacters(
    _ text: Bytes, _ limit: Int
  ) -> (end: Int?, characters: Int) {
    var characters = 0
    var place = 0
    while place < text.count, characters < limit {
      if text[place] < 0x80 {
        guard text[place] != ASCII.cr else { return (nil, characters) }
        place += 1
      } else {
        guard let (_, length) = LoneScalar.at(place, of: text) else { return (nil, characters) }
        place += length
      }
      characters += 1
    }
    // What follows the last one must not belong to it.
    if place < text.count, text[place] >= 0x80, LoneScalar.at(place, of: text) == nil {
      return (nil, characters)
    }
    return (place, characters)
  }
}
