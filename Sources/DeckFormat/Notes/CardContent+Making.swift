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
    excerpt = Self.excerpt(asked + "\n" + answer)
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

  /// The first 300 characters.
  private static func excerpt(_ whole: String) -> String {
    // A text of so few bytes has no more characters: most need no look at where these end.
    guard whole.utf8.count > 300 else { return whole }
    var whole = whole
    let cut = whole.withUTF8 { bytes -> Int? in
      var characters = 0
      for place in bytes.indices where bytes[place] & 0xC0 != 0x80 {
        // Below U+0300 each scalar is a character, but for CR and LF.
        guard bytes[place] < 0xCC, bytes[place] != ASCII.cr else { return nil }
        if characters == 300 { return place }
        characters += 1
      }
      return bytes.count
    }
    guard let cut else { return String(whole.prefix(300)) }
    return whole.withUTF8 { String(decoding: $0[..<cut], as: UTF8.self) }
  }
}
