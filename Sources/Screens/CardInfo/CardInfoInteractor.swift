public import StudyDomain

/// What Card info may ask for.
@MainActor public protocol CardInfoInteractor {
  /// All that is known of a card now; nil when its text is gone.
  ///
  /// Kept while nothing changes, so that a frame may ask.
  func cardInfo(_ card: CardKey) throws -> CardInfo?
}

/// All that Card info shows.
public struct CardInfo: Hashable, Sendable {
  public var report: CardReport
  public var history: CardHistory
  public var today: StudyDay
  /// Minutes east of UTC now, for times that are yet to come.
  public var offsetMinutes: Int

  public init(report: CardReport, history: CardHistory, today: StudyDay, offsetMinutes: Int = 0) {
    self.report = report
    self.history = history
    self.today = today
    self.offsetMinutes = offsetMinutes
  }
}
