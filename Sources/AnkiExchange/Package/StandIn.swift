/// The collection that programs too old for a package show instead: one note that says so.
enum StandIn {
  static func collection(nowMilliseconds: Int64) -> AnkiCollection {
    var collection = AnkiCollection()
    collection.created = nowMilliseconds / 1000
    let id = max(1, nowMilliseconds)
    var type = AnkiNoteType(
      id: 1_700_000_000_001, name: "Basic",
      fields: [AnkiField(name: "Front"), AnkiField(name: "Back")],
      templates: [
        AnkiTemplate(
          name: "Card 1", question: "{{Front}}",
          answer: "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}")
      ])
    type.modified = nowMilliseconds / 1000
    type.stock = AnkiNoteType.Stock.basic
    collection.noteTypes = [type]
    let text = "This package needs a newer version of Anki. Please update, then import it again."
    collection.notes = [
      AnkiNote(
        id: id, guid: "deckle-stand-in", noteTypeID: type.id, modified: nowMilliseconds / 1000,
        tags: [], fields: [text, ""])
    ]
    var card = AnkiCard(id: id, noteID: id, deckID: AnkiDeck.defaultID, ordinal: 0)
    card.modified = nowMilliseconds / 1000
    collection.cards = [card]
    return collection
  }
}
