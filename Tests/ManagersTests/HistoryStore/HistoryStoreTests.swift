import Foundation
import History
import FileStorage
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct HistoryStoreTests {
  let collection: TestCollection

  init() throws {
    collection = try TestCollection(["a.md": deck(1...4)])
  }

  @Test func `an action is on disk when write returns, and counted`() throws {
    let desk = try collection.open()
    let key = desk.key(try desk.card("question 1"))
    try desk.history.write([EventDraft(.suspend(key))])
    let lines = try collection.historyLines()
    #expect(lines.count == 1)
    #expect(lines[0].contains("\tsuspend\t\(key.text)"))
    #expect(try desk.state("question 1").isSuspended)
  }

  @Test func `files read in halves give what they give in one`() throws {
    for machine in ["one", "two", "three"] {
      let desk = try collection.open(state: "\(collection.folder.path)/\(machine)")
      desk.session.start(deck: nil)
      try desk.answer(.good, .again)
    }
    let desk = try collection.open()
    let rules = DeckRules(library: desk.library, options: [:]).book(for: desk.library.snapshot)
    var (whole, halved) = (
      HistoryFiles(folder: collection.paths.history), HistoryFiles(folder: collection.paths.history)
    )
    let texts = [whole.readAll(), halved.readAll(smallestHalf: 1)].map { reader in
      let history = History(reader, living: desk.library.snapshot.livingKeys)
      history.fold(with: rules)
      return history.json()
    }
    #expect(texts[0] == texts[1] && texts[0] == desk.json())
    #expect(whole.changes().isEmpty && halved.changes().isEmpty)
  }

  @Test func `looking at a folder writes nothing into it`() throws {
    let desk = try collection.open()
    _ = desk.decks.summaries()
    _ = try desk.find("question")
    #expect(!collection.folder.has("decks/.deckle"))
    #expect(!collection.folder.has("decks/.gitattributes"))
  }

  @Test func `undo takes an action back as a whole, redo brings it back`() throws {
    let desk = try collection.open()
    let cards = try desk.flashcards.cards(matching: Query(parsing: "question"))
    try desk.flashcards.perform(.suspend, on: cards)
    try desk.flashcards.perform(.flag(3), on: [cards[0]])
    let both = desk.json()
    #expect(try desk.history.undo() != nil)
    #expect(try desk.state("question 1").flag == 0)
    #expect(try desk.find("is:suspended").count == 4)
    #expect(try desk.history.undo() != nil)
    #expect(try desk.find("is:suspended").isEmpty)
    #expect(try desk.history.undo() == nil)
    #expect(desk.history.newestUndone != nil)

    #expect(try desk.history.redo() != nil)
    #expect(try desk.history.redo() != nil)
    #expect(try desk.history.redo() == nil)
    #expect(try desk.find("is:suspended").count == 4)
    #expect(try desk.state("question 1").flag == 3)
    #expect(Self.states(both) == Self.states(desk.json()))
    #expect(try desk.json() == collection.open().json())
  }

  /// The JSON without undos and the counts of events.
  private static func states(_ json: String) -> String? {
    guard let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any],
      let cards = object["cards"],
      let data = try? JSONSerialization.data(withJSONObject: cards, options: .sortedKeys)
    else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `a new action forgets what could be done again`() throws {
    let desk = try collection.open()
    let card = try desk.card("question 1")
    try desk.flashcards.perform(.suspend, on: [card])
    try desk.history.undo()
    try desk.flashcards.perform(.mark(true), on: [card])
    #expect(desk.history.newestUndone == nil)
    #expect(try desk.history.redo() == nil)
    #expect(try desk.state("question 1").isSuspended == false)
  }

  @Test func `what another machine wrote is taken in when its file arrives`() throws {
    let desk = try collection.open()
    let key = desk.key(try desk.card("question 2"))
    try desk.history.write([EventDraft(.mark(key, true))])
    let other = try collection.open(state: "\(collection.folder.path)/other-machine")
    collection.time.pass(minutes: 1)
    try other.history.write([EventDraft(.suspend(key))])
    #expect(other.history.writer != desk.history.writer)
    #expect(try desk.state("question 2").isSuspended == false)
    desk.history.readChangedFiles()
    #expect(try desk.state("question 2").isSuspended)
    #expect(try desk.state("question 2").isMarked)
    let revision = desk.history.revision
    desk.history.readChangedFiles()
    #expect(desk.history.revision == revision, "our own lines are no news")
  }

  @Test func `another program of this machine writes under the same name, and neither loses`()
    throws
  {
    let (one, two) = (try collection.open(), try collection.open())
    let keys = one.cards.map { one.key($0) }
    for key in keys {
      try one.history.write([EventDraft(.mark(key, true))])
      try two.history.write([EventDraft(.flag(key, 2))])
    }
    try one.history.catchUp()
    #expect(one.history.writer == two.history.writer)
    #expect(try one.find("is:flagged is:marked").count == 4)
    #expect(try two.find("is:flagged is:marked").count == 4)
    #expect(try one.json() == collection.open().json())
    #expect(one.history.history.problems.reused.isEmpty)
  }

  @Test func `a line that still grows is taken when it is whole`() throws {
    let desk = try collection.open()
    let key = desk.key(try desk.card("question 3"))
    let other = try collection.open(state: "\(collection.folder.path)/other-machine")
    try other.history.write([EventDraft(.suspend(key))])
    let file = try #require(
      collection.folder.files(in: "decks/.deckle/history", suffix: ".tsv").first)
    let whole = try collection.folder.read(file)
    try collection.folder.write(file, String(whole.dropLast(10)))
    desk.history.readChangedFiles()
    #expect(try desk.state("question 3").isSuspended == false)
    try collection.folder.append(file, String(whole.suffix(10)))
    desk.history.readChangedFiles()
    #expect(try desk.state("question 3").isSuspended)
    #expect(desk.history.history.problems.badLines.isEmpty)
  }

  @Test func `two history files that change places lose and double nothing`() throws {
    let desk = try collection.open()
    let keys = desk.cards.map { desk.key($0) }
    try desk.history.write([EventDraft(.mark(keys[0], true))])
    let other = try collection.open(state: "\(collection.folder.path)/other-machine")
    try other.history.write([EventDraft(.suspend(keys[1]))])
    let reader = try collection.open(state: "\(collection.folder.path)/third-machine")
    let before = reader.json()
    let files = collection.folder.files(in: "decks/.deckle/history", suffix: ".tsv")
    try #require(files.count == 2)
    try collection.folder.rename(files[0], to: "swap")
    try collection.folder.rename(files[1], to: files[0])
    try collection.folder.rename("swap", to: files[1])
    reader.history.readChangedFiles()
    #expect(reader.json() == before)
    #expect(reader.history.history.problems.altered.isEmpty)
  }

  @Test func `a longer file on a reused inode is read from its start`() throws {
    let desk = try collection.open()
    let keys = desk.cards.map { desk.key($0) }
    let other = try collection.open(state: "\(collection.folder.path)/other-machine")
    for key in keys {
      collection.time.pass(seconds: 1)
      try other.history.write([EventDraft(.suspend(key))])
    }
    let file = try #require(
      collection.folder.files(in: "decks/.deckle/history", suffix: ".tsv").first)
    let lines = try collection.folder.read(file).split(separator: "\n")
    // An older revision with the last two lines, then the whole with all of them at the end.
    let few = [lines[0], lines[3], lines[4]].joined(separator: "\n") + "\n"
    try collection.folder.rewriteInPlace(file, few)
    let reader = try collection.open(state: "\(collection.folder.path)/third-machine")
    #expect(try reader.find("is:suspended").count == 2)
    try collection.folder.rewriteInPlace(file, lines.joined(separator: "\n") + "\n")
    reader.history.readChangedFiles()
    #expect(try reader.find("is:suspended").count == 4)
  }

  @Test func `a history rewritten at the same size and time is read again`() throws {
    let desk = try collection.open()
    let keys = desk.cards.map { desk.key($0) }
    let other = try collection.open(state: "\(collection.folder.path)/other-machine")
    try other.history.write([EventDraft(.suspend(keys[0]))])
    desk.history.readChangedFiles()
    let file = try #require(
      collection.folder.files(in: "decks/.deckle/history", suffix: ".tsv").first)
    let text = try collection.folder.read(file)
    try collection.folder.rewriteUnnoticed(
      file,
      text.replacing(keys[0].text, with: keys[1].text).replacing(".2\t", with: ".3\t")
        .replacing(".1\t", with: ".2\t"))
    desk.history.readChangedFiles()
    #expect(try desk.state("question 2").isSuspended)
  }

  @Test func `bad lines are copied once, told by file, and lines of a tail by their place`() throws
  {
    let desk = try collection.open()
    let key = desk.key(try desk.card("question 1"))
    try desk.history.write([EventDraft(.suspend(key))])
    let name = "decks/.deckle/history/other999-2026.tsv"
    try collection.folder.write(name, "# a comment\nrubbish one\nrubbish two\n")
    desk.history.readChangedFiles()
    let copy = "state/recovered/other999-2026.tsv"
    #expect(
      desk.history.badFiles == [
        BadHistoryFile(
          name: "other999-2026.tsv", count: 2, firstLine: 2, reason: .cut,
          copy: "\(collection.folder.path)/\(copy)")
      ])
    #expect(desk.history.takeNewlyCopied() == ["other999-2026.tsv": 2])
    #expect(try collection.folder.read(copy) == "rubbish one\nrubbish two\n")
    try collection.folder.append(name, "rubbish one\n<<<<<<< mine\n")
    desk.history.readChangedFiles()
    #expect(desk.history.history.badLines.map(\.line) == [2, 3, 4, 5])
    #expect(try collection.folder.read(copy) == "rubbish one\nrubbish two\n<<<<<<< mine\n")
    #expect(desk.history.takeNewlyCopied() == ["other999-2026.tsv": 1])
    // The history itself stays as it is, and a new start copies nothing again.
    let next = try collection.open()
    #expect(next.history.takeNewlyCopied().isEmpty)
    #expect(next.history.badFiles == desk.history.badFiles)
    #expect(try collection.folder.read(copy) == "rubbish one\nrubbish two\n<<<<<<< mine\n")
    // Mended by hand, it is no problem any more.
    try collection.folder.write(name, "# a comment\n<<<<<<< mine\n")
    next.history.readChangedFiles()
    #expect(next.history.badFiles.map(\.reason) == [.mergeMark])
    #expect(next.history.badFiles.map(\.firstLine) == [2])
  }

  @Test func `a file that was replaced by a longer one is read from its start`() throws {
    let desk = try collection.open()
    let keys = desk.cards.map { desk.key($0) }
    let other = try collection.open(state: "\(collection.folder.path)/other-machine")
    try other.history.write([EventDraft(.suspend(keys[0]))])
    desk.history.readChangedFiles()
    collection.time.pass(seconds: 1)
    try other.history.write([EventDraft(.suspend(keys[1]))])
    let file = try #require(
      collection.folder.files(in: "decks/.deckle/history", suffix: ".tsv").first)
    // As a union merge may leave them.
    let lines = try collection.folder.read(file).split(separator: "\n")
    try collection.folder.write(file, lines.reversed().joined(separator: "\n") + "\n")
    desk.history.readChangedFiles()
    #expect(try desk.find("is:suspended").count == 2)
  }
}
