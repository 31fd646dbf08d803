import Testing

@testable import AnkiExchange

@Suite struct AnkiNoteTests {
  @Test func `tags are made unique and sorted`() {
    let note = AnkiNote(
      id: 1, guid: "g", noteTypeID: 1, modified: 0, tags: ["b", "A", "a", ""], fields: ["x", ""])
    #expect(note.joinedTags == " A b ")
    #expect(note.tags == ["A", "b"])
    #expect(note.fields == ["x", ""])
  }
}
