public import StudyDomain

/// What Statistics may ask for.
@MainActor public protocol StatisticsInteractor {
  /// Counts the cards of a query and their answers; nil for everything.
  ///
  /// Kept while nothing changes, so that a frame may ask.
  func statistics(_ query: Query?, period: StatisticsPeriod) -> Statistics
  /// The screen closes: what was kept for it may go.
  func letStatisticsGo()
}
