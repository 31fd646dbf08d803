import Testing

@testable import AnkiExchange

@Suite struct TextMappingTests {
  private func mapping(
    _ text: String, types: [TextNoteType] = TextNoteType.stock, type: TextNoteType? = nil
  ) throws -> TextMapping {
    TextMapping(
      finding: try TextTable(reading: Array(text.utf8), path: "x"), noteTypes: types,
      noteType: type)
  }

  @Test func `columns of a heading are taken by their names, and the others are told`() throws {
    let mapping = try mapping("expression,reading,meaning,tags,guid\na,b,c,t u,g\n")
    #expect(mapping.roles == [.field(0), .ignored, .field(1), .tags, .guid])
    #expect(mapping.unusedColumns == [1])
    #expect(mapping.noteType.name == "Basic")
  }

  @Test func `sixteen columns with tags last have their tags by name`() throws {
    let names = (1...14).map { "extra \($0)" }
    let head = (["front", "back"] + names.dropLast() + ["tags"]).joined(separator: ",")
    let row = (1...15).map { "v\($0)" }.joined(separator: ",") + ",x y"
    let mapping = try mapping("\(head)\n\(row)\n")
    #expect(mapping.roles.prefix(2) == [.field(0), .field(1)])
    #expect(mapping.roles.last == .tags)
  }

  @Test func `with a note type column every row has the other columns in order`() throws {
    let text = "#separator:tab\n#notetype column:2\n#tags column:5\na\tBasic\tb\tc\td\n"
    let mapping = try mapping(text)
    #expect(mapping.roles == [.field(0), .noteType, .field(1), .field(2), .tags])
    let table = try TextTable(reading: Array(text.utf8), path: "x")
    let row = mapping.row(0, of: table, fieldCount: 2)
    #expect(row.fields == ["a", "b"])
    #expect(row.noteType == "Basic")
    #expect(row.tags == ["d"])
  }

  @Test func `a third column holds tags in files of Anki only`() throws {
    #expect(try mapping("a\tb\tc\nd\te\tf\n").roles == [.field(0), .field(1), .ignored])
    #expect(try mapping("#html:false\na\tb\tc\n").roles == [.field(0), .field(1), .tags])
  }

  @Test func `gaps make clozes, and a type of its own is found by its names`() throws {
    #expect(try mapping("a {{c1::b}}\tc\n{{c2::d}}\te\n").noteType.name == "Cloze")
    let table = try TextTable(reading: Array("a {{c1::b}}\tc\nd\te\n".utf8), path: "")
    let mixed = TextMapping(finding: table)
    #expect((0..<2).map { mixed.noteType(ofRow: $0, in: table).name } == ["Cloze", "Basic"])
    let word = TextNoteType(name: "Word", fields: ["Kanji", "Reading", "Meaning"])
    let found = try mapping(
      "kanji,meaning,reading\na,b,c\n", types: TextNoteType.stock + [word])
    #expect(found.noteType == word)
    #expect(found.roles == [.field(0), .field(2), .field(1)])
  }

  @Test func `columns can be named by a person`() throws {
    var mapping = try mapping("a\tb\tc\td\n")
    try mapping.setColumns(["tags", "-", "Front", "back"])
    #expect(mapping.roles == [.tags, .ignored, .field(0), .field(1)])
    #expect(throws: TextMapping.ChangeError.twice(name: "front")) {
      try mapping.setColumns(["front", "front"])
    }
    #expect(throws: TextMapping.ChangeError.noFirstField("Front")) {
      try mapping.setColumns(["back"])
    }
    #expect(
      throws: TextMapping.ChangeError.unknown(name: "side", fields: ["Front", "Back"])
    ) { try mapping.setColumns(["front", "side"]) }
  }
}
