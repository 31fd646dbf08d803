import StudyDomain
import Testing

@testable import History

@Suite struct KnownPastTests {
  private let key = CardKey(hash: 0x9f86_d081_884c_7d65)

  private func state(_ details: String) throws -> CardState {
    let line = "k3f9q2ab.1\t1764500000000\t60\t20422\tdue\t\(key.text)\t\t\t\(details)\t."
    let history = replay(lines: [Array(line.utf8)], living: [key])
    return history.state(of: try #require(history.card(ofText: key)))
  }

  @Test func `a due event may tell memory, answers and lapses`() throws {
    let state = try state("20500\t78\tstability=81.25\tdifficulty=6.5\treps=12\tlapses=2")
    #expect(state.memory == MemoryState(stability: 81.25, difficulty: 6.5))
    #expect(state.reps == 12)
    #expect(state.lapses == 2)
    #expect(state.reviews == 0)
    #expect(state.due == .day(StudyDay(20_500)))
    #expect(state.interval == .days(78))
    #expect(state.lastDay == StudyDay(20_422))
    #expect(state.lastReview == Timestamp(milliseconds: 1_764_500_000_000))
  }

  @Test(
    arguments: [
      "", "\tstability=81.25", "\tdifficulty=6.5", "\tstability=0\tdifficulty=5",
      "\tstability=nan\tdifficulty=5", "\tstability=1e2\tdifficulty=5",
      "\tstability=3.\tdifficulty=5", "\tstability=4\tdifficulty=11", "\tcolour=red",
    ])
  func `without a whole memory in its range the interval stands for it`(more: String) throws {
    let state = try state("20500\t78\(more)")
    #expect(state.memory == MemoryState(stability: 78, difficulty: 5))
    #expect(state.reps == 0)
  }

  @Test func `a draft writes what the reader reads`() throws {
    let past = KnownPast(
      memory: MemoryState(stability: 0.001, difficulty: 10), reps: 0, lapses: 999_999_999)
    let name = try #require(EventName(text: "k3f9q2ab.1"))
    let draft = EventDraft(.due(key, day: StudyDay(20_500), intervalDays: 3, past: past))
    let line = draft.line(
      name: name, time: Timestamp(milliseconds: 1_764_500_000_000), offset: 60,
      day: StudyDay(20_422))
    let history = replay(lines: [Array(line.dropLast())], living: [key])
    let state = history.state(of: try #require(history.card(ofText: key)))
    #expect(state.memory == past.memory)
    #expect(state.reps == 0)
    #expect(state.lapses == 999_999_999)
    #expect(history.problems.badCount == 0)
  }
}
