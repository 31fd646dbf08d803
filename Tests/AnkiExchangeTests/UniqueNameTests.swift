import TestSupport
import Testing

@testable import AnkiExchange

@Suite struct UniqueNameTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    arguments: [
      (["Cloze", "cloze"], ["Cloze", "cloze_"]),
      (["a", "A", "a_"], ["a", "A__", "a_"]),
      (["straße", "STRASSE", "Strasse"], ["straße", "STRASSE_", "Strasse__"]),
      (["é", "e\u{301}", "É"], ["é", "e\u{301}_", "É__"]),
      (["same", "same"], ["same", "same_"]),
      (["one", "two"], ["one", "two"]),
    ]
  ) func `of names that are one for Anki the first stays`(names: [String], expected: [String]) {
    var collection = AnkiCollection()
    collection.noteTypes = names.enumerated().map {
      AnkiNoteType(id: Int64($0.offset), name: $0.element, fields: [], templates: [])
    }
    collection.decks = names.enumerated().map { AnkiDeck(id: Int64($0.offset), name: $0.element) }
    collection.makeNamesUnique()
    #expect(collection.noteTypes.map { Array($0.name.utf8) } == expected.map { Array($0.utf8) })
    #expect(collection.decks.map { Array($0.name.utf8) } == expected.map { Array($0.utf8) })
    let once = collection
    collection.makeNamesUnique()
    #expect(collection == once)
  }

  @Test func `a type that is known keeps its name`() {
    var collection = AnkiCollection()
    collection.noteTypes = ["Word", "word", "WORD"].enumerated().map {
      AnkiNoteType(id: Int64($0.offset), name: $0.element, fields: [], templates: [])
    }
    collection.makeNamesUnique(keeping: [1])
    #expect(collection.noteTypes.map(\.name) == ["Word_", "word", "WORD__"])
  }

  @Test func `templates follow the fields that get other names`() {
    var type = AnkiNoteType(
      id: 1, name: "T", fields: ["Front", "front", "Back", "Back"].map { AnkiField(name: $0) },
      templates: [
        AnkiTemplate(
          name: "Card", question: "{{Front}} {{#front}}{{text:front}}{{/front}} front",
          answer: "{{ cloze:front }}{{^ front}}{{{front}}}{{Back}}{{front "),
        AnkiTemplate(name: "card", question: "{{=<% %>=}}<%front%>{{front}}", answer: ""),
      ])
    type.templates[0].browserQuestion = "{{hint:front}}"
    var collection = AnkiCollection()
    collection.noteTypes = [type]
    collection.makeNamesUnique()
    let made = collection.noteTypes[0]
    #expect(made.fields.map(\.name) == ["Front", "front+", "Back", "Back+"])
    #expect(made.templates.map(\.name) == ["Card", "card+"])
    #expect(
      made.templates[0].question == "{{Front}} {{#front+}}{{text:front+}}{{/front+}} front")
    #expect(
      made.templates[0].answer == "{{ cloze:front+ }}{{^ front+}}{{{front+}}}{{Back}}{{front ")
    #expect(made.templates[0].browserQuestion == "{{hint:front+}}")
    #expect(made.templates[1].question == "{{=<% %>=}}<%front+%>{{front}}")
  }

  /// Presets alone may be called alike.
  @Test(arguments: [false, true])
  func `both layouts hold the same names`(isWhole: Bool) throws {
    var collection = AnkiCollection()
    collection.noteTypes = ["Cloze", "cloze"].enumerated().map { place, name in
      AnkiNoteType(
        id: Int64(10 + place), name: name, fields: ["A", "a"].map { AnkiField(name: $0) },
        templates: ["C", "c"].map { AnkiTemplate(name: $0, question: "{{a}}", answer: "{{A}}") })
    }
    collection.decks = ["Österreich", "ÖSTERREICH"].enumerated().map {
      AnkiDeck(id: Int64(20 + $0.offset), name: $0.element)
    }
    collection.presets = ["P", "p"].enumerated().map {
      AnkiPreset(id: Int64(30 + $0.offset), name: $0.element)
    }
    collection.tags = [AnkiTag(name: "Tag"), AnkiTag(name: "tag")]
    collection.notes = [
      AnkiNote(
        id: 40, guid: "g", noteTypeID: 11, modified: 1, tags: ["tag", "TAG", "x"],
        fields: ["1", "2"])
    ]
    var read: [AnkiCollection] = []
    for generation in [AnkiPackageWriter.Generation.legacy2, .latest] {
      let path = "\(folder.path)/\(generation).\(isWhole ? "colpkg" : "apkg")"
      try AnkiPackageWriter(
        generation: generation, isWholeCollection: isWhole, scratchFolder: folder.path,
        nowMilliseconds: 1_764_000_000_000
      ).write(collection, media: [], to: path)
      read.append(try AnkiPackage.open(path, scratchFolder: folder.path).collection())
    }
    for one in read {
      #expect(one.repairs == [])
      #expect(one.noteTypes.map(\.name) == ["Cloze", "cloze_"])
      #expect(one.noteTypes.map { $0.fields.map(\.name) } == [["A", "a+"], ["A", "a+"]])
      #expect(one.noteTypes.map { $0.templates.map(\.name) } == [["C", "c+"], ["C", "c+"]])
      #expect(one.noteTypes[0].templates[0].question == "{{a+}}")
      #expect(one.decks.map(\.name) == ["Default", "Österreich", "ÖSTERREICH_"])
      #expect(one.presets.map(\.name) == ["Default", "P", "p"])
      #expect(one.tags.map(\.name) == ["Tag", "x"])
    }
  }
}
