import StudyDomain
import Testing

@testable import History

@Suite struct ScenarioTests {
  private let key = CardKey(hash: 0x9f86_d081_884c_7d65)
  private let other = CardKey(hash: 0x6030_3ae2_2b99_8861)

  @Test func `an undo that is undone leaves no trace in the state`() throws {
    let first = try line(1, .review(key, review(.good, .seconds(600), seen: 0)))
    let plain = replay(lines: [first], living: [key])
    let target = UndoTarget.event(try identity(1))
    let undone = replay(lines: [first, try line(2, .undo(target))], living: [key])
    let card = try #require(undone.card(ofText: key))
    #expect(undone.state(of: card) == CardState())
    #expect(undone.undosInForce(of: target) == [try identity(2)])
    #expect(undone.recentActions(limit: 5).map(\.isUndone) == [true])
    undone.append(lines: [try whole(3, .undo(.event(try identity(2))))])
    #expect(undone.json() == plain.json())
    #expect(undone.undosInForce(of: target) == [])
    #expect(undone.recentActions(limit: 5).map(\.isUndone) == [false])
  }

  @Test func `steps left follow the grades of the run`() throws {
    let grades: [(Grade, Interval, Int32)] = [
      (.again, .seconds(60), 2), (.hard, .seconds(60), 2), (.good, .seconds(600), 1),
      (.good, .seconds(600), 1), (.good, .days(3), 0), (.again, .seconds(600), 1),
      (.good, .days(1), 0),
    ]
    let history = replay(lines: [], living: [key])
    let card = try #require(history.card(ofText: key))
    for (place, step) in grades.enumerated() {
      let after = history.lastEvent(of: card, on: .schedule)
      let details = review(step.0, step.1, seen: Int(history.state(of: card).scheduleEvents))
      history.append(lines: [try whole(Int64(place + 1), .review(key, details), after: after)])
      #expect(history.state(of: card).stepsLeft == step.2, "answer \(place + 1)")
    }
    #expect(history.state(of: card).lapses == 1)
    #expect(history.entries(of: card).allSatisfy { $0.review?.isRecomputed == false })
  }

  @Test func `two living texts in one set: the one used last holds it, the other writes under 2`()
    throws
  {
    let history = replay(
      lines: [
        try line(1, .review(key, review(.good, .days(3), seen: 0))),
        try line(2, .relink(old: key, new: other)),
      ], living: [key, other])
    #expect(history.keyToWrite(other) == other)
    #expect(history.keyToWrite(key) == CardKey(hash: key.hash, ordinal: 2))
    #expect(history.keysHeld(by: other) == [other])
    let loser = try #require(history.card(ofText: key))
    #expect(history.state(of: loser) == CardState())
    history.append(lines: [try whole(3, .suspend(history.keyToWrite(key)))])
    #expect(history.state(of: loser).isSuspended)
    let changed = history.setLiving([key])
    #expect(changed.contains(loser))
    #expect(history.state(of: loser).isSuspended)
    #expect(history.state(of: loser).reviews == 1)
    #expect(history.lastLink(other, key) == EventName(writer: try writer(), sequence: 2))
  }

  @Test func `an orphan shows the text of its newest card event`() throws {
    let details = CardDetails(
      deck: "A", looseKey: "ab", frontHash: "cd", backHash: "ef", text: "front\nback")
    let history = replay(
      lines: [try line(1, .card(key, details)), try line(2, .mark(key, true))], living: [])
    #expect(history.orphans().map(\.details) == [details])
    #expect(history.orphans().map(\.key) == [key.text])
    _ = history.setLiving([key])
    #expect(history.orphans() == [])
  }

  @Test func `the reviews of a day tell what the card was before`() throws {
    let history = replay(
      lines: [try line(1, .review(key, review(.good, .days(3), seen: 0)))], living: [key])
    let reviews = history.reviews(on: StudyDay(20_000))
    #expect(reviews.map(\.entry.phaseBefore) == [.new])
    #expect(history.reviews(on: StudyDay(20_001)) == [])
    let day = DayCount(reviews: 1, new: 1, cram: 0, milliseconds: 1)
    #expect(history.days == [StudyDay(20_000): day])
  }

  @Test func `a retime moves a range, and the latest alone decides`() throws {
    let mark = try line(1, .review(key, review(.good, .days(3), seen: 0)))
    let first = try line(
      2, .retime(try writer(), first: 1, last: 1, milliseconds: 5, days: 7))
    let second = try line(
      3, .retime(try writer(), first: 1, last: 1, milliseconds: 0, days: 2))
    let history = replay(lines: [mark, first, second], living: [key])
    let card = try #require(history.card(ofText: key))
    #expect(history.state(of: card).lastDay == StudyDay(20_002))
  }

  private func review(_ grade: Grade, _ interval: Interval, seen: Int) -> ReviewDetails {
    ReviewDetails(
      grade: grade, takenMilliseconds: 1, interval: interval, phaseBefore: .new, retention: 900,
      seen: seen)
  }

  private func writer() throws -> WriterID {
    try #require(WriterID(text: "k3f9q2ab"))
  }

  private func identity(_ sequence: Int64) throws -> EventIdentity {
    EventIdentity(
      name: EventName(writer: try writer(), sequence: sequence),
      time: Timestamp(milliseconds: 1_728_000_000_000 + sequence))
  }

  private func whole(
    _ sequence: Int64, _ body: EventBody, after: EventName? = nil
  ) throws -> [UInt8] {
    let identity = try identity(sequence)
    let line = EventDraft(body, after: after).line(
      name: identity.name, time: identity.time, offset: 0, day: StudyDay(20_000))
    return Array(line.dropLast())
  }

  private func line(_ sequence: Int64, _ body: EventBody) throws -> [UInt8] {
    try whole(sequence, body)
  }
}
