import AnkiExchange

/// How the notes of a type of Anki are written.
enum NoteNotation: Hashable {
  /// `Q:` and `A:`; `typed` with the answer typed in.
  case basic(isTyped: Bool)
  /// `T:` and `D:`.
  case term(isTyped: Bool)
  /// `C:`, with an `A:` for a second field.
  case cloze(isTyped: Bool)
  /// `N:`.
  case typed

  /// The notation that makes the same cards from a note type; told by its templates, since a type
  /// of any name may be a plain one.
  init(_ type: AnkiNoteType) {
    self = .typed
    let fields = type.fields.map(\.name)
    let sides = type.templates.map { (Self.squeezed($0.question), Self.squeezed($0.answer)) }
    switch type.kind {
    case .cloze:
      guard sides.count == 1, (1...2).contains(fields.count) else { return }
      let text = "{{cloze:\(Self.squeezed(fields[0]))}}"
      let typing = "{{type:cloze:\(Self.squeezed(fields[0]))}}"
      let extra = fields.count == 1 ? "" : "<br>{{\(Self.squeezed(fields[1]))}}"
      for asked in [text, text + typing] where sides[0] == (asked, asked + extra) {
        self = .cloze(isTyped: asked != text)
      }
    case .normal:
      guard fields.count == 2 else { return }
      let (front, back) = ("{{\(Self.squeezed(fields[0]))}}", "{{\(Self.squeezed(fields[1]))}}")
      let typing = "{{type:\(Self.squeezed(fields[1]))}}"
      func isPlain(_ side: (String, String), _ front: String, _ back: String) -> Bool {
        side.0 == front && side.1 == "{{FrontSide}}<hrid=answer>\(back)"
      }
      func isTyping(_ side: (String, String), _ front: String, _ typing: String) -> Bool {
        side.0 == front + typing && side.1 == "\(front)<hrid=answer>\(typing)"
      }
      if sides.count == 1, isPlain(sides[0], front, back) {
        self = .basic(isTyped: false)
      } else if sides.count == 1, isTyping(sides[0], front, typing) {
        self = .basic(isTyped: true)
      } else if sides.count == 2, isPlain(sides[0], front, back), isPlain(sides[1], back, front) {
        self = .term(isTyped: false)
      } else if sides.count == 2, isTyping(sides[0], front, typing),
        isTyping(sides[1], back, "{{type:\(Self.squeezed(fields[0]))}}")
      {
        self = .term(isTyped: true)
      }
    }
  }

  /// Without white space and quotes.
  private static func squeezed(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { ![" ", "\n", "\r", "\t", "\"", "'"].contains($0) }))
  }
}
