import StudyDomain
import Testing

@testable import Scheduling

/// Ranges of fuzz against tables recorded from Anki.
@Suite struct FuzzVectorTests {
  let tables: Vectors.FuzzTables

  init() throws {
    tables = try #require(Vectors.all).fuzz
  }

  @Test func `whole intervals from 1 to 400 spread as recorded`() {
    #expect(tables.table_1_to_400.count == 400)
    for (index, row) in tables.table_1_to_400.enumerated() {
      let range = Fuzz.range(of: Double(index + 1), atLeast: 1, atMost: 36_500)
      #expect([range.lowerBound, range.upperBound] == row, "\(index + 1) days")
    }
  }

  @Test func `fractional intervals spread as recorded`() {
    for row in tables.fractional {
      let range = Fuzz.range(of: row[0], atLeast: 1, atMost: 36_500)
      #expect(
        [range.lowerBound, range.upperBound] == [Int(row[1]), Int(row[2])], "\(row[0]) days")
    }
  }

  @Test func `bounds hold as recorded`() {
    for row in tables.bounded {
      let range = Fuzz.range(of: row.ivl, atLeast: row.min, atMost: row.max)
      #expect([range.lowerBound, range.upperBound] == row.range, "\(row)")
    }
  }

  @Test func `the least interval after a success is the recorded one`() {
    for row in tables.minimum_for_previous {
      #expect(Answer.least(row.ivl, after: row.prev, atMost: 36_500) == row.min, "\(row)")
    }
  }

  @Test func `the draw reaches both ends and nothing beyond`() {
    var seen: Set<Int> = []
    for hash in 0..<500 as Range<UInt64> {
      seen.insert(Fuzz(hash: hash, reps: 3).days(10, atLeast: 1, atMost: 36_500))
    }
    #expect(seen == Set(8...12))
  }

  @Test func `the same card and answers give the same draw, another answer another`() {
    let draws = (0..<50).map { Fuzz(hash: 77, reps: $0).days(1000, atLeast: 1, atMost: 36_500) }
    #expect(
      draws == (0..<50).map { Fuzz(hash: 77, reps: $0).days(1000, atLeast: 1, atMost: 36_500) })
    #expect(Set(draws).count > 30)
  }

  @Test func `a step is delayed by at most a quarter, five minutes, and never over the rollover`() {
    var most = 0
    for hash in 0..<300 as Range<UInt64> {
      let fuzz = Fuzz(hash: hash, reps: 1)
      #expect((0..<15).contains(fuzz.delay(on: 60, secondsToRollover: 50_000)))
      #expect((0..<300).contains(fuzz.delay(on: 7200, secondsToRollover: 50_000)))
      #expect(600 + fuzz.delay(on: 600, secondsToRollover: 640) < 640)
      #expect(fuzz.delay(on: 600, secondsToRollover: 600) == 0)
      most = max(most, fuzz.delay(on: 7200, secondsToRollover: 50_000))
    }
    #expect(most > 250)
    #expect(Fuzz.off.delay(on: 7200, secondsToRollover: 50_000) == 0)
  }
}
