import StudyDomain
import Testing

@testable import History

/// Actions of very many events, as an import makes them.
@Suite struct LargeActionTests {
  private let group: Int64 = 1_764_500_000_000

  /// One review of each of so many cards, in one group, and one event after it.
  private func history(_ count: Int64) throws -> History {
    let writer = try #require(WriterID(text: "k3f9q2ab"))
    var lines: [[UInt8]] = []
    for number in 1...count {
      let key = CardKey(hash: UInt64(number))
      let body: EventBody =
        number % 4 == 0
        ? .flag(key, 1)
        : .review(
          key,
          ReviewDetails(
            grade: .good, takenMilliseconds: 10, interval: .days(3), phaseBefore: .new,
            retention: 900, seen: 0, source: "anki/\(number)/\(number)"))
      lines.append(
        EventDraft(body).line(
          name: EventName(writer: writer, sequence: number),
          time: Timestamp(milliseconds: group - (count - number) * 1000), offset: 0,
          day: StudyDay(20_000), group: group
        ).dropLast())
    }
    lines.append(
      EventDraft(.mark(CardKey(hash: 1), true)).line(
        name: EventName(writer: writer, sequence: count + 1),
        time: Timestamp(milliseconds: group + 5000), offset: 0, day: StudyDay(20_001)
      ).dropLast())
    return replay(lines: lines, living: [])
  }

  @Test func `they are counted by kind, and only their first events are told`() throws {
    let history = try history(40_000)
    let actions = history.recentActions(limit: 10)
    #expect(actions.count == 2)
    let action = try #require(actions.last)
    #expect(action.counts.map(\.kind) == [.flag, .review])
    #expect(action.counts.map(\.count) == [10_000, 30_000])
    #expect(action.count == 40_000)
    #expect(action.items.count == RecentAction.mostItems)
    #expect(action.items.first?.identity.name.sequence == 1)
    #expect(action.items.last?.identity.name.sequence == 50)
    #expect(!action.isUndone)
  }

  @Test func `they are found by their name, and by that of any of their events`() throws {
    let history = try history(1000)
    let large = try #require(history.recentActions(limit: 2).last)
    #expect(history.action(named: large.target.text) == large)
    #expect(history.action(named: "k3f9q2ab.777") == large)
    let time = group - (1000 - 777) * 1000
    #expect(history.action(named: "k3f9q2ab.777@\(time)") == large)
    #expect(history.action(named: "k3f9q2ab.1001")?.counts.map(\.kind) == [.mark])
    #expect(history.action(named: "k3f9q2ab.1002") == nil)
    #expect(history.action(named: "k3f9q2ab@5") == nil)
    #expect(history.action(named: "nonsense") == nil)
    #expect(history.isInForce(large.target))
  }
}
