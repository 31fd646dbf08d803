import History
import StudyDomain

/// What a card's answers of today take from the limits of its deck.
struct TodayCount: Equatable, BitwiseCopyable {
  var new = 0
  var reviews = 0
  /// All answers, those within steps too.
  var answers = 0
  /// Time taken, at most a minute an answer: a card left open is not study.
  var milliseconds: Int64 = 0

  init(_ entries: [CardEntry]) {
    for entry in entries {
      guard let answer = entry.review, answer.mode != .cram else { continue }
      answers += 1
      milliseconds += min(60_000, answer.takenMilliseconds)
      if entry.phaseBefore == .new {
        new += 1
      } else if entry.phaseBefore == .review || answer.elapsedDays > 0 {
        reviews += 1
      }
    }
  }
}
