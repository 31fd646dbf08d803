/// The text of a field of Anki, an HTML fragment, as Markdown and back.
///
/// Only what comes back to the byte is Markdown: plain text, breaks, bold, italic, and a few tags
/// that Markdown takes as they are. Everything else stays HTML.
enum FieldText {
  /// Markdown that `html(ofMarkdown:)` turns into exactly this HTML; nil when there is none.
  static func markdown(ofHTML html: String) -> String? {
    var writer = MarkdownWriter(Array(html.unicodeScalars))
    guard let markdown = writer.write(), let back = self.html(ofMarkdown: markdown),
      back.utf8.elementsEqual(html.utf8)
    else { return nil }
    return markdown
  }

  /// The HTML of Markdown as `markdown(ofHTML:)` writes it; nil for other constructs.
  static func html(ofMarkdown markdown: String) -> String? {
    let text = Array(markdown.unicodeScalars)
    var html = String.UnicodeScalarView()
    var isBold = false
    var isItalic = false
    var place = 0
    while place < text.count {
      let scalar = text[place]
      switch scalar {
      case "\\":
        guard place + 1 < text.count else { return nil }
        switch text[place + 1] {
        case "\n": html += "<br>".unicodeScalars
        case "<": html += "&lt;".unicodeScalars
        case ">": html += "&gt;".unicodeScalars
        case "'": html += "&#x27;".unicodeScalars
        case "\"": html += "&quot;".unicodeScalars
        default: html.append(text[place + 1])
        }
        place += 2
      case "*":
        let isDouble = place + 1 < text.count && text[place + 1] == "*"
        if isDouble {
          html += (isBold ? "</b>" : "<b>").unicodeScalars
          isBold.toggle()
        } else {
          html += (isItalic ? "</i>" : "<i>").unicodeScalars
          isItalic.toggle()
        }
        place += isDouble ? 2 : 1
      case "&":
        if has("&nbsp;", text, place) {
          html += "&nbsp;".unicodeScalars
          place += 6
        } else {
          guard !beginsEntity(text, place) else { return nil }
          html += "&amp;".unicodeScalars
          place += 1
        }
      case "<":
        guard let tag = plainTag(text, place) else { return nil }
        html += tag.unicodeScalars
        place += tag.unicodeScalars.count
      default:
        html.append(scalar)
        place += 1
      }
    }
    return isBold || isItalic ? nil : String(html)
  }

  /// Tags that Markdown takes as they are.
  private static let plainTags = ["<sub>", "</sub>", "<sup>", "</sup>", "<u>", "</u>"]

  static func plainTag(_ text: [Unicode.Scalar], _ place: Int) -> String? {
    plainTags.first { has($0, text, place) }
  }

  static func has(_ word: String, _ text: [Unicode.Scalar], _ place: Int) -> Bool {
    let count = word.unicodeScalars.count
    return place + count <= text.count
      && text[place..<place + count].elementsEqual(word.unicodeScalars)
  }

  /// `&name;` or `&#number;`.
  static func beginsEntity(_ text: [Unicode.Scalar], _ place: Int) -> Bool {
    var end = place + 1
    while end < text.count, end < place + 34, isWord(text[end]) || text[end] == "#" { end += 1 }
    return end > place + 1 && end < text.count && text[end] == ";"
  }

  /// A letter or digit: nothing that Markdown takes for punctuation.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar)
    }
    return scalar.properties.isAlphabetic
  }
}

/// Writes HTML as Markdown, or gives up.
private struct MarkdownWriter {
  private let html: [Unicode.Scalar]
  private var place = 0
  private var result = String.UnicodeScalarView()
  private var open: Unicode.Scalar?
  private var isLineStart = true
  private let hasLines: Bool

  init(_ html: [Unicode.Scalar]) {
    self.html = html
    hasLines = html.contains("\n")
  }

  private var next: Unicode.Scalar? { place + 1 < html.count ? html[place + 1] : nil }
  private var isEnd: Bool { place >= html.count }

  mutating func write() -> String? {
    while !isEnd {
      let wasLineStart = isLineStart
      isLineStart = false
      guard writeOne(wasLineStart) else { return nil }
    }
    return open == nil ? String(result) : nil
  }

  private mutating func writeOne(_ begins: Bool) -> Bool {
    let scalar = html[place]
    switch scalar {
    case "<": return writeTag()
    case "&": return writeEntity()
    case ">", "\r", "\0": return false
    case "\n":
      // A line end before or after a blank, or at either end, would not come back.
      guard !begins, let next, !isBlank(next), next != "\n", let last = result.last,
        !isBlank(last)
      else { return false }
      isLineStart = true
    case "\\":
      if let next, next == "(" || next == "[" { return false }
      result.append("\\")
    case "*", "~", "$", "`": result.append("\\")
    case "_":
      let isInside =
        place > 0 && FieldText.isWord(html[place - 1]) && next.map(FieldText.isWord) == true
      if !isInside { result.append("\\") }
    case "|" where hasLines: result.append("\\")
    case "[": return writeBracket()
    case " ", "\t":
      if begins || scalar == "\t" { return false }
    case "#", "-", "+":
      if begins { result.append("\\") }
    case "=", ":":
      if begins { return false }
    case "0"..."9" where begins: return writeNumber()
    default: break
    }
    result.append(scalar)
    place += 1
    return true
  }

  private func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  /// Digits at the start of a line: `1.` would begin a list.
  private mutating func writeNumber() -> Bool {
    while !isEnd, ("0"..."9").contains(html[place]) {
      result.append(html[place])
      place += 1
    }
    if !isEnd, html[place] == "." || html[place] == ")" {
      result.append("\\")
      result.append(html[place])
      place += 1
    }
    return true
  }

  /// Sounds as they are; a bracket that would open a link, a note or a task is escaped.
  private mutating func writeBracket() -> Bool {
    if FieldText.has("[sound:", html, place) {
      guard let end = html[place...].firstIndex(of: "]"),
        !html[place..<end].contains(where: { "<&*_\\\n".unicodeScalars.contains($0) })
      else { return false }
      result.append(contentsOf: html[place...end])
      place = end + 1
      return true
    }
    for word in ["[$", "[latex]", "[anki:"] where FieldText.has(word, html, place) {
      return false
    }
    let isMark = ["[[", "[^", "[ ]", "[x]", "[X]"].contains { FieldText.has($0, html, place) }
    let isNamed =
      html[place...].firstIndex(of: "]").map { end in
        end + 1 < html.count && ["(", "[", ":"].contains(html[end + 1])
      } ?? false
    if isMark || isNamed || result.last == "!" { result.append("\\") }
    result.append("[")
    place += 1
    return true
  }

  private mutating func writeEntity() -> Bool {
    for (entity, text) in [
      ("&lt;", "\\<"), ("&gt;", "\\>"), ("&nbsp;", "&nbsp;"), ("&amp;", "&"),
      ("&#x27;", "\\'"), ("&quot;", "\\\""),
    ]
    where FieldText.has(entity, html, place) {
      let end = place + entity.unicodeScalars.count
      if text == "&" {
        // `&amp;lt;` shows `&lt;`, which Markdown would take for a sign.
        guard !FieldText.beginsEntity(["&"] + html[end...].prefix(40), 0) else { return false }
      }
      result.append(contentsOf: text.unicodeScalars)
      place = end
      return true
    }
    return false
  }

  private mutating func writeTag() -> Bool {
    if FieldText.has("<br>", html, place) {
      place += 4
      guard !isEnd, !result.isEmpty, html[place] != "\n", !isBlank(html[place]) else {
        return false
      }
      result.append(contentsOf: "\\\n".unicodeScalars)
      isLineStart = true
      return true
    }
    if let tag = FieldText.plainTag(html, place) {
      result.append(contentsOf: tag.unicodeScalars)
      place += tag.unicodeScalars.count
      return true
    }
    for (letter, mark) in [("b", "**"), ("i", "*")] {
      if FieldText.has("<\(letter)>", html, place) {
        guard open == nil, place + 3 < html.count, FieldText.isWord(html[place + 3]),
          result.last.map({ FieldText.isWord($0) || isBlank($0) || $0 == "\n" }) ?? true
        else { return false }
        open = letter.unicodeScalars.first
        result.append(contentsOf: mark.unicodeScalars)
        place += 3
        return true
      }
      if FieldText.has("</\(letter)>", html, place) {
        let after = place + 4
        guard open == letter.unicodeScalars.first, let last = result.last,
          FieldText.isWord(last),
          after >= html.count || html[after] != "<" || FieldText.has("<br>", html, after)
        else { return false }
        open = nil
        result.append(contentsOf: mark.unicodeScalars)
        place = after
        return true
      }
    }
    return false
  }
}
