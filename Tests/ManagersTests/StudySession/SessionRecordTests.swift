import StudyDomain
import Testing

@testable import Managers

@MainActor @Suite struct SessionRecordTests {
  private func key(_ number: Int) -> CardKey {
    CardKey(hash: UInt64(number))
  }

  private func step(_ number: Int, _ grade: Grade) -> SessionRecord.Step {
    .init(
      card: key(number),
      answer: .init(
        card: key(number), grade: grade, milliseconds: 1, wasNew: true, becameLeech: false))
  }

  private func record(_ answers: (Int, Grade)...) -> SessionRecord {
    var record = SessionRecord()
    for (number, grade) in answers { record.add(step(number, grade)) }
    return record
  }

  @Test func `cards are counted once, however often they were answered`() {
    var record = record((1, .again), (2, .good), (1, .good))
    #expect(Set(record.cards) == [key(1), key(2)])
    record.undo()
    #expect(Set(record.cards) == [key(1), key(2)], "its first answer stands")
    record.undo()
    #expect(Set(record.cards) == [key(1)])
    record.redo()
    #expect(Set(record.cards) == [key(1), key(2)])
  }

  @Test func `failed cards are those failed at least once, the latest first`() {
    let record = record((1, .again), (2, .again), (3, .good), (1, .again), (2, .hard), (4, .again))
    #expect(record.failedCards == [key(4), key(1), key(2)])
  }

  @Test func `undo takes actions that are no answers, too`() {
    var record = record((1, .good))
    record.add(.init(card: key(2)))
    #expect(record.newest?.card == key(2))
    record.undo()
    #expect(record.answers.count == 1 && record.newestUndone?.card == key(2))
    record.redo()
    #expect(record.answers.count == 1 && record.newest?.card == key(2))
  }

  @Test func `a new action ends what could be done again`() {
    var record = record((1, .good), (2, .good))
    record.undo()
    record.add(step(3, .good))
    #expect(record.newestUndone == nil)
    record.redo()
    #expect(record.answers.map(\.card) == [key(1), key(3)])
  }

  @Test func `a new text takes over answers, steps and what was undone`() {
    var record = record((1, .good), (2, .again), (1, .again))
    record.undo()
    record.rename(key(1), to: key(9))
    #expect(record.answers.map(\.card) == [key(9), key(2)])
    #expect(Set(record.cards) == [key(9), key(2)])
    record.redo()
    #expect(record.failedCards == [key(9), key(2)])
  }

  @Test func `nothing is undone or done again where there is nothing`() {
    var record = SessionRecord()
    record.undo()
    record.redo()
    #expect(record.newest == nil && record.newestUndone == nil && record.answers.isEmpty)
  }
}
