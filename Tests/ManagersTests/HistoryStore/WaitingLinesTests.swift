import FileStorage
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Actions that a full disk kept out of the history files, seen by the next programs.
@MainActor @Suite struct WaitingLinesTests {
  let collection: TestCollection

  init() throws {
    collection = try TestCollection(["a.md": deck(1...4)])
    let first = try collection.open()
    try first.history.write([EventDraft(.suspend(first.key(try first.card("question 1"))))])
  }

  private func suspend(_ text: String, _ desk: Desk) throws {
    try desk.history.write([EventDraft(.suspend(desk.key(try desk.card(text))))])
  }

  private func suspended(_ desk: Desk) throws -> [Bool] {
    try (1...4).map { try desk.state("question \($0)").isSuspended }
  }

  @Test(arguments: [false, true]) func `what is only in the journal counts in every program`(
    isCached: Bool
  ) throws {
    try suspend("question 2", try collection.open(cached: isCached, files: TestCollection.fullDisk))
    let second = try collection.open(cached: isCached, files: TestCollection.fullDisk)
    #expect(try suspended(second) == [true, true, false, false])
    #expect(second.history.pendingError?.message.contains("disk is full") == true)
    try suspend("question 3", second)
    second.index.saveCaches(historyBytes: 0)
    let third = try collection.open(cached: isCached, files: TestCollection.fullDisk)
    #expect(try suspended(third) == [true, true, true, false])
    #expect(third.history.pendingError != nil)
    #expect(try collection.historyLines().count == 1)

    // There is room again: nothing is lost, nothing comes twice.
    let fourth = try collection.open(cached: isCached)
    #expect(fourth.history.pendingError == nil)
    #expect(try suspended(fourth) == [true, true, true, false])
    #expect(try collection.historyLines().count == 3)
    #expect(fourth.history.history.recentActions(limit: 10).count == 3)
  }

  @Test func `a program that goes on brings in what an earlier one could not`() throws {
    try suspend("question 2", try collection.open(files: TestCollection.fullDisk))
    let desk = try collection.open(files: TestCollection.fullDisk)
    #expect(throws: FileStorageError.self) { try desk.history.retryPending() }
    #expect(desk.history.pendingError != nil)
    // Another program found room meanwhile.
    _ = try collection.open()
    try desk.history.catchUp()
    desk.history.readChangedFiles()
    #expect(try suspended(desk) == [true, true, false, false])
    #expect(desk.history.history.recentActions(limit: 10).count == 2)
  }

  @Test func `the newest action is the one in the journal`() throws {
    try suspend("question 2", try collection.open(files: TestCollection.fullDisk))
    let desk = try collection.open(files: TestCollection.fullDisk)
    let newest = try #require(desk.history.history.recentActions(limit: 1).first)
    try desk.history.undo(newest.target)
    #expect(try suspended(desk) == [true, false, false, false])
    #expect(try suspended(try collection.open()) == [true, false, false, false])
  }

  @Test func `an older revision on a full disk counts with what it lacks`() throws {
    let path = try #require(
      collection.folder.files(in: "decks/.deckle/history", suffix: ".tsv").first)
    let older = try collection.folder.read(path)
    let desk = try collection.open()
    for number in 2...3 { try suspend("question \(number)", desk) }
    try collection.folder.write(path, older)
    // The screens ask; nothing is counted before the answer.
    let asking = try collection.open(asks: true, files: TestCollection.fullDisk)
    #expect(asking.history.missing?.count == 2)
    #expect(try suspended(asking) == [true, false, false, false])
    // A command does not ask.
    let command = try collection.open(files: TestCollection.fullDisk)
    #expect(try suspended(command) == [true, true, true, false])
    #expect(command.history.restoredLines == 0 && command.history.pendingError != nil)
    #expect(try suspended(try collection.open()) == [true, true, true, false])
    #expect(try collection.historyLines().count == 3)
  }
}
