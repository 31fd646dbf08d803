import AnkiExchange
import DeckFormat
import StudyDomain

/// Reads notes for the terms of a query that no table answers: fields, types, templates.
@MainActor final class NoteTexts {
  private let library: DeckLibrary
  private var last: (note: Int, facts: Facts?)?
  private var lastTypes: (file: Int, types: NoteTypes)?

  init(library: DeckLibrary) {
    self.library = library
  }

  /// What a query may ask of a note's text.
  struct Facts {
    /// Names under which a field is found; a field of a note without a type may have several.
    var fields: [(names: [String], value: String)]
    /// Names under which its type is found.
    var typeNames: [String]
    /// By card: the place of its template, from 0, and its name.
    var templates: [(place: Int, name: String)]
  }

  /// Nil for a note that cannot be read now.
  func facts(ofNote note: Int) -> Facts? {
    if let last, last.note == note { return last.facts }
    // A note that cannot be read holds nothing.
    let facts = (try? library.content(ofNote: note)).map { Self.facts($0, types(ofNote: note)) }
    last = (note, facts)
    return facts
  }

  private func types(ofNote note: Int) -> NoteTypes {
    let file = Int(library.snapshot.notes[note].file)
    if let lastTypes, lastTypes.file == file { return lastTypes.types }
    let types = library.noteTypes(ofFile: file)
    lastTypes = (file, types)
    return types
  }

  private static func facts(_ content: NoteContent, _ types: NoteTypes) -> Facts {
    let names = content.fields.map { field in
      switch field.name {
      case "Extra" where content.form != .note: ["Extra", "Back Extra"]
      default: [field.name]
      }
    }
    var typeNames: [String]
    var templates: [(place: Int, name: String)]
    if let stock = StockType(content) {
      typeNames = [stock.askedName, stock.type.name]
      templates = content.cards.enumerated().map { place, card in
        let isCloze = content.form == .cloze || content.form == .highlight
        return isCloze
          ? (card.clozeNumber.map { $0 - 1 } ?? place, "Cloze") : (place, "Card \(place + 1)")
      }
    } else {
      let name = content.typeName ?? ""
      typeNames = [name]
      let known = types[name]?.templates.map(\.name) ?? []
      templates = content.cards.enumerated().map { place, card in
        let template = card.template.isEmpty ? "Card 1" : card.template
        return (
          card.clozeNumber.map { $0 - 1 } ?? known.firstIndex(of: template) ?? place, template
        )
      }
    }
    var fields = zip(names, content.fields).map { (names: $0, value: $1.value) }
    if content.fields.count == 1, content.form == .cloze || content.form == .highlight {
      fields.append((["Extra", "Back Extra"], ""))
    }
    return Facts(
      fields: fields, typeNames: typeNames,
      templates: templates)
  }
}

extension StockType {
  /// What Anki would call a type that asks in the same way.
  fileprivate var askedName: String {
    switch self {
    case .reversedTyped: "Basic (and reversed card, type in the answer)"
    case .clozeTyped: "Cloze"
    default: ankiName ?? type.name
    }
  }
}
