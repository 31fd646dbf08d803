import AnkiExchange
import DeckFormat
import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct TextImportTests {
  /// Imports a text under a name.
  private func bring(
    _ text: String, to desk: Desk, name: String = "words.csv", into deck: String? = nil,
    _ change: (inout TextOptions) -> Void = { _ in }
  ) async throws -> TransferReport {
    try desk.collection.folder.write(name, text)
    var options = TextOptions()
    change(&options)
    return try await desk.transfer.importFile(
      "\(desk.collection.folder.path)/\(name)",
      TransferOptions(into: deck.map { DeckName($0) }, text: options))
  }

  @Test func `E4 times and notes keep their colons in a file with commas`() async throws {
    let desk = try TestCollection().open()
    let report = try await bring("time,note\n9:00,wake up\n10:30,run\nx,a::b", to: desk)
    #expect(report.format == "comma-separated text, 2 columns, UTF-8")
    #expect(try desk.plainNotes().map(\.fields).contains(["9:00", "wake up"]))
    #expect(try desk.back(desk.card("x")) == "a::b")
  }

  @Test func `E7 two apostrophes are the answer`() async throws {
    let desk = try TestCollection().open()
    _ = try await bring("a\t''\nb\t'c'\n", to: desk)
    #expect(try desk.back(desk.card("a")) == "''")
    #expect(try desk.back(desk.card("b")) == "'c'")
  }

  @Test func `E8 lines, tabs and indentation in a field come through`() async throws {
    let desk = try TestCollection().open()
    let answer = "first\n\tsecond\n    third, \"quoted\"; <b>"
    let quoted = answer.replacingOccurrences(of: "\"", with: "\"\"")
    _ = try await bring("f,\"\(quoted)\"\ng,plain\n", to: desk) { $0.html = "no" }
    let notes = try desk.plainNotes()
    #expect(notes.count == 2)
    let field = try #require(notes.first { $0.fields[0] == "f" }?.fields[1])
    let back = field.replacingOccurrences(of: "<br>", with: "\n")
      .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
    #expect(back == answer)
    _ = try await bring("h\tone<br>two\ni\tplain\n", to: desk, name: "other.tsv")
    #expect(try desk.plainNotes().contains { $0.fields == ["h", "one<br>two"] })
  }

  @Test func `E3 a byte order mark is no part of a word`() async throws {
    let desk = try TestCollection().open()
    _ = try await bring("\u{FEFF}mesa;table\nsilla;chair\n", to: desk)
    #expect(
      try desk.plainNotes().map(\.fields).sorted { $0[0] < $1[0] }.first == ["mesa", "table"])
  }

  @Test func `E9 rows of two note types each have their own fields and tags`() async throws {
    let desk = try TestCollection().open()
    let report = try await bring(
      """
      #separator:tab
      #notetype column:1
      #tags column:5
      Basic\tf1\tb1\t\tt1
      Basic (optional reversed card)\tf2\tb2\ty\tt2
      Nothing\tf3\tb3\t\tt3
      """, to: desk)
    #expect(report.skipped.map(\.text) == ["line 6: f3"])
    let notes = try desk.plainNotes()
    #expect(notes.contains { $0.fields == ["f1", "b1"] && $0.tags == ["t1"] })
    #expect(notes.contains { $0.fields == ["f2", "b2", "y"] && $0.tags == ["t2"] })
    #expect(desk.cards.count == 3)
  }

  @Test func `E10 an import adds its tags to those that a note has`() async throws {
    let desk = try TestCollection(["words.md": "<!-- tags: x -->\nQ: mesa\nA: table\n"]).open()
    let report = try await bring("front,back,tags\nmesa,table,y\n", to: desk)
    #expect(report.updated == 1)
    #expect(report.new == 0)
    #expect(try desk.plainNotes().map(\.tags) == [["x", "y"]])
    #expect(try await bring("front,back,tags\nmesa,table,y\n", to: desk).unchanged == 1)
  }

  @Test func `E11 a report tells added, updated, unchanged, skipped, with reasons`() async throws {
    let desk = try TestCollection().open()
    _ = try await bring("a\tone\nb\ttwo\nc\tthree\n", to: desk)
    let report = try await bring("a\tone\nb\tTWO\nd\tfour\n\tnothing\n", to: desk)
    #expect(report.new == 1)
    #expect(report.updated == 1)
    #expect(report.unchanged == 1)
    #expect(report.skipped == [.init(text: "line 4: nothing", reason: "its first field is empty")])
    #expect(try desk.back(desk.card("b")) == "TWO")
  }

  @Test func `E12 the second import of a list adds nothing, and a new line adds one`() async throws
  {
    let collection = try TestCollection()
    let text = "mesa,table\nsilla,chair\n"
    #expect(try await bring(text, to: collection.open()).new == 2)
    let again = try await bring(text, to: collection.open())
    #expect(again.new == 0)
    #expect(again.unchanged == 2)
    #expect(again.ledger == nil)
    let more = try await bring(text + "puerta,door\n", to: collection.open())
    #expect(more.new == 1)
    #expect(more.unchanged == 2)
    #expect(try collection.open().cards.count == 3)
  }

  @Test func `an answer that changed keeps the card's history`() async throws {
    let desk = try TestCollection().open()
    _ = try await bring("mesa,tabel\nsilla,chair\n", to: desk)
    try desk.session.answer(card: desk.card("mesa"), .good, milliseconds: 10)
    #expect(try await bring("mesa,table\nsilla,chair\n", to: desk).updated == 1)
    #expect(try desk.state("mesa").reps == 1)
    #expect(try desk.back(desk.card("mesa")) == "table")
  }

  @Test func `rows with one first field are told apart, in any order`() async throws {
    let collection = try TestCollection()
    #expect(try await bring("bank,shore\nbank,money\n", to: collection.open()).new == 2)
    let desk = try collection.open()
    let again = try await bring("bank,money\nbank,shore\n", to: desk)
    #expect(again.unchanged == 2)
    #expect(again.updated == 0)
    let changed = try await bring("bank,money house\nbank,shore\n", to: desk)
    #expect(changed.updated == 1)
    #expect(
      try desk.plainNotes().map { $0.fields[1] }.sorted() == ["money house", "shore"])
  }

  @Test func `a note that was changed on both sides stays ours, with its line`() async throws {
    let collection = try TestCollection()
    _ = try await bring("mesa,table\nsilla,chair\n", to: collection.open())
    let path = "words.md"
    let text = try collection.folder.read("decks/\(path)")
    try collection.write(path, text.replacingOccurrences(of: "A: table", with: "A: a table"))
    let desk = try collection.open()
    #expect(try await bring("mesa,table\nsilla,chair\n", to: desk).unchanged == 2)
    let report = try await bring("silla,chair\nmesa,desk\n", to: desk)
    #expect(
      report.conflicting == [
        .init(text: "line 2: mesa", reason: "it changed in words.md too")
      ])
    #expect(try desk.back(desk.card("mesa")) == "a table")
  }

  @Test(
    arguments: [
      ("update", 0, 1, ["new"]), ("keep", 0, 0, ["old"]), ("both", 1, 0, ["new", "old"]),
    ])
  func `a person says what happens with notes that are here`(
    rule: String, new: Int, updated: Int, backs: [String]
  ) async throws {
    let desk = try TestCollection(["words.md": "Q: mesa\nA: old\n"]).open()
    let report = try await bring("mesa,new\n", to: desk) { $0.matches = rule }
    #expect(report.new == new)
    #expect(report.updated == updated)
    #expect(try desk.plainNotes().map { $0.fields[1] }.sorted() == backs)
  }

  @Test func `a field without a column stays as it is written here`() async throws {
    let desk = try TestCollection(["words.md": "Q: mesa\nA: a `table`\n"]).open()
    let report = try await bring("front,tags\nmesa,furniture\n", to: desk)
    #expect(report.updated == 1)
    #expect(try desk.collection.folder.read("decks/words.md").contains("A: a `table`"))
    #expect(try desk.library.content(ofNote: 0).tags == ["furniture"])
  }

  @Test func `a note of the person's own in a line of text is not rewritten`() async throws {
    let text = "Some words.\n\nmesa :: table\n"
    let desk = try TestCollection(["words.md": text]).open()
    #expect(try await bring("mesa,table\n", to: desk).unchanged == 1)
    let report = try await bring("mesa,desk\n", to: desk)
    #expect(report.conflicting.count == 1)
    #expect(try desk.collection.folder.read("decks/words.md") == text)
  }

  @Test func `a text that was taken out comes again`() async throws {
    let collection = try TestCollection()
    _ = try await bring("mesa,table\nsilla,chair\n", to: collection.open())
    try collection.write("words.md", "Q: silla\nA: chair\n")
    let report = try await bring("mesa,table\nsilla,chair\n", to: collection.open())
    #expect(report.new == 1)
    #expect(report.unchanged == 1)
  }

  @Test func `plain text shows as it was typed`() async throws {
    let desk = try TestCollection().open()
    let signs = [
      "*a* _b_ **c**", "# x", "1. one", "- two", "a < b > c & d &amp; e", "\\n", "[x](y)",
      "`code`", "![p](q)", "[[w]]", "~~s~~", "$5 and $6", "a | b", "don't \"say\"", "> q",
      "Q: x", "--- ", "<!-- c -->", "{{c}}", "::", "==h==", "+ p", "= e", "[^1]", "[ ] t",
    ]
    let text = signs.enumerated().map { "n\($0)\t\($1)" }.joined(separator: "\n") + "\n"
    let report = try await bring(text, to: desk, name: "signs.tsv") { $0.html = "no" }
    #expect(report.new == signs.count)
    let fields = try desk.plainNotes().map(\.fields)
    for (number, sign) in signs.enumerated() {
      let field = try #require(fields.first { $0[0] == "n\(number)" })[1]
      #expect(AnkiText.stripped(field) == sign.trimmingCharacters(in: .whitespaces), "\(field)")
    }
  }

  @Test func `rows go to the deck that is named, else to one of the file's name`() async throws {
    let desk = try TestCollection().open()
    _ = try await bring("a,b\nc,d\n", to: desk, name: "Vocabulario 1.csv")
    _ = try await bring("front,back,deck\ne,f,Sub\ng,h,\n", to: desk, name: "x.csv", into: "Top")
    let decks = try desk.plainNotes().map { "\($0.fields[0]) \($0.deck)" }.sorted()
    #expect(
      decks == ["a Vocabulario 1", "c Vocabulario 1", "e Top::Sub", "g Top"])
  }

  @Test func `a note type of the collection is used, and its notes are found again`() async throws {
    let types = """
      Word:
        fields: [Kanji, Reading, Meaning]
        cards:
          - name: Read
            front: "{{Kanji}}"
            back: "{{Reading}}: {{Meaning}}"

      """
    let desk = try TestCollection([".deckle/notetypes.yaml": types]).open()
    let text = "kanji,reading,meaning\n食べる,たべる,to eat\n飲む,のむ,to drink\n"
    #expect(try await bring(text, to: desk).new == 2)
    #expect(try desk.collection.folder.read("decks/words.md").contains("N: Word"))
    #expect(try desk.collection.folder.read("decks/.deckle/notetypes.yaml") == types)
    try FileManager.default.removeItem(atPath: "\(desk.collection.root)/.deckle/anki")
    #expect(try await bring(text, to: desk).unchanged == 2)
    let changed = text.replacingOccurrences(of: "to eat", with: "eat")
    #expect(try await bring(changed, to: desk).updated == 1)
  }

  @Test func `media beside the text come along, and none from elsewhere`() async throws {
    let desk = try TestCollection().open()
    let folder = desk.collection.folder
    try folder.write("a.png", "png")
    try folder.write("media/b.mp3", "mp3")
    try folder.write("secret.png", "no")
    let text =
      "1\t<img src=\"a.png\">[sound:b.mp3]\n2\t<img src=\"sub/../../secret.png\"><img src=\"c.png\">\n"
    let report = try await bring(text, to: desk, name: "m.tsv")
    #expect(report.media == 2)
    #expect(report.missingMedia == ["c.png", "sub/../../secret.png"])
    #expect(try folder.read("decks/media/a.png") == "png")
    #expect(try folder.read("decks/media/b.mp3") == "mp3")
  }

  @Test func `a dry run writes nothing`() async throws {
    let collection = try TestCollection()
    try collection.folder.write("words.csv", "a,b\nc,d\n")
    let desk = try collection.open()
    let before = try desk.files()
    let report = try await desk.transfer.importFile(
      "\(collection.folder.path)/words.csv", isDryRun: true)
    #expect(report.new == 2)
    #expect(try desk.files() == before)
  }

  @Test(
    arguments: [
      ("separator", "dot"), ("encoding", "EBCDIC"), ("html", "maybe"), ("matches", "all"),
      ("note-type", "None"), ("columns", "front,side"), ("columns", "back"),
      ("columns", "front,front"),
    ])
  func `an option that cannot be is refused with what may stand there`(
    option: String, value: String
  ) async throws {
    let desk = try TestCollection().open()
    let error = await #expect(throws: TransferError.self) {
      try await bring("a,b\nc,d\n", to: desk) { options in
        switch option {
        case "separator": options.separator = value
        case "encoding": options.encoding = value
        case "html": options.html = value
        case "matches": options.matches = value
        case "note-type": options.noteType = value
        default: options.columns = value
        }
      }
    }
    guard case .badOption(option, _, let allowed) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!allowed.isEmpty)
    #expect(desk.cards.isEmpty)
  }

  @Test func `columns, separator and note type can be said`() async throws {
    let desk = try TestCollection().open()
    let report = try await bring("t1,back:front\nt2,b2:f2\n", to: desk) { options in
      options.separator = "colon"
      options.noteType = "basic (and reversed card)"
      options.columns = "back,front"
    }
    #expect(report.new == 2)
    #expect(desk.cards.count == 4)
    #expect(try desk.plainNotes().contains { $0.fields == ["front", "t1,back"] })
  }
}
