/// The text of a field of Anki, an HTML fragment, as Markdown and back.
///
/// Only what comes back to the byte is Markdown: plain text, breaks, bold, italic, and a few tags
/// that Markdown takes as they are. Everything else stays HTML. Works on bytes: an import asks it
/// for hundreds of thousands of fields.
enum FieldText {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Markdown that `html(ofMarkdown:)` turns into exactly this HTML; nil when there is none.
  static func markdown(ofHTML html: String) -> String? {
    var html = html
    let scratch = MarkdownScratch()
    return html.withUTF8 {
      markdown(ofHTML: $0, scratch).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The same as bytes, in memory of `scratch` or that of `html`.
  static func markdown(ofHTML html: Bytes, _ scratch: MarkdownScratch) -> Bytes? {
    let room = scratch.room(html.count * 2 + longestHTML(ofBytes: html.count * 2) + 16)
    var writer = MarkdownWriter(html, to: room)
    guard let count = writer.write() else { return nil }
    let markdown = Bytes(start: room, count: count)
    if writer.isVerbatim { return markdown }
    let back = room + count
    guard let length = Self.write(htmlOf: markdown, to: back), length == html.count,
      html.elementsEqual(Bytes(start: back, count: length))
    else { return nil }
    return markdown
  }

  /// The HTML of Markdown as `markdown(ofHTML:)` writes it; nil for other constructs.
  static func html(ofMarkdown markdown: String) -> String? {
    var markdown = markdown
    return markdown.withUTF8 { markdown in
      withHTML(of: markdown) { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The HTML of Markdown that an import wrote, as it was; nil for other Markdown.
  static func exactHTML(ofMarkdown markdown: String) -> String? {
    var markdown = markdown
    return markdown.withUTF8 { markdown in
      withHTML(of: markdown) { html in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: html.count * 2 + 16) { room in
          guard let base = room.baseAddress else { return nil }
          var writer = MarkdownWriter(html, to: base)
          guard let count = writer.write(), Bytes(start: base, count: count).elementsEqual(markdown)
          else { return nil }
          return String(decoding: html, as: UTF8.self)
        }
      }
    }
  }

  private static func withHTML(of text: Bytes, _ body: (Bytes) -> String?) -> String? {
    withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: longestHTML(ofBytes: text.count) + 16
    ) { room in
      guard let base = room.baseAddress, let count = write(htmlOf: text, to: base) else {
        return nil
      }
      return body(Bytes(start: base, count: count))
    }
  }

  /// No Markdown of so many bytes has longer HTML: `&` is `&amp;`.
  private static func longestHTML(ofBytes count: Int) -> Int { count * 5 }

  /// Writes the HTML of Markdown; the number of bytes, nil for other constructs.
  private static func write(
    htmlOf text: Bytes, to out: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    var count = 0
    func append(_ byte: UInt8) {
      out[count] = byte
      count += 1
    }
    func append(_ word: StaticString) {
      for index in 0..<word.utf8CodeUnitCount { append(word.utf8Start[index]) }
    }
    var isBold = false
    var isItalic = false
    var place = 0
    while place < text.count {
      let byte = text[place]
      switch byte {
      case UInt8(ascii: "\\"):
        guard place + 1 < text.count else { return nil }
        switch text[place + 1] {
        case UInt8(ascii: "\n"): append("<br>")
        case UInt8(ascii: "<"): append("&lt;")
        case UInt8(ascii: ">"): append("&gt;")
        case UInt8(ascii: "'"): append("&#x27;")
        case UInt8(ascii: "\""): append("&quot;")
        default: append(text[place + 1])
        }
        place += 2
      case UInt8(ascii: "*"):
        let isDouble = place + 1 < text.count && text[place + 1] == UInt8(ascii: "*")
        if isDouble {
          append(isBold ? "</b>" : "<b>")
          isBold.toggle()
        } else {
          append(isItalic ? "</i>" : "<i>")
          isItalic.toggle()
        }
        place += isDouble ? 2 : 1
      case UInt8(ascii: "&"):
        if has("&nbsp;", text, place) {
          append("&nbsp;")
          place += 6
        } else {
          guard !isEntity(text, after: place + 1) else { return nil }
          append("&amp;")
          place += 1
        }
      case UInt8(ascii: "<"):
        guard let tag = plainTag(text, place) else { return nil }
        append(tag)
        place += tag.utf8CodeUnitCount
      default:
        append(byte)
        place += 1
      }
    }
    return isBold || isItalic ? nil : count
  }

  /// Tags that Markdown takes as they are.
  private static let plainTags: [StaticString] = [
    "<sub>", "</sub>", "<sup>", "</sup>", "<u>", "</u>",
  ]

  static func plainTag(_ text: Bytes, _ place: Int) -> StaticString? {
    plainTags.first { has($0, text, place) }
  }

  @inline(__always)
  static func has(_ word: StaticString, _ text: Bytes, _ place: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard place + count <= text.count else { return false }
    for index in 0..<count where text[place + index] != word.utf8Start[index] { return false }
    return true
  }

  /// What stands behind an ampersand is `name;` or `#number;`.
  static func isEntity(_ text: Bytes, after start: Int) -> Bool {
    var end = start
    var count = 0
    while end < text.count, count < 33 {
      guard text[end] != UInt8(ascii: "#") else {
        (end, count) = (end + 1, count + 1)
        continue
      }
      let (scalar, length) = scalar(text, end)
      guard isWord(scalar) else { break }
      (end, count) = (end + length, count + 1)
    }
    return end > start && end < text.count && text[end] == UInt8(ascii: ";")
  }

  /// A letter or digit: nothing that Markdown takes for punctuation.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar)
    }
    return scalar.properties.isAlphabetic
  }

  /// Whether the character at a place is a letter or digit.
  static func isWord(_ text: Bytes, at place: Int) -> Bool {
    place < text.count && isWord(scalar(text, place).scalar)
  }

  /// Whether the character that ends before a place is a letter or digit.
  static func isWord(_ text: Bytes, before place: Int) -> Bool {
    guard place > 0 else { return false }
    var start = place - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return isWord(scalar(text, start).scalar)
  }

  /// The scalar at a place of valid UTF-8, and its bytes.
  private static func scalar(
    _ text: Bytes, _ place: Int
  ) -> (scalar: Unicode.Scalar, length: Int) {
    let first = text[place]
    guard first >= 0x80 else { return (Unicode.Scalar(first), 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for index in 1..<length where place + index < text.count {
      value = value << 6 | UInt32(text[place + index] & 0x3F)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
