/// What happened to a card, and what its next answer would make of it.
public struct CardHistory: Hashable, Sendable {
  /// Answers in force, the oldest first; practice too.
  public var reviews: [Review]
  /// One for each grade.
  public var reasons: [IntervalReason]
  /// Nil before the first answer.
  public var curve: ForgettingCurve?
  /// Study days since the last answer; nil before the first.
  public var elapsedDays: Int?
  public var desiredRetention: Double

  public init(
    reviews: [Review] = [], reasons: [IntervalReason] = [], curve: ForgettingCurve? = nil,
    elapsedDays: Int? = nil, desiredRetention: Double = 0.9
  ) {
    self.reviews = reviews
    self.reasons = reasons
    self.curve = curve
    self.elapsedDays = elapsedDays
    self.desiredRetention = desiredRetention
  }

  /// The day of the first answer.
  public var introduced: StudyDay? { reviews.map(\.day).min() }

  /// Of all answers, at most a minute each.
  public var totalMilliseconds: Int {
    reviews.reduce(0) {
      $0 + Int(min(max(0, $1.milliseconds), AnswerSample.longestMilliseconds))
    }
  }

  /// One answer.
  public struct Review: Hashable, Sendable {
    /// As the clock said it, and where it stood east of UTC.
    public var time: Timestamp
    public var offsetMinutes: Int
    public var day: StudyDay
    public var grade: Grade
    public var phaseBefore: CardPhase
    public var mode: AnswerSample.Mode
    public var interval: Interval
    public var milliseconds: Int64
    /// Nil for practice.
    public var memory: MemoryState?

    public init(
      time: Timestamp, offsetMinutes: Int = 0, day: StudyDay, grade: Grade,
      phaseBefore: CardPhase, mode: AnswerSample.Mode = .normal, interval: Interval,
      milliseconds: Int64, memory: MemoryState?
    ) {
      self.time = time
      self.offsetMinutes = offsetMinutes
      self.day = day
      self.grade = grade
      self.phaseBefore = phaseBefore
      self.mode = mode
      self.interval = interval
      self.milliseconds = milliseconds
      self.memory = memory
    }
  }
}

/// The chance of recall over time, from a card's first answer to a little after now.
public struct ForgettingCurve: Hashable, Sendable {
  public var start: Timestamp
  public var end: Timestamp
  public var now: Timestamp
  /// Chances at even distances, the first at `start`, the last at `end`.
  public var chances: [Float]
  /// The times of the answers, as shares of the whole, 0 to 1.
  public var answers: [Float]

  public init(
    start: Timestamp, end: Timestamp, now: Timestamp, chances: [Float], answers: [Float]
  ) {
    self.start = start
    self.end = end
    self.now = now
    self.chances = chances
    self.answers = answers
  }

  /// Where now is, as a share of the whole.
  public var nowShare: Double {
    let length = end.milliseconds - start.milliseconds
    return length > 0 ? Double(now.milliseconds - start.milliseconds) / Double(length) : 1
  }
}
