import Scheduling
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// A session with a limit asks that many different cards, whatever makes its queue anew.
@MainActor @Suite struct SessionLimitTests {
  /// What puts the queue together anew in mid-session.
  enum Event: String, CaseIterable, CustomTestStringConvertible {
    case undo, undoAndRedo, deckReloaded, answeredElsewhere, buried, rollover
    var testDescription: String { rawValue }
  }

  /// A session of three cards out of nine: the first is answered (within its steps), the second
  /// once more so; then something happens.
  private func session(_ grades: [Grade], _ event: Event) throws -> (TestCollection, Desk) {
    let collection = try TestCollection([
      "a.md": "---\nlearning_steps: [1m, 10m]\n---\n" + deck(1...9)
    ])
    try collection.set("2026-12-02T03:30:00+01:00")
    let other = try collection.open()
    let desk = try collection.open()
    desk.session.start(deck: nil, limit: 3)
    for grade in grades { try desk.answer(grade) }
    try cause(event, collection, desk, other)
    return (collection, desk)
  }

  private func cause(
    _ event: Event, _ collection: TestCollection, _ desk: Desk, _ other: Desk
  ) throws {
    switch event {
    case .undo:
      try desk.answer(.easy)
      #expect(try desk.session.undo())
    case .undoAndRedo:
      #expect(try desk.session.undo())
      #expect(try desk.session.redo())
    case .deckReloaded:
      try collection.write("a0.md", deck(20...22))
      desk.library.reloadNow()
    case .answeredElsewhere:
      try other.history.catchUp()
      try other.session.answer(card: try other.card("question 9"), .easy, milliseconds: 1)
      try desk.history.catchUp()
    case .buried:
      try desk.flashcards.perform(.bury, on: [try desk.card("question 8")])
      desk.session.actionWritten()
    case .rollover:
      try collection.set("2026-12-02T04:00:30+01:00")
    }
    desk.session.refresh()
  }

  @Test(arguments: Event.allCases)
  func `cards within their steps stay in the session`(event: Event) throws {
    let (collection, desk) = try session([.again, .good], event)
    var asked = Set(desk.session.answers.map(\.card))
    #expect(asked.count == 2)
    #expect(desk.session.counts.total == 3, "two in their steps, one to come")
    #expect(desk.session.progress.done == 0 && desk.session.progress.total == 3)
    var answers = 0
    while case .asking = desk.session.status, answers < 20 {
      asked.insert(try #require(desk.session.currentKey))
      try desk.answer(.easy)
      answers += 1
    }
    #expect(answers == 3)
    #expect(asked.count == 3, "three different cards in all")
    #expect(desk.session.status == .finished)
    #expect(desk.session.progress.done == 3 && desk.session.progress.total == 3)
    _ = collection
  }

  @Test(arguments: Event.allCases)
  func `cards that left their steps make no room for others`(event: Event) throws {
    let (collection, desk) = try session([.easy, .again], event)
    #expect(desk.session.counts.total == 2, "one in its steps, one to come")
    var answers = 0
    while case .asking = desk.session.status, answers < 20 {
      try desk.answer(.easy)
      answers += 1
    }
    #expect(answers == 2)
    #expect(Set(desk.session.answers.map(\.card)).count == 3)
    _ = collection
  }

  @Test(arguments: Event.allCases.filter { $0 != .undo && $0 != .undoAndRedo })
  func `with all cards answered only their steps come, at their time`(event: Event) throws {
    let (collection, desk) = try session([.again, .again, .again], event)
    #expect(desk.session.counts.new == 0)
    #expect(desk.session.counts.learning == 3)
    collection.time.pass(minutes: 2)
    desk.session.refresh()
    for _ in 0..<3 {
      let key = try #require(desk.session.currentKey)
      #expect(desk.session.answers.prefix(3).contains { $0.card == key })
      try desk.answer(.easy)
    }
    #expect(desk.session.status == .finished)
  }

  @Test func `an undone first answer frees its place`() throws {
    let collection = try TestCollection(["a.md": deck(1...9)])
    let desk = try collection.open()
    desk.session.start(deck: nil, limit: 2)
    try desk.answer(.easy)
    #expect(try desk.session.undo())
    #expect(desk.session.counts.total == 2)
    try desk.answer(.easy, .easy)
    #expect(desk.session.status == .finished)
  }

  @Test func `what is asked for beyond the limit comes, and undo takes it off again`() throws {
    let collection = try TestCollection([
      "a.md": "---\nnew_per_day: 2\n---\n" + deck(1...9)
    ])
    let desk = try collection.open()
    desk.session.start(deck: DeckName("a"), limit: 2)
    try desk.answer(.easy, .easy)
    #expect(desk.session.status == .finished)
    try desk.decks.addMoreToday(DeckName("a"), new: 3)
    desk.session.actionWritten(adding: 3)
    #expect(desk.session.counts.new == 3)
    #expect(try desk.session.undo())
    #expect(desk.session.status == .finished)
    #expect(try desk.session.redo())
    #expect(desk.session.counts.new == 3)
  }

  @Test func `siblings shown on wish come beyond the limit, also after an undo`() throws {
    let collection = try TestCollection(["a.md": "C: [one] [two] [three]\n\n" + deck(1...9)])
    let desk = try collection.open()
    desk.session.start(deck: nil, limit: 1)
    try desk.answer(.easy)
    #expect(desk.session.status == .finished)
    #expect(desk.session.showHeldBack() == 2)
    try desk.answer(.easy)
    #expect(try desk.session.undo())
    try desk.answer(.easy, .easy)
    #expect(Set(desk.session.answers.map(\.card)).count == 3)
    #expect(desk.session.status == .finished)
  }
}
