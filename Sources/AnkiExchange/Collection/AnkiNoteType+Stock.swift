extension AnkiNoteType {
  /// The note types that every collection of Anki begins with, image occlusion aside.
  ///
  /// Their ids are our own and never change.
  public static let stockTypes: [AnkiNoteType] = {
    let line = "{{FrontSide}}\n\n<hr id=answer>\n\n"
    let (front, back) = (AnkiField(name: "Front"), AnkiField(name: "Back"))
    let forward = AnkiTemplate(
      name: "Card 1", question: "{{Front}}", answer: "\(line){{Back}}")
    func reverse(_ question: String) -> AnkiTemplate {
      AnkiTemplate(name: "Card 2", question: question, answer: "\(line){{Front}}")
    }
    return [
      stock(Stock.basic, "Basic", [front, back], [forward]),
      stock(
        Stock.basicAndReversed, "Basic (and reversed card)", [front, back],
        [forward, reverse("{{Back}}")]),
      stock(
        Stock.optionalReversed, "Basic (optional reversed card)",
        [front, back, AnkiField(name: "Add Reverse")],
        [forward, reverse("{{#Add Reverse}}{{Back}}{{/Add Reverse}}")]),
      stock(
        Stock.typing, "Basic (type in the answer)", [front, back],
        [
          AnkiTemplate(
            name: "Card 1", question: "{{Front}}\n\n{{type:Back}}",
            answer: "{{Front}}\n\n<hr id=answer>\n\n{{type:Back}}")
        ]),
      stock(
        Stock.cloze, "Cloze", [AnkiField(name: "Text"), AnkiField(name: "Back Extra")],
        [
          AnkiTemplate(
            name: "Cloze", question: "{{cloze:Text}}",
            answer: "{{cloze:Text}}<br>\n{{Back Extra}}")
        ], .cloze),
    ]
  }()

  private static func stock(
    _ number: Int64, _ name: String, _ fields: [AnkiField], _ templates: [AnkiTemplate],
    _ kind: Kind = .normal
  ) -> AnkiNoteType {
    var type = AnkiNoteType(
      id: 1_600_000_000_000 + number, name: name, kind: kind, fields: fields, templates: templates)
    type.stock = number
    type.css =
      ".card { font-family: arial; font-size: 20px; text-align: center; }\n"
      + (kind == .cloze ? ".cloze { font-weight: bold; color: blue; }\n" : "")
    return type
  }
}
