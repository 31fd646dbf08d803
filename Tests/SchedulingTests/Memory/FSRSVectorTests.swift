import Scheduling
import StudyDomain
import Testing

/// FSRS-6 against numbers recorded from fsrs-rs 6.6.2.
@Suite struct FSRSVectorTests {
  let vectors: Vectors

  init() throws {
    vectors = try #require(Vectors.all)
  }

  @Test func `parameters are lifted and clamped as recorded`() throws {
    #expect(vectors.parameter_sets.count == 12)
    for (name, set) in vectors.parameter_sets {
      let values = FSRSParameters(set.given).values
      #expect(values.count == 21)
      for (value, used) in zip(values, set.used) {
        #expect(abs(value - used) < 1e-6, "\(name): \(value), recorded \(used)")
      }
    }
  }

  @Test func `sequences of reviews give the recorded states and intervals`() {
    #expect(vectors.sequences.count == 79)
    for sequence in vectors.sequences {
      let model = vectors.model(sequence.params)
      var state: MemoryState?
      for (index, review) in sequence.reviews.enumerated() {
        guard let grade = Grade(rawValue: UInt8(review[1])) else {
          Issue.record("no grade \(review[1])")
          continue
        }
        let place = "\(sequence.name)[\(index)]"
        if let before = state, let expected = sequence.r_before[index] {
          let recall = model.retrievability(stability: before.stability, days: Double(review[0]))
          #expect(abs(recall - expected) <= 2e-5, "\(place) r \(recall), recorded \(expected)")
        }
        let next = model.after(state, grade, elapsedDays: review[0])
        #expect(isClose(next.stability, sequence.s[index]), "\(place) s \(next.stability)")
        #expect(isClose(next.difficulty, sequence.d[index]), "\(place) d \(next.difficulty)")
        let raw = model.intervalDays(stability: next.stability, retention: sequence.dr)
        #expect(isClose(raw, sequence.ivl_raw[index]), "\(place) interval \(raw)")
        let days = Int(min(max(raw.rounded(), 1), Double(sequence.max_ivl)))
        let distance = abs(sequence.ivl_raw[index] - sequence.ivl_raw[index].rounded(.down) - 0.5)
        if distance > 2e-4 * sequence.ivl_raw[index] {
          #expect(days == sequence.ivl[index], "\(place) days \(days)")
        }
        state = next
      }
    }
  }

  @Test func `four grades give the recorded states`() {
    #expect(vectors.buttons.count == 60)
    for buttons in vectors.buttons {
      let model = vectors.model(buttons.params)
      let before = buttons.s.map { MemoryState(stability: $0, difficulty: buttons.d ?? 5) }
      let expected: [(Grade, [Double])] = [
        (.again, buttons.again), (.hard, buttons.hard), (.good, buttons.good),
        (.easy, buttons.easy),
      ]
      for (grade, numbers) in expected {
        let next = model.after(before, grade, elapsedDays: buttons.days)
        #expect(isClose(next.stability, numbers[0]), "\(buttons.params) \(grade)")
        #expect(isClose(next.difficulty, numbers[1]), "\(buttons.params) \(grade)")
        let raw = model.intervalDays(stability: next.stability, retention: buttons.dr)
        #expect(isClose(raw, numbers[2]), "\(buttons.params) \(grade)")
      }
    }
  }

  @Test func `ease and interval convert as recorded`() {
    #expect(vectors.sm2.count == 48)
    for case let row in vectors.sm2 {
      let state = vectors.model(row.params).converted(
        ease: row.ease, intervalDays: row.ivl, historicalRetention: row.retention)
      #expect(isClose(state.stability, row.s), "\(row)")
      #expect(isClose(state.difficulty, row.d), "\(row)")
    }
  }
}
