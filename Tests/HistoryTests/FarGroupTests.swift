import StudyDomain
import Testing

@testable import History

/// Imports: old events that share the group of a moment years later.
@Suite struct FarGroupTests {
  private let key = CardKey(hash: 0x9f86_d081_884c_7d65)
  private let group: Int64 = 1_764_500_000_000

  private func line(_ number: Int64, years: Int64) throws -> [UInt8] {
    let name = try #require(EventName(text: "k3f9q2ab.\(number)"))
    let time = Timestamp(milliseconds: group - years * 31_536_000_000)
    let review = ReviewDetails(
      grade: .good, takenMilliseconds: 10, interval: .days(Int(number)), phaseBefore: .new,
      retention: 900, seen: Int(number) - 1, source: "anki/1/\(number)")
    let after = number > 1 ? EventName(text: "k3f9q2ab.\(number - 1)") : nil
    return EventDraft(.review(key, review), after: after).line(
      name: name, time: time, offset: 0,
      day: StudyDay(Int(time.milliseconds / 86_400_000)), group: group
    ).dropLast()
  }

  @Test func `they are one action, narrow in memory, and undone together`() throws {
    let lines = try (1...5).map { try line($0, years: 6 - $0) }
    let history = replay(lines: lines, living: [key])
    #expect(history.table.wide.isEmpty)
    #expect(history.table.farGroups == [group])
    let card = try #require(history.card(ofText: key))
    #expect(history.state(of: card).reps == 5)
    #expect(history.entries(of: card).allSatisfy { $0.review?.isRecomputed == false })
    let writer = try #require(WriterID(text: "k3f9q2ab"))
    #expect(history.recentActions(limit: 3).map(\.target) == [.group(writer, group)])
    #expect(history.lastGroup(of: writer) == group)
    #expect((0..<5).map { history.table.line($0) } == lines)

    let blob = AlignedBytes(history.cacheBlob(signatures: [], fingerprint: 0))
    let rules = RuleBook(WholeNumberRules())
    let opened = try #require(History.open(cache: blob.bytes, owner: blob, rules: rules))
    #expect(opened.json() == history.json())
    let undo = EventDraft(.undo(.group(writer, group))).line(
      name: try #require(EventName(text: "k3f9q2ab.6")),
      time: Timestamp(milliseconds: group + 1), offset: 0, day: StudyDay(20_422)
    ).dropLast()
    opened.append(lines: [Array(undo)])
    #expect(opened.state(of: try #require(opened.card(ofText: key))) == CardState())
  }

  @Test func `times of their reviews are told`() throws {
    let history = replay(lines: try (1...3).map { try line($0, years: $0) }, living: [key])
    let card = try #require(history.card(ofText: key))
    #expect(
      history.reviewTimes(of: card) == Set((1...3).map { group - $0 * 31_536_000_000 }))
  }
}
