/// Writes HTML as Markdown, or gives up.
struct MarkdownWriter {
  private let html: FieldText.Bytes
  private var place = 0
  private let result: UnsafeMutablePointer<UInt8>
  private var count = 0
  /// The letter of the tag that is open.
  private var open: UInt8?
  private var isLineStart = true
  /// Nothing was written but what was read, and nothing of it is a mark.
  private(set) var isVerbatim = true
  private let hasLines: Bool

  /// `html` is valid UTF-8; `result` has room for twice as many bytes.
  init(_ html: FieldText.Bytes, to result: UnsafeMutablePointer<UInt8>) {
    self.html = html
    self.result = result
    hasLines = html.contains(UInt8(ascii: "\n"))
  }

  /// Bytes that are themselves wherever they stand in a line.
  private static let isPlain: [Bool] = (0..<256).map { byte in
    byte >= 0x20 && !"<>&\\*~$`_|[".utf8.contains(UInt8(byte))
  }

  /// Bytes that are themselves at the start of a line too.
  private static let isPlainStart: [Bool] = (0..<256).map { byte in
    isPlain[byte] && !" #-+=:0123456789".utf8.contains(UInt8(byte))
  }

  private var next: UInt8? { place + 1 < html.count ? html[place + 1] : nil }
  private var isEnd: Bool { place >= html.count }
  private var endsWithWord: Bool {
    FieldText.isWord(FieldText.Bytes(start: result, count: count), before: count)
  }
  private var last: UInt8? { count > 0 ? result[count - 1] : nil }

  private mutating func append(_ byte: UInt8) {
    result[count] = byte
    count += 1
  }

  private mutating func append(_ word: StaticString) {
    for index in 0..<word.utf8CodeUnitCount { append(word.utf8Start[index]) }
  }

  /// Writes all of it; the number of bytes, nil where it cannot be said in Markdown.
  mutating func write() -> Int? {
    Self.isPlain.withUnsafeBufferPointer { isPlain in
      while !isEnd {
        let wasLineStart = isLineStart
        isLineStart = false
        if wasLineStart ? !Self.isPlainStart[Int(html[place])] : !isPlain[Int(html[place])] {
          isVerbatim = false
          guard writeOne(wasLineStart) else { return nil }
          continue
        }
        repeat {
          result[count] = html[place]
          count += 1
          place += 1
        } while place < html.count && isPlain[Int(html[place])]
      }
      return open == nil ? count : nil
    }
  }

  private mutating func writeOne(_ begins: Bool) -> Bool {
    let byte = html[place]
    switch byte {
    case UInt8(ascii: "<"): return writeTag()
    case UInt8(ascii: "&"): return writeEntity()
    case UInt8(ascii: ">"), UInt8(ascii: "\r"), 0: return false
    case UInt8(ascii: "\n"):
      // A line end before or after a blank, or at either end, would not come back.
      guard !begins, let next, !isBlank(next), next != UInt8(ascii: "\n"),
        let last, !isBlank(last)
      else { return false }
      isLineStart = true
    case UInt8(ascii: "\\"):
      if let next, next == UInt8(ascii: "(") || next == UInt8(ascii: "[") { return false }
      escape()
    case UInt8(ascii: "*"), UInt8(ascii: "~"), UInt8(ascii: "$"), UInt8(ascii: "`"): escape()
    case UInt8(ascii: "_"):
      let isInside =
        FieldText.isWord(html, before: place) && FieldText.isWord(html, at: place + 1)
      if !isInside { escape() }
    case UInt8(ascii: "|") where hasLines: escape()
    case UInt8(ascii: "["): return writeBracket()
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      if begins || byte == UInt8(ascii: "\t") { return false }
    case UInt8(ascii: "#"), UInt8(ascii: "-"), UInt8(ascii: "+"):
      if begins { escape() }
    case UInt8(ascii: "="), UInt8(ascii: ":"):
      if begins { return false }
    case UInt8(ascii: "0")...UInt8(ascii: "9") where begins: return writeNumber()
    default: break
    }
    append(byte)
    place += 1
    return true
  }

  private mutating func escape() {
    append(UInt8(ascii: "\\"))
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Digits at the start of a line: `1.` would begin a list.
  private mutating func writeNumber() -> Bool {
    while !isEnd, html[place] &- 48 < 10 {
      append(html[place])
      place += 1
    }
    if !isEnd, html[place] == UInt8(ascii: ".") || html[place] == UInt8(ascii: ")") {
      escape()
      append(html[place])
      place += 1
    }
    return true
  }

  /// Sounds as they are; a bracket that would open a link, a note or a task is escaped.
  private mutating func writeBracket() -> Bool {
    if FieldText.has("[sound:", html, place) {
      guard let end = html[place...].firstIndex(of: UInt8(ascii: "]")),
        !html[place..<end].contains(where: { "<&*_\\\n".utf8.contains($0) })
      else { return false }
      for index in place...end { append(html[index]) }
      place = end + 1
      return true
    }
    for word: StaticString in ["[$", "[latex]", "[anki:"] where FieldText.has(word, html, place) {
      return false
    }
    let marks: [StaticString] = ["[[", "[^", "[ ]", "[x]", "[X]"]
    let isMark = marks.contains { FieldText.has($0, html, place) }
    let isNamed =
      html[place...].firstIndex(of: UInt8(ascii: "]")).map { end in
        end + 1 < html.count && "([:".utf8.contains(html[end + 1])
      } ?? false
    if isMark || isNamed || last == UInt8(ascii: "!") { escape() }
    append(UInt8(ascii: "["))
    place += 1
    return true
  }

  private static let entities: [(entity: StaticString, text: StaticString)] = [
    ("&lt;", "\\<"), ("&gt;", "\\>"), ("&nbsp;", "&nbsp;"), ("&amp;", "&"), ("&#x27;", "\\'"),
    ("&quot;", "\\\""),
  ]

  private mutating func writeEntity() -> Bool {
    for (entity, text) in Self.entities where FieldText.has(entity, html, place) {
      let end = place + entity.utf8CodeUnitCount
      if text.utf8CodeUnitCount == 1 {
        // `&amp;lt;` shows `&lt;`, which Markdown would take for a sign.
        guard !FieldText.isEntity(html, after: end) else { return false }
      }
      append(text)
      place = end
      return true
    }
    return false
  }

  private mutating func writeTag() -> Bool {
    if FieldText.has("<br>", html, place) {
      place += 4
      guard !isEnd, count > 0, html[place] != UInt8(ascii: "\n"), !isBlank(html[place])
      else { return false }
      append("\\\n")
      isLineStart = true
      return true
    }
    if let tag = FieldText.plainTag(html, place) {
      append(tag)
      place += tag.utf8CodeUnitCount
      return true
    }
    let begins = FieldText.has("<b>", html, place) || FieldText.has("<i>", html, place)
    let ends = FieldText.has("</b>", html, place) || FieldText.has("</i>", html, place)
    guard begins || ends else { return false }
    let letter = html[place + (begins ? 1 : 2)]
    let after = place + (begins ? 3 : 4)
    if begins {
      guard open == nil, FieldText.isWord(html, at: after),
        last.map({ isBlank($0) || $0 == UInt8(ascii: "\n") || endsWithWord }) ?? true
      else { return false }
      open = letter
    } else {
      guard open == letter, endsWithWord,
        after >= html.count || html[after] != UInt8(ascii: "<")
          || FieldText.has("<br>", html, after)
      else { return false }
      open = nil
    }
    append(letter == UInt8(ascii: "b") ? "**" : "*")
    place = after
    return true
  }
}
