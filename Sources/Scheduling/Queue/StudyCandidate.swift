public import StudyDomain

/// A card as the queue sees it.
///
/// The queue takes every card of the collection and finds out itself
/// what is due, so that cards answered today can hold their siblings back.
public struct StudyCandidate: Sendable, BitwiseCopyable {
  /// The caller's number of the card; any, but each once.
  public var card: Int32
  /// The caller's number of the note; from 0 up without large gaps.
  public var note: Int32
  /// The place of the card's deck in the list of decks.
  public var deck: Int32
  /// The place of the note in its deck file, or in the collection: grows in reading order.
  public var position: Int32
  /// Which of its note's cards this is, from 0.
  public var face: UInt16
  public var phase: CardPhase
  var dueKind: DueKind
  /// A day number or milliseconds, by `dueKind`.
  var due: Int64
  /// Days; 0 when there is none.
  var intervalDays: Int32
  /// `Int32.min` without a review.
  var lastDay: Int32
  /// Milliseconds; `Int64.min` without a review.
  var lastReview: Int64
  /// 0 without a memory.
  var stability: Float
  var difficulty: Float
  /// Breaks ties: from the card's key, so that it stays the same across starts.
  public var hash: UInt64

  /// True when the last review, if any, was on that day.
  public func isAnswered(on day: StudyDay) -> Bool {
    lastDay == Int32(clamping: day.number)
  }

  enum DueKind: UInt8, Sendable, BitwiseCopyable {
    case never, day, time
    /// Suspended, or buried for `due`, a day.
    case suspended, buried
  }

  /// `state` is what the history says; `today` decides whether a bury still holds.
  public init(
    card: Int, note: Int, deck: Int, position: Int, face: Int = 0, hash: UInt64,
    state: CardState, today: StudyDay
  ) {
    self.card = Int32(truncatingIfNeeded: card)
    self.note = Int32(truncatingIfNeeded: note)
    self.deck = Int32(truncatingIfNeeded: deck)
    self.position = Int32(truncatingIfNeeded: position)
    self.face = UInt16(truncatingIfNeeded: face)
    self.hash = hash
    phase = state.phase
    intervalDays = Int32(clamping: state.interval?.days ?? 0)
    lastDay = state.lastDay.map { Int32(clamping: $0.number) } ?? .min
    lastReview = state.lastReview?.milliseconds ?? .min
    stability = Float(state.memory?.stability ?? 0)
    difficulty = Float(state.memory?.difficulty ?? 0)
    switch state.due {
    case nil: (dueKind, due) = (.never, 0)
    case .day(let day): (dueKind, due) = (.day, Int64(day.number))
    case .time(let time): (dueKind, due) = (.time, time.milliseconds)
    }
    if state.isSuspended {
      dueKind = .suspended
    } else if state.isBuried(on: today) {
      dueKind = .buried
    }
  }

  /// True when the card waits until tomorrow by someone's wish.
  public var isBuried: Bool { dueKind == .buried }

  /// True when the card is neither suspended nor buried and would not be asked on the day.
  public func isAhead(of moment: StudyMoment) -> Bool {
    dueKind.rawValue <= DueKind.time.rawValue && standing(moment) == .notToday
  }

  /// When the card is due; nil for a new one, and while it is suspended or buried.
  public var nextDue: CardState.Due? {
    switch dueKind {
    case .day: .day(StudyDay(Int(due)))
    case .time: .time(Timestamp(milliseconds: due))
    case .never, .suspended, .buried: nil
    }
  }

  /// What the card is today.
  enum Standing: UInt8, Sendable {
    case notToday, new, interdayLearning, review
    /// Within a learning step of today; its time is `due`.
    case intradayLearning
  }

  func standing(_ moment: StudyMoment) -> Standing {
    guard dueKind.rawValue <= DueKind.time.rawValue else { return .notToday }
    let today = Int64(moment.day.number)
    // A card whose last review lies after today (a clock had run ahead) is due today.
    let isFromTheFuture = lastDay != .min && Int64(lastDay) > today
    switch phase {
    case .new:
      return .new
    case .review:
      return isFromTheFuture || dueDay(moment) <= today ? .review : .notToday
    case .learning, .relearning:
      guard dueKind == .time else {
        return isFromTheFuture || due <= today ? .interdayLearning : .notToday
      }
      if due >= moment.end.milliseconds {
        return isFromTheFuture ? .interdayLearning : .notToday
      }
      return crossedRollover(moment) ? .interdayLearning : .intradayLearning
    }
  }

  /// The study day on which the card is due; days before today are told from instants by the
  /// length of a day.
  func dueDay(_ moment: StudyMoment) -> Int64 {
    guard dueKind == .time else { return due }
    let before = moment.start.milliseconds - due
    return Int64(moment.day.number) - (before > 0 ? (before + 86_399_999) / 86_400_000 : 0)
  }

  /// True when the step led out of the study day on which it began.
  private func crossedRollover(_ moment: StudyMoment) -> Bool {
    lastDay != .min && dueDay(moment) > Int64(lastDay) && Int64(lastDay) < Int64(moment.day.number)
  }
}
