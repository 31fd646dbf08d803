import Glibc

/// The text of a field that sorts notes and tells duplicates: without tags, entities decoded.
struct SortText {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Searches that failed once: from a later place they would fail again.
  private var vain: Set<StaticWord> = []

  /// Where the last search for an attribute ended.
  private var knownAttribute = -1

  private enum StaticWord {
    case comment, style, script, tag
  }

  /// The text of an HTML fragment; nil when it is the fragment itself.
  static func plain(_ html: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard html.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return nil
    }
    var text = SortText(html)
    let named = text.withMediaNames()
    let bare = named.withUnsafeBufferPointer { buffer in
      var text = SortText(buffer)
      return text.withoutTags()
    }
    return decoded(bare)
  }

  static func plain(_ html: String) -> String {
    var html = html
    return html.withUTF8 { plain($0).map { String(decoding: $0, as: UTF8.self) } } ?? html
  }

  /// The first four bytes of the SHA-1 of a plain text.
  static func checksum(ofPlain text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = SHA1()
    hash.update(UnsafeRawBufferPointer(text))
    return hash.finish().prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  // MARK: Searching

  private func find(_ byte: UInt8, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count else { return nil }
    guard let found = memchr(base + start, Int32(byte), bytes.count - start) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private func has(_ word: StaticString, at place: Int) -> Bool {
    guard place + word.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<word.utf8CodeUnitCount {
      let byte = bytes[place + index]
      let folded = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
      guard folded == word.utf8Start[index] else { return false }
    }
    return true
  }

  /// Just behind the next occurrence of a word that begins with `<` or ends a comment.
  private func end(of word: StaticString, from start: Int) -> Int? {
    let first = word.utf8Start[0]
    var place = start
    while let next = find(first, from: place) {
      if has(word, at: next) { return next + word.utf8CodeUnitCount }
      place = next + 1
    }
    return nil
  }

  // MARK: Media

  private static let mediaTags: [StaticString] = ["<img", "<audio", "<video", "<object", "<source"]
  /// A longer way from the name of a tag to its file is nobody's.
  private static let longestTag = 2048

  private mutating func withMediaNames() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var start = 0
    var place = 0
    while let next = find(UInt8(ascii: "<"), from: place) {
      place = next + 1
      guard let tag = mediaTag(at: next) else { continue }
      result += bytes[start..<next]
      result.append(0x20)
      result += bytes[tag.name]
      result.append(0x20)
      (start, place) = (tag.end, tag.end)
    }
    result += bytes[start...]
    return result
  }

  private mutating func mediaTag(at start: Int) -> (name: Range<Int>, end: Int)? {
    guard let word = Self.mediaTags.first(where: { has($0, at: start) }) else { return nil }
    let inside = start + word.utf8CodeUnitCount
    guard inside < bytes.count, !isWord(bytes[inside]),
      search(.tag, { $0.find(UInt8(ascii: ">"), from: inside) }) != nil
    else { return nil }
    var place = inside
    var quote: UInt8?
    while let attribute = nextAttribute(from: place), attribute - inside < Self.longestTag {
      while place < attribute {
        let byte = bytes[place]
        if byte == quote {
          quote = nil
        } else if quote == nil {
          if byte == UInt8(ascii: ">") { return nil }
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        }
        place += 1
      }
      if let tag = tag(attribute + (has("src=", at: attribute) ? 4 : 5)) { return tag }
      place = attribute + 1
    }
    return nil
  }

  /// The next `src=` or `data=` that is a word of its own. Calls go forward: each byte is seen once.
  private mutating func nextAttribute(from place: Int) -> Int? {
    guard knownAttribute < place else { return knownAttribute < .max ? knownAttribute : nil }
    var next = place
    while let equals = find(UInt8(ascii: "="), from: next) {
      for word in ["src=", "data="] as [StaticString] {
        let start = equals + 1 - word.utf8CodeUnitCount
        if start >= max(1, place), has(word, at: start), !isWord(bytes[start - 1]) {
          knownAttribute = start
          return start
        }
      }
      next = equals + 1
    }
    knownAttribute = .max
    return nil
  }

  /// The value that begins here, and the end of its tag.
  private func tag(_ start: Int) -> (name: Range<Int>, end: Int)? {
    guard start < bytes.count else { return nil }
    let quote = bytes[start]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let close = find(quote, from: start + 1), close > start + 1,
      let end = find(UInt8(ascii: ">"), from: close + 1)
    {
      return ((start + 1)..<close, end + 1)
    }
    var close = start
    while close < bytes.count, bytes[close] != 0x20, bytes[close] != UInt8(ascii: ">") {
      close += 1
    }
    guard close > start, let end = find(UInt8(ascii: ">"), from: close) else { return nil }
    return (start..<close, end + 1)
  }

  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  // MARK: Tags

  private mutating func withoutTags() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while let next = find(UInt8(ascii: "<"), from: place) {
      result += bytes[place..<next]
      if let end = endOfTag(at: next) {
        place = end
      } else {
        result.append(bytes[next])
        place = next + 1
      }
    }
    result += bytes[min(place, bytes.count)...]
    return result
  }

  private mutating func endOfTag(at start: Int) -> Int? {
    if has("<!--", at: start),
      let end = search(.comment, { $0.end(of: "-->", from: start + 4) })
    {
      return end
    }
    if has("<style", at: start), let end = search(.style, { $0.element("</style>", start + 6) }) {
      return end
    }
    if has("<script", at: start), let end = search(.script, { $0.element("</script>", start + 7) })
    {
      return end
    }
    return search(.tag) { $0.find(UInt8(ascii: ">"), from: start + 1).map { $0 + 1 } }
  }

  private func element(_ close: StaticString, _ start: Int) -> Int? {
    find(UInt8(ascii: ">"), from: start).flatMap { end(of: close, from: $0 + 1) }
  }

  private mutating func search(_ word: StaticWord, _ find: (Self) -> Int?) -> Int? {
    guard !vain.contains(word) else { return nil }
    let found = find(self)
    if found == nil { vain.insert(word) }
    return found
  }

  // MARK: Entities

  /// With entities decoded; one `&` that begins none, and the text stays as it is.
  private static func decoded(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      guard text[place] == UInt8(ascii: "&") else {
        // A no-break space that is no entity becomes a plain one too.
        if text[place] == 0xC2, place + 1 < text.count, text[place + 1] == 0xA0 {
          result.append(0x20)
          place += 2
        } else {
          result.append(text[place])
          place += 1
        }
        continue
      }
      guard let end = text[place...].prefix(40).firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(text[(place + 1)..<end])
      else { return text }
      result += Character(scalar == "\u{A0}" ? " " : scalar).utf8
      place = end + 1
    }
    return result
  }

  private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard name.first == UInt8(ascii: "#") else { return SortTextEntities.scalar(name) }
    let isHex = name.dropFirst().first == UInt8(ascii: "x")
    let digits = name.dropFirst(isHex ? 2 : 1)
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10)
    else { return nil }
    return Unicode.Scalar(value)
  }
}
