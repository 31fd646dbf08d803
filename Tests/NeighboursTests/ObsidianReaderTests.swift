import StudyDomain
import Testing

@testable import Neighbours

@Suite struct ObsidianReaderTests {
  private func due(_ note: NeighbourNote) -> [String] {
    note.pasts.map { past in
      guard let schedule = past?.schedule, case .day(let day) = schedule.due else { return "-" }
      return "\(day.isoDate) \(schedule.intervalDays) \(schedule.ease ?? 0)"
    }
  }

  @Test func `lines and paragraphs become cards, comments their schedules`() {
    let deck = read(
      """
      #flashcards

      one::eins <!--SR:!2024-05-01,3,250-->

      two:::zwei
      <!--SR:!2024-05-02,4,270!2024-05-03,5,290-->

      What is
      three?
      ?
      drei
      <!--SR:!2024-06-01,30,230-->

      four
      ??
      vier
      """, as: .obsidian)
    #expect(
      deck.sides == [
        ["one", "eins"], ["two", "zwei"], ["What is\nthree?", "drei"], ["four", "vier"],
      ])
    #expect(
      deck.notes.map(due) == [
        ["2024-05-01 3 2.5"], ["2024-05-02 4 2.7", "2024-05-03 5 2.9"], ["2024-06-01 30 2.3"], [],
      ])
    let isReversible = deck.notes.map { note in
      if case .reversible = note.content { true } else { false }
    }
    #expect(isReversible == [false, true, false, true])
    #expect(deck.problems.isEmpty)
  }

  @Test func `highlights are gaps, a sibling that was never answered is new`() {
    let deck = read(
      """
      #flashcards/geo/europe

      ==Paris== is the capital of ==France==, `a == b` is code.
      <!--SR:!2024-05-01,3,250!2000-01-01,1,250-->
      """, as: .obsidian)
    #expect(deck.sides == [["[Paris] is the capital of [France], `a == b` is code.", ""]])
    #expect(deck.notes.map(due) == [["2024-05-01 3 2.5", "-"]])
    #expect(deck.notes.map(\.deck) == [DeckName("geo::europe")])
  }

  @Test func `a schedule of FSRS keeps its memory`() throws {
    let deck = read(
      """
      #flashcards
      a::b
      <!--SR:!fsrs,2026-08-01T08:00:00.000Z,12,13.5,4.25,2,7,1,0,2026-07-20T08:00:00.000Z-->
      c::d
      <!--SR:!fsrs,2026-08-01T08:00:00.000Z,0,0.4,6.1,1,1,0,1,2026-08-01T07:50:00.000Z-->
      """, as: .obsidian)
    let schedule = try #require(deck.notes.first?.pasts.first??.schedule)
    #expect(schedule.memory == MemoryState(stability: 13.5, difficulty: 4.25))
    #expect(schedule.intervalDays == 12)
    #expect([schedule.reps, schedule.lapses] == [7, 1])
    #expect(schedule.last == .instant(Timestamp(milliseconds: 1_784_534_400_000)))
    #expect(deck.notes.last?.pasts == [nil])
  }

  @Test func `headings stay with their notes, marks of blocks go`() {
    let deck = read(
      "#flashcards\n# Spain\n## Cities\nCapital::Madrid ^d7cee0\n# End\nx::y\n", as: .obsidian)
    #expect(deck.notes.map(\.headings) == [["Spain", "Cities"], ["End"]])
    #expect(deck.sides == [["Capital", "Madrid"], ["x", "y"]])
  }

  @Test func `the call-out around a comment is no part of the answer`() {
    let deck = read(
      """
      #flashcards
      Q
      ?
      A
      > [!sr|card-metadata]
      > <!--SR:!2024-05-01,3,250-->
      """, as: .obsidian)
    #expect(deck.sides == [["Q", "A"]])
    #expect(deck.notes.map(due) == [["2024-05-01 3 2.5"]])
  }

  @Test func `a schedule without a card is told, one in an example is not`() {
    let deck = read(
      """
      #flashcards
      a::b

      text

      <!--SR:!2024-05-01,3,250-->

      ```
      <!--SR:!2024-05-01,3,250-->
      ```
      `<!--SR:!due_date,interval,ease-->`
      """, as: .obsidian)
    #expect(deck.problems.map(\.line) == [6])
    #expect(deck.notes.map(\.pasts) == [[]])
  }

  @Test func `dates in other orders are read, nonsense is told`() {
    let deck = read(
      """
      #flashcards
      a::b <!--SR:!01-05-2024,3,250-->
      c::d <!--SR:!Wed May 01 2024,3,250-->
      e:::f <!--SR:!2024-05-01,3,250!2024-13-41,3,250-->
      """, as: .obsidian)
    #expect(
      deck.notes.map(due) == [
        ["2024-05-01 3 2.5"], ["2024-05-01 3 2.5"], ["2024-05-01 3 2.5", "-"],
      ])
    #expect(deck.problems.map(\.line) == [4])
  }
}
