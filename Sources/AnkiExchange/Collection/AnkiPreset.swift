/// The options that decks share.
///
/// Numbers that stand for a choice are those of schema 18; unknown ones pass through.
public struct AnkiPreset: Hashable, Sendable {
  public var id: Int64
  public var name: String
  public var modified: Int64 = 0

  /// Minutes.
  public var learningSteps: [Float] = [1, 10]
  public var relearningSteps: [Float] = [10]
  public var newPerDay: Int64 = 20
  public var reviewsPerDay: Int64 = 200
  public var newPerDayMinimum: Int64 = 0
  /// A factor, 2.5 for 250 %.
  public var initialEase: Float = 2.5
  public var easyMultiplier: Float = 1.3
  public var hardMultiplier: Float = 1.2
  /// What a lapse leaves of the interval, 0 to 1.
  public var lapseMultiplier: Float = 0
  public var intervalMultiplier: Float = 1
  public var maximumIntervalDays: Int64 = 36_500
  public var minimumLapseIntervalDays: Int64 = 1
  public var graduatingGoodDays: Int64 = 1
  public var graduatingEasyDays: Int64 = 4
  /// 0 by position, 1 random.
  public var newCardInsertOrder: Int64 = 0
  /// 0 deck, 5 deck then random notes, 1 and 2 position, 3 random notes, 4 random cards.
  public var newCardGatherPriority: Int64 = 0
  /// 0 template, 1 as gathered, 2 template then random, 3 random note then template, 4 random.
  public var newCardSortOrder: Int64 = 0
  /// 0 mixed with reviews, 1 after, 2 before.
  public var newMix: Int64 = 0
  public var dayLearningMix: Int64 = 0
  /// 0 due day, 1 day then deck, 2 deck then day, 3 and 4 interval, 5 and 6 ease, 7 and 11
  /// retrievability, 8 random, 9 and 10 added, 12 overdueness.
  public var reviewOrder: Int64 = 0
  public var buriesNew = false
  public var buriesReviews = false
  public var buriesDayLearning = false
  /// 0 suspend, 1 tag only.
  public var leechAction: Int64 = 1
  public var leechThreshold: Int64 = 8

  public var disablesAutoplay = false
  public var skipsQuestionWhenReplaying = false
  public var answerCapSeconds: Int64 = 60
  public var showsTimer = false
  public var stopsTimerOnAnswer = false
  public var secondsToShowQuestion: Float = 0
  public var secondsToShowAnswer: Float = 0
  public var questionAction: Int64 = 0
  public var answerAction: Int64 = 0
  public var waitsForAudio = true

  /// 0 to 1.
  public var desiredRetention: Float = 0.9
  public var historicalRetention: Float = 0.9
  /// 17, 19 and 21 numbers, or none.
  public var fsrs4Parameters: [Float] = []
  public var fsrs5Parameters: [Float] = []
  public var fsrs6Parameters: [Float] = []
  /// What each weekday may take of the usual load, Monday first, 0 to 1; none or seven.
  public var easyDays: [Float] = []
  /// Which cards the parameters are computed from.
  public var parameterSearch = ""
  /// `YYYY-MM-DD`, or empty.
  public var ignoreReviewsBefore = ""
  public var other: [String: JSONValue] = [:]

  public init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }

  /// The newest parameters there are; empty when none were ever computed.
  public var fsrsParameters: [Float] {
    fsrs6Parameters.isEmpty
      ? fsrs5Parameters.isEmpty ? fsrs4Parameters : fsrs5Parameters : fsrs6Parameters
  }
}
