import AnkiExchange
import DeckFormat
import Markup
import StudyDomain

/// The note types of `N:` notes that did not come from Anki.
struct TypedTypes {
  /// By our name.
  private(set) var types: [String: AnkiNoteType] = [:]

  /// Makes the type of a name; `fields` are all that its notes have, in their order.
  mutating func add(_ name: String, _ noteType: NoteType?, fields: [String]) {
    guard types[name] == nil else { return }
    var names = noteType?.fields ?? []
    names += fields.filter { !names.contains($0) }
    if names.isEmpty { names = ["Front"] }
    let templates = noteType?.templates ?? []
    let isCloze = templates.first.map { $0.front.contains("{{cloze:") } ?? false
    var type = AnkiNoteType(
      id: 0, name: name, kind: isCloze ? .cloze : .normal,
      fields: names.map { AnkiField(name: Self.fieldName($0)) },
      templates: templates.isEmpty
        ? [Self.standard(names)] : templates.map { Self.template($0, isCloze: isCloze) })
    if isCloze { type.templates.removeLast(type.templates.count - 1) }
    type.css = StockType.css + (isCloze ? StockType.clozeCSS : "")
    type.modified = StockType.modified
    let shape = (type.fields.map(\.name) + type.templates.map(\.name)).joined(separator: "\u{1F}")
    var ids = DerivedIDs()
    type.id = ids.make("note type \(name)\u{1F}\(shape)")
    types[name] = type
  }

  /// Characters that Anki keeps for its templates give way.
  static func fieldName(_ name: String) -> String {
    var safe = String(name.map { ":\"{}".contains($0) ? "-" : $0 })
    while let first = safe.first, "#/^ ".contains(first) { safe.removeFirst() }
    return safe.isEmpty ? "Field" : safe
  }

  /// The first field in front, the others that are not empty at the back, each with its name.
  private static func standard(_ fields: [String]) -> AnkiTemplate {
    let names = fields.map(fieldName)
    let rest = names.dropFirst().map { "{{#\($0)}}<p>\($0): {{\($0)}}</p>{{/\($0)}}" }
    return AnkiTemplate(
      name: "Card 1", question: "{{\(names[0])}}",
      answer: "{{FrontSide}}\n\n<hr id=answer>\n\n" + rest.joined(separator: "\n"))
  }

  private static func template(_ template: NoteType.Template, isCloze: Bool) -> AnkiTemplate {
    let front = MarkdownHTML.fragment(of: template.front).html
    var back = MarkdownHTML.fragment(of: template.back).html
    // Our backs stand below their fronts.
    if !isCloze, !template.back.contains("{{FrontSide}}") {
      back = "{{FrontSide}}\n\n<hr id=answer>\n\n" + back
    }
    return AnkiTemplate(name: template.name, question: front, answer: back)
  }
}
