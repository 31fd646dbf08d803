import StudyDomain

/// A card in a session.
public struct QueueEntry: Hashable, Sendable, BitwiseCopyable {
  /// The caller's numbers, as in `StudyCandidate`.
  public var card: Int32
  public var note: Int32
  public var deck: Int32
  /// Which number of the header the card counts in.
  public var part: StudyPart
  var standing: StudyCandidate.Standing
  var face: UInt16

  init(_ candidate: StudyCandidate, _ standing: StudyCandidate.Standing) {
    card = candidate.card
    note = candidate.note
    deck = candidate.deck
    face = candidate.face
    self.standing = standing
    switch standing {
    case .new: part = .new
    case .interdayLearning, .intradayLearning: part = .learning
    case .review, .notToday: part = .due
    }
  }
}

/// A card within its learning steps, with the time of its next one.
struct LearningEntry: Hashable, Sendable, BitwiseCopyable {
  var entry: QueueEntry
  /// Milliseconds since 1970.
  var due: Int64
}
