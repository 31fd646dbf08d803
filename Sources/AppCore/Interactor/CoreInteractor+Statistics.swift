import Managers
public import Screens
public import StudyDomain

extension CoreInteractor: StatisticsInteractor {
  /// Counted anew only when cards, history, day, query or period are others than the last time.
  public func statistics(_ query: Query?, period: StatisticsPeriod) -> Statistics {
    let key = StatisticsKey(
      revision: container.analytics.revision, query: query, period: period)
    return statisticsMemo.value(for: key) {
      container.analytics.statistics(
        of: query.map { container.flashcards.cards(matching: $0) }, period: period)
    }
  }

  public func letStatisticsGo() {
    container.analytics.letGo()
    statisticsMemo = Memo()
  }
}

/// All that statistics depend on; the chances of recall of the first look are good enough.
struct StatisticsKey: Equatable {
  var revision: [Int]
  var query: Query?
  var period: StatisticsPeriod
}
