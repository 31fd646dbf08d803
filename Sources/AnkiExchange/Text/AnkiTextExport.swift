/// Notes and cards as lines of text, in the form that Anki writes and reads.
public struct AnkiTextExport: Sendable {
  public enum Separator: Sendable {
    case tab, comma

    var byte: UInt8 { self == .tab ? 0x09 : UInt8(ascii: ",") }
    var name: String { self == .tab ? "tab" : "comma" }
  }

  public var separator: Separator
  /// Values keep their HTML; else they are one line of text each.
  public var hasHTML: Bool

  public init(separator: Separator = .tab, hasHTML: Bool = true) {
    self.separator = separator
    self.hasHTML = hasHTML
  }

  /// What goes before the rows of notes that have `fieldCount` fields at most; `hasDetails` for
  /// guid, note type, deck and tags beside the fields.
  ///
  /// `notation` is for a column behind the tags with notes in deckle's notation, and for note types
  /// as JSON, each on a line: comments for Anki.
  public func noteHeader(
    fieldCount: Int, hasDetails: Bool, notation: (hasColumn: Bool, noteTypes: [String])? = nil
  ) -> [UInt8] {
    var lines = header
    if hasDetails {
      lines += "#guid column:1\n#notetype column:2\n#deck column:3\n"
      lines += "#tags column:\(fieldCount + 4)\n"
      if notation?.hasColumn ?? false { lines += "#deckle column:\(fieldCount + 5)\n" }
      for type in notation?.noteTypes ?? [] { lines += "#deckle note type:\(type)\n" }
    }
    return Array(lines.utf8)
  }

  /// What goes before the rows of cards.
  public var cardHeader: [UInt8] {
    Array(header.utf8)
  }

  private var header: String {
    "#separator:\(separator.name)\n#html:\(hasHTML)\n"
  }

  /// The value of a field, or a side of a card without its question.
  public func value(_ html: String) -> String {
    hasHTML ? Self.withoutStyle(html) : AnkiText.line(html, keepsMediaNames: false)
  }

  /// The part of an answer that the question does not show already.
  public static func withoutQuestion(_ answer: String) -> String {
    let text = TemplateText(answer)
    var end: Int?
    for mark: StaticString in ["<hr id=answer>", "<hr id=\"answer\">"] {
      if let place = text.first(mark, from: 0) { end = place + mark.utf8CodeUnitCount }
    }
    guard let end else { return answer }
    return text.string(text.trimmed(end..<text.count))
  }

  /// Appends a row; values with separators, quotes, line ends or `#` are quoted.
  public func write(_ values: [String], to output: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      if index > 0 { output.append(separator.byte) }
      let isPlain = value.utf8.allSatisfy {
        $0 != separator.byte && $0 != UInt8(ascii: "\"") && $0 != 0x0A && $0 != 0x0D
          && $0 != UInt8(ascii: "#")
      }
      if isPlain, values.count > 1 || !value.isEmpty {
        output += value.utf8
        continue
      }
      output.append(UInt8(ascii: "\""))
      for byte in value.utf8 {
        if byte == UInt8(ascii: "\"") { output.append(byte) }
        output.append(byte)
      }
      output.append(UInt8(ascii: "\""))
    }
    output.append(0x0A)
  }

  /// HTML without style sheets and places to type.
  private static func withoutStyle(_ html: String) -> String {
    let text = TemplateText(html)
    guard
      text.first("<style", from: 0, ignoringCase: true) != nil
        || text.first("[[type:", from: 0) != nil
    else { return html }
    var result: [UInt8] = []
    var position = 0
    while position < text.count {
      if text.hasIgnoringCase("<style", at: position),
        let end = text.first("</style>", from: position, ignoringCase: true)
      {
        position = end + 8
      } else if text.has("[[type:", at: position),
        let end = text.first("]]", from: position)
      {
        position = end + 2
      } else {
        result.append(text.bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
