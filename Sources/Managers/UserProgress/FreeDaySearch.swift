import History
import StudyDomain

/// Finds the gaps between studied days on which no card was due.
///
/// A day is free when no card, as the history tells it, was due on it: every card that had been
/// answered before waited for a later day, or was suspended or buried. Cards are looked at until no
/// gap is left in doubt: where something was due, mostly the first ones show it.
@MainActor final class FreeDaySearch {
  /// The days of a gap that are no days of rest.
  typealias Gap = [StudyDay]

  let gaps: [Gap]
  /// The library's revision that it was begun with.
  let library: Int
  private var doubtful: [Gap]
  private var nextCard = 0
  private(set) var isDone: Bool

  init(gaps: [Gap], library: Int) {
    self.gaps = gaps
    self.library = library
    doubtful = gaps
    isDone = gaps.isEmpty
  }

  /// True once no look at more cards can change the streak of now: the newest gap breaks it.
  var isCurrentKnown: Bool { isDone || doubtful.last != gaps.last }

  /// The gaps between sorted days and up to the day before today.
  static func gaps(between days: [StudyDay], today: StudyDay, restDays: Set<Int>) -> [Gap] {
    let past = days.filter { $0 < today }
    return zip(past, past.dropFirst() + [today]).compactMap { first, next in
      guard first.number + 1 < next.number else { return nil }
      let gap = (first.number + 1..<next.number).map { StudyDay($0) }
        .filter { !restDays.contains($0.weekday) }
      return gap.isEmpty ? nil : gap
    }
  }

  /// True once it is known that nothing was due on the day.
  func isFree(_ day: StudyDay) -> Bool {
    isDone && doubtful.contains { $0.contains(day) }
  }

  /// Looks at some cards more.
  func look(atMost count: Int, in index: StudyIndex) {
    let cards = index.library.snapshot.cards.count
    var left = count
    while left > 0, nextCard < cards, !doubtful.isEmpty {
      if let id = index.id(ofCard: nextCard) {
        let history = index.history.history
        take(Self.dueDays(history.entries(of: id), last: history.state(of: id).due, index.clock))
      }
      nextCard += 1
      left -= 1
    }
    isDone = doubtful.isEmpty || nextCard >= cards
  }

  /// One day of a gap with something due is enough: the gap breaks the streak.
  private func take(_ ranges: [Range<Int>]) {
    guard !ranges.isEmpty else { return }
    doubtful.removeAll { gap in
      gap.contains { day in ranges.contains { $0.contains(day.number) } }
    }
  }

  /// The days on which a card was due, up to the day of the next answer.
  private static func dueDays(
    _ entries: [CardEntry], last lastDue: CardState.Due?, _ clock: StudyClock
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var due: Int?
    var isSuspended = false
    func end(at day: Int) {
      if let due, !isSuspended, due < day { ranges.append(due..<day) }
    }
    for entry in entries {
      let day = entry.day.number
      switch entry.kind {
      case .review:
        guard let review = entry.review, review.mode != .cram else { continue }
        end(at: day)
        switch review.interval {
        case .days(let days): due = day + days
        case .seconds(let seconds): due = day + seconds / 86_400
        }
      case .forget:
        end(at: day)
        due = nil
      case .due:
        end(at: day)
        // What such an event asks for is known of the last one only.
        if entry == entries.last, case .day(let asked)? = lastDue {
          due = asked.number
        } else {
          due = nil
        }
      case .suspend:
        end(at: day)
        isSuspended = true
      case .unsuspend:
        isSuspended = false
        due = due.map { max($0, day) }
      case .bury:
        end(at: day)
        due = due.map { max($0, day + 1) }
      default: continue
      }
    }
    end(at: clock.today.number)
    return ranges
  }
}
