import AnkiExchange
import DeckFormat
import StudyDomain

/// The note types of what was made here, alike to those that every collection of Anki has.
enum StockType: String, CaseIterable {
  case basic, typed, reversed, reversedTyped, cloze, clozeTyped

  /// The type that asks a note in the same way; nil for a note with fields of its own.
  init?(_ content: NoteContent) {
    self.init(form: content.form, isTyped: content.ask == .type)
  }

  init?(form: NoteForm, isTyped: Bool) {
    switch form {
    case .basic, .pair, .question: self = isTyped ? .typed : .basic
    case .term, .reversiblePair, .reversibleQuestion: self = isTyped ? .reversedTyped : .reversed
    case .cloze, .highlight: self = isTyped ? .clozeTyped : .cloze
    case .note: return nil
    }
  }

  /// The type that goes out under a name; nil for any other name.
  init?(exportedAs name: String) {
    guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = type
  }

  /// True for types that an export made, the stock ones and others, until Anki changes their looks.
  static func isMadeHere(_ type: AnkiNoteType) -> Bool {
    type.css == css || type.css == css + clozeCSS
  }

  /// True when a type of Anki makes the same cards.
  func matches(_ type: AnkiNoteType) -> Bool {
    switch (self, NoteNotation(type)) {
    case (.basic, .basic(isTyped: false)), (.typed, .basic(isTyped: true)),
      (.reversed, .term(isTyped: false)), (.reversedTyped, .term(isTyped: true)),
      (.cloze, .cloze(isTyped: false)), (.clozeTyped, .cloze(isTyped: true)):
      true
    default: false
    }
  }

  /// One of Anki's own that is known already, so that people find what they expect.
  func known(in types: [Int64: AnkiNoteType]) -> AnkiNoteType? {
    types.values.filter { $0.fields.count == 2 && isPlain($0) && matches($0) }
      .min { $0.id < $1.id }
  }

  private func isPlain(_ type: AnkiNoteType) -> Bool {
    switch self {
    case .basic: type.stock == AnkiNoteType.Stock.basic || type.name == "Basic"
    case .typed: type.stock == AnkiNoteType.Stock.typing
    case .reversed: type.stock == AnkiNoteType.Stock.basicAndReversed
    case .cloze: type.stock == AnkiNoteType.Stock.cloze || type.name == "Cloze"
    case .reversedTyped, .clozeTyped: false
    }
  }

  /// The type as it goes out, always with the same id.
  var type: AnkiNoteType {
    let isCloze = self == .cloze || self == .clozeTyped
    var type = AnkiNoteType(
      id: id, name: name, kind: isCloze ? .cloze : .normal,
      fields: (isCloze ? ["Text", "Extra"] : ["Front", "Back"]).map { AnkiField(name: $0) },
      templates: sides.enumerated().map { index, side in
        AnkiTemplate(
          name: isCloze ? "Cloze" : "Card \(index + 1)", question: side.question,
          answer: side.answer)
      })
    type.modified = Self.modified
    type.css = isCloze ? Self.css + Self.clozeCSS : Self.css
    type.stock = stock
    return type
  }

  var id: Int64 {
    let place = StockType.allCases.firstIndex(of: self) ?? 0
    return 1_700_000_000_000 + Int64(place)
  }

  private var name: String {
    switch self {
    case .basic: "Basic (deckle)"
    case .typed: "Basic, typed (deckle)"
    case .reversed: "Basic and reversed (deckle)"
    case .reversedTyped: "Basic and reversed, typed (deckle)"
    case .cloze: "Cloze (deckle)"
    case .clozeTyped: "Cloze, typed (deckle)"
    }
  }

  /// The name of Anki's own type with the same fields and cards; nil where Anki has none.
  var ankiName: String? {
    switch self {
    case .basic: "Basic"
    case .typed: "Basic (type in the answer)"
    case .reversed: "Basic (and reversed card)"
    case .cloze: "Cloze"
    case .reversedTyped, .clozeTyped: nil
    }
  }

  private var stock: Int64 {
    switch self {
    case .basic: AnkiNoteType.Stock.basic
    case .typed: AnkiNoteType.Stock.typing
    case .reversed: AnkiNoteType.Stock.basicAndReversed
    case .cloze, .clozeTyped: AnkiNoteType.Stock.cloze
    case .reversedTyped: 0
    }
  }

  private var sides: [(question: String, answer: String)] {
    func flip(_ front: String, _ back: String) -> (String, String) {
      ("{{\(front)}}", "{{FrontSide}}\n\n<hr id=answer>\n\n{{\(back)}}")
    }
    func typed(_ front: String, _ back: String) -> (String, String) {
      (
        "{{\(front)}}\n\n{{type:\(back)}}",
        "{{\(front)}}\n\n<hr id=answer>\n\n{{type:\(back)}}"
      )
    }
    return switch self {
    case .basic: [flip("Front", "Back")]
    case .typed: [typed("Front", "Back")]
    case .reversed: [flip("Front", "Back"), flip("Back", "Front")]
    case .reversedTyped: [typed("Front", "Back"), typed("Back", "Front")]
    case .cloze: [("{{cloze:Text}}", "{{cloze:Text}}<br>\n{{Extra}}")]
    case .clozeTyped:
      [
        (
          "{{cloze:Text}}\n\n{{type:cloze:Text}}",
          "{{cloze:Text}}\n\n{{type:cloze:Text}}<br>\n{{Extra}}"
        )
      ]
    }
  }

  /// Seconds; of these templates.
  static let modified: Int64 = 1_764_000_000

  static let css = """
    .card { font-family: sans-serif; font-size: 20px; text-align: center; }
    ul, ol, pre, blockquote { display: inline-block; text-align: left; }
    table { margin: auto; border-collapse: collapse; }
    th, td { border: 1px solid; padding: 2px 8px; }

    """

  static let clozeCSS = """
    .cloze { font-weight: bold; color: #06c; }

    """
}
