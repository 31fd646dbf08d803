import AnkiExchange
import DeckFormat

/// The rows of an export as text.
@MainActor struct TextRows {
  private let collection: AnkiCollection
  private let order: [Int64]
  private let types: [Int64: AnkiNoteType]
  private let decks: [Int64: String]
  /// By note, in the order of their numbers.
  private let cards: [Int64: [AnkiCard]]
  private let places: [Int64: Int]
  /// What brings the notes back as they are; nil where the file is to have fields alone.
  var notation: TextNotation?

  init(_ export: PackageExport) {
    collection = export.collection
    order = export.libraryOrder
    types = export.textTypes
    decks = Dictionary(
      collection.decks.map { ($0.id, $0.name) }, uniquingKeysWith: { one, _ in one })
    cards = Dictionary(grouping: collection.cards, by: \.noteID)
      .mapValues { $0.sorted { $0.ordinal < $1.ordinal } }
    places = Dictionary(
      collection.notes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { one, _ in one })
  }

  private var notes: some Sequence<(AnkiNote, AnkiNoteType)> {
    order.lazy.compactMap { id in
      places[id].flatMap { place in
        let note = collection.notes[place]
        return types[note.noteTypeID].map { (note, $0) }
      }
    }
  }

  func writeNotes(
    _ text: AnkiTextExport, hasDetails: Bool, to file: inout ExportFile
  ) throws {
    let count = notes.map { $0.1.fields.count }.max() ?? 0
    try file.write(
      text.noteHeader(
        fieldCount: count, hasDetails: hasDetails,
        notation: notation.map { (!$0.blocks.isEmpty, $0.noteTypes) }))
    for (note, type) in notes {
      var values = note.fields.map { text.value($0) }
      values += Array(repeating: "", count: max(0, count - values.count))
      if hasDetails {
        let deck = cards[note.id]?.first.flatMap { decks[$0.deckID] } ?? "Default"
        values = [note.guid, type.name, deck] + values + [note.tags.joined(separator: " ")]
        if let notation, !notation.blocks.isEmpty { values.append(notation.blocks[note.id] ?? "") }
      }
      var row: [UInt8] = []
      text.write(values, to: &row)
      try file.write(row)
    }
  }

  func writeCards(_ text: AnkiTextExport, to file: inout ExportFile) throws {
    try file.write(text.cardHeader)
    for (note, type) in notes {
      for card in cards[note.id] ?? [] {
        guard let sides = sides(of: card, note, type) else { continue }
        var row: [UInt8] = []
        text.write(
          [
            text.value(sides.question), text.value(AnkiTextExport.withoutQuestion(sides.answer)),
          ], to: &row)
        try file.write(row)
      }
    }
  }

  /// Nil for a card that shows nothing, or whose template is broken.
  private func sides(
    of card: AnkiCard, _ note: AnkiNote, _ type: AnkiNoteType
  ) -> (question: String, answer: String)? {
    let index = type.kind == .cloze ? 0 : card.ordinal
    guard type.templates.indices.contains(index) else { return nil }
    let template = type.templates[index]
    let rendered = TemplateCard(
      noteType: type.name, isCloze: type.kind == .cloze,
      fields: zip(type.fields, note.fields).map { .init($0.name, $1) }, tags: note.tags,
      deck: decks[card.homeDeckID] ?? "Default", templateName: template.name,
      question: template.question, answer: template.answer, ordinal: card.ordinal,
      flag: card.flag, cardID: card.id
    ).rendered()
    guard case .sides(let question, let answer) = rendered else { return nil }
    return (question.html, answer.html)
  }
}

extension PackageExport {
  /// The types as a text names them: it brings none along, so that those of ours which every
  /// collection of Anki has go by Anki's names.
  var textTypes: [Int64: AnkiNoteType] {
    var types = Dictionary(
      collection.noteTypes.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    let own = index.library.settings.noteTypes[".deckle"]
    for stock in StockType.allCases {
      guard let name = stock.ankiName, own?[name] == nil else { continue }
      types[stock.id]?.name = name
    }
    return types
  }
}
