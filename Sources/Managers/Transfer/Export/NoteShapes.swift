import AnkiExchange
import DeckFormat
import StudyDomain

/// Gives notes their note types in Anki, and their fields in that shape.
struct NoteShapes: Sendable {
  let known: KnownNotes
  var fields: NoteFields
  /// Types of our own, which all notes of the export make together; nil until one needs them.
  var typed: TypedTypes?
  /// Types of Anki that notes made here get, by what they ask.
  private var stockTypes: [StockType: AnkiNoteType] = [:]
  /// Types that came from Anki, by our names of them.
  private var typesOfName: [String: AnkiNoteType] = [:]

  init(known: KnownNotes, fields: NoteFields) {
    self.known = known
    self.fields = fields
    for (id, name) in known.ledger.typeNames.sorted(by: { $0.key < $1.key }) {
      // The first of a name counts, also where its type is not known any more.
      guard typesOfName[name] == nil, !names.contains(name) else { continue }
      names.insert(name)
      typesOfName[name] = known.types[id]
    }
  }

  private var names: Set<String> = []

  /// What becomes of a note.
  struct Shape: Sendable {
    var type: AnkiNoteType
    var fields: [String]
    /// Our name of a type of our own.
    var typeName: String?
  }

  /// Nil where types of our own are needed first, or files while they are not asked for.
  mutating func shape(
    of text: ExportText, _ remembered: ImportLedger.Note?, folder: String
  ) -> Shape? {
    fields.exact = text.exact
    let shape = anyShape(of: text.content, remembered, folder: folder)
    return fields.takeSkipped() ? nil : shape
  }

  private mutating func anyShape(
    of content: NoteContent, _ remembered: ImportLedger.Note?, folder: String
  ) -> Shape? {
    if let type = remembered.flatMap({ known.types[$0.typeID] }),
      let values = fields.fields(of: content, as: type, in: folder)
    {
      return Shape(type: type, fields: values)
    }
    if let stock = StockType(content) {
      let own = stockTypes[stock] ?? stock.known(in: known.types) ?? stock.type
      stockTypes[stock] = own
      return Shape(type: own, fields: fields.fields(of: content, asOwn: own, in: folder))
    }
    let name = content.typeName ?? ""
    // Notes of a type that came from Anki are of that type, even when they were made here.
    if let type = typesOfName[name], let values = fields.fields(of: content, as: type, in: folder) {
      return Shape(type: type, fields: values)
    }
    guard let typed else { return nil }
    let own = typed.types[name] ?? StockType.basic.type
    return Shape(
      type: own, fields: fields.fields(of: content, asOwn: own, in: folder), typeName: name)
  }
}
