import AnkiExchange
import DeckFormat
import Markup
import StudyDomain

/// Writes the fields of notes as HTML, their files under the names by which they go.
struct NoteFields: Sendable {
  var media: ExportMedia
  /// While other threads write fields too, nobody is asked for files.
  var skipsFiles = false
  private var hasSkipped = false
  /// The note's fields as an import brought them, where they are still that; for each, in order.
  var exact: [String?] = []
  private var namesOfType: [Int64: [String]] = [:]
  private var matches: [Int64: [StockType: Bool]] = [:]

  init(media: ExportMedia) {
    self.media = media
  }

  /// True when files were left out since the last call, and what was written is of no use.
  mutating func takeSkipped() -> Bool {
    defer { hasSkipped = false }
    return hasSkipped
  }

  private mutating func name(of source: String, in folder: String, isMarkdown: Bool) -> String {
    guard !skipsFiles else {
      hasSkipped = true
      return source
    }
    return media.name(of: source, in: folder, isMarkdown: isMarkdown)
  }

  /// The fields of a note that Anki knows in that shape; nil when its text does not fit it.
  mutating func fields(
    of content: NoteContent, as type: AnkiNoteType, in folder: String
  ) -> [String]? {
    guard content.form != .note else {
      let names = namesOfType[type.id] ?? SafeText.fieldNames(type.fields.map(\.name))
      namesOfType[type.id] = names
      guard content.fields.allSatisfy({ names.contains($0.name) }) else { return nil }
      return names.map { name in
        content.fields.firstIndex { $0.name == name }
          .map { html(content.fields[$0], at: $0, folder) } ?? ""
      }
    }
    guard let stock = StockType(content), isAlike(stock, type) else { return nil }
    return filled(stockFields(of: content, folder), to: type.fields.count)
  }

  /// The fields in the shape of one of our own types.
  mutating func fields(of content: NoteContent, asOwn type: AnkiNoteType, in folder: String)
    -> [String]
  {
    guard content.form == .note else {
      return filled(stockFields(of: content, folder), to: type.fields.count)
    }
    return type.fields.map { field in
      content.fields.firstIndex { TypedTypes.fieldName($0.name) == field.name }
        .map { html(content.fields[$0], at: $0, folder) } ?? ""
    }
  }

  private mutating func isAlike(_ stock: StockType, _ type: AnkiNoteType) -> Bool {
    if let known = matches[type.id]?[stock] { return known }
    let isAlike = stock.matches(type)
    matches[type.id, default: [:]][stock] = isAlike
    return isAlike
  }

  private func filled(_ fields: [String], to count: Int) -> [String] {
    fields + Array(repeating: "", count: max(0, count - fields.count))
  }

  private mutating func stockFields(of content: NoteContent, _ folder: String) -> [String] {
    if let cloze = clozeText(content, folder) {
      return [cloze]
        + content.fields.indices.dropFirst().prefix(1)
        .map { html(content.fields[$0], at: $0, folder) }
    }
    var fields = content.fields
    if content.ask == .choice, fields.count == 2, !fields[1].isHTML {
      // Who is asked must see what there is to choose from.
      let list = ChoiceList.unticked(fields[1].value)
      if !list.isEmpty {
        fields[0].value += "\n\n" + list
        if !exact.isEmpty { exact[0] = FieldText.exactHTML(ofMarkdown: fields[0].value) }
      }
    }
    return fields.indices.prefix(2).map { html(fields[$0], at: $0, folder) }
  }

  /// The text of a cloze with numbered deletions; nil for other notes.
  private mutating func clozeText(_ content: NoteContent, _ folder: String) -> String? {
    guard let field = content.fields.first, let source = content.clozeSource else { return nil }
    let isNumbered = content.form == .cloze && field.value.contains("{{c")
    if isNumbered, field.isHTML { return renamed(field.value, folder) }
    if isNumbered, let exact = exact.first ?? nil { return renamed(exact, folder) }
    let gaps = source.deletions.map { gap in
      (
        open: "{{c\(gap.numbers.map(String.init).joined(separator: ","))::",
        close: (gap.hint.map { "::\($0)" } ?? "") + "}}"
      )
    }
    if field.isHTML {
      var text = source.text
      var place = 0
      var open: [Int] = []
      var html = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case ClozeMark.open:
          html += gaps[place].open
          open.append(place)
          place += 1
        case ClozeMark.close: html += open.popLast().map { gaps[$0].close } ?? ""
        default: html.unicodeScalars.append(scalar)
        }
      }
      text = html
      return renamed(text, folder)
    }
    return converted(source.text, gaps: gaps, folder)
  }

  private mutating func html(
    _ field: NoteContent.Field, at place: Int, _ folder: String
  ) -> String {
    if field.isHTML { return renamed(field.value, folder) }
    if place < exact.count, let exact = exact[place] { return renamed(exact, folder) }
    return converted(field.value, folder)
  }

  private mutating func converted(
    _ markdown: String, gaps: [(open: String, close: String)] = [], _ folder: String
  ) -> String {
    var own = self
    let fragment = MarkdownHTML.fragment(of: markdown, gaps: gaps) {
      own.name(of: $0, in: folder, isMarkdown: true)
    }
    (media, hasSkipped) = (own.media, own.hasSkipped)
    // Raw HTML in it may name further files; names that are right already stay.
    guard fragment.html.contains("<") else { return fragment.html }
    let known = Set(fragment.files.map { name(of: $0, in: folder, isMarkdown: true) })
    return renamed(fragment.html, folder, except: known, isMarkdown: true)
  }

  private mutating func renamed(
    _ html: String, _ folder: String, except known: Set<String> = [], isMarkdown: Bool = false
  ) -> String {
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "[") }) else {
      return html
    }
    var names: [String: String] = [:]
    for name in AnkiMedia.names(in: html) where !known.contains(name) {
      let other = self.name(of: name, in: folder, isMarkdown: isMarkdown)
      if other != name { names[name] = other }
    }
    return names.isEmpty ? html : AnkiMedia.renaming(names, in: html)
  }
}

/// The list of a multiple-choice answer.
enum ChoiceList {
  /// Its items without their ticks.
  static func unticked(_ answer: String) -> String {
    var lines: [String] = []
    for line in answer.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let box = Self.box(line) else {
        if lines.isEmpty || line.first == " " { continue }
        break
      }
      lines.append(String(line[..<box]) + "[ ]" + line[line.index(box, offsetBy: 3)...])
    }
    return lines.joined(separator: "\n")
  }

  /// Where the box of a task begins.
  private static func box(_ line: Substring) -> Substring.Index? {
    var rest = line.drop { $0 == " " || $0.isNumber }
    guard let mark = rest.popFirst(), "-*+.)".contains(mark) else { return nil }
    rest = rest.drop { $0 == " " }
    guard ["[ ]", "[x]", "[X]"].contains(where: { rest.hasPrefix($0) }) else { return nil }
    return rest.startIndex
  }
}
