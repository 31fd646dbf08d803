import AppCore
import StudyDomain

/// `deckle stats`: what the Statistics screen counts, as text or JSON.
@MainActor struct StatisticsCommand {
  let interactor: CoreInteractor
  let arguments: Arguments
  /// Nil for everything.
  let query: Query?

  func run() throws -> Int32 {
    var period = StatisticsPeriod.year
    if let text = arguments.options[.period] {
      guard let named = StatisticsPeriod(rawValue: text.lowercased()) else {
        throw Arguments.UsageError(message: "--period: '\(text)' is none of month, year and all")
      }
      period = named
    }
    let statistics = interactor.statistics(query, period: period)
    if arguments.has(.json) {
      try JSONOutput.print(StatisticsJSON(statistics))
    } else {
      Output.write(StatisticsText.text(of: statistics))
    }
    guard let query, statistics.cards.total == 0 else { return ExitStatus.done }
    let why = interactor.unknownNames(in: query).map { ": \($0)" }.joined()
    Output.error("deckle: no card matches\(Output.field(why))")
    return ExitStatus.nothing
  }
}
