public import Interaction
public import Observation
public import StudyDomain

/// Decides what Statistics shows and does.
@MainActor @Observable public final class StatisticsViewModel {
  private let interactor: any StatisticsInteractor
  private let router: any Dismissing

  public private(set) var chart = StatisticsChart.overview
  public private(set) var period = StatisticsPeriod.year
  /// What is counted, as it was typed; empty for everything.
  public private(set) var queryText = ""
  private var query: Query?
  /// The query while it is typed.
  public private(set) var field: TextField?
  public private(set) var error: Query.SyntaxError?
  public private(set) var message: Notice?
  /// Of a chart in rows; on the calendar its windows are years.
  public private(set) var scroll = ScrollState()

  /// A query that cannot be read counts everything and is told.
  public init(
    interactor: any StatisticsInteractor, router: any Dismissing, query text: String? = nil
  ) {
    self.interactor = interactor
    self.router = router
    if let text, !text.isEmpty { apply(text) }
  }

  public var statistics: Statistics { interactor.statistics(query, period: period) }

  /// The deck that is counted, when it is one deck.
  public var deck: DeckName? { query?.deckName.map { DeckName($0) } }

  public var isTyping: Bool { field != nil }

  // MARK: Charts

  public func chartPressed(_ steps: Int) {
    message = nil
    chart = chart.advanced(by: steps)
    scroll = ScrollState()
  }

  public func periodPressed() {
    message = nil
    period = period.next
    scroll = ScrollState()
  }

  public func scrolled(_ movement: Movement) {
    scroll.apply(movement)
  }

  public func fit(contentHeight: Int, windowHeight: Int) {
    var fitted = scroll
    fitted.fit(contentHeight: contentHeight, windowHeight: windowHeight)
    if fitted != scroll { scroll = fitted }
  }

  // MARK: Query

  public func queryPressed() {
    message = nil
    error = nil
    field = TextField(queryText)
  }

  public func queryEdited(_ edit: TextField.Edit) {
    error = nil
    field?.apply(edit)
  }

  /// Counts what the field asks for; one that cannot be read stays open at its error.
  public func queryEntered() {
    guard let text = field?.text else { return }
    apply(text)
    if error == nil { field = nil }
  }

  public func queryLeft() {
    field = nil
    error = nil
  }

  public func allPressed() {
    message = nil
    (query, queryText) = (nil, "")
    scroll = ScrollState()
  }

  private func apply(_ text: String) {
    do throws(Query.SyntaxError) {
      let isEmpty = text.allSatisfy(\.isWhitespace)
      query = isEmpty ? nil : try Query(parsing: text)
      queryText = isEmpty ? "" : text
      error = nil
      scroll = ScrollState()
    } catch {
      self.error = error
      message = Notice(.warning, "column \(error.column): \(error.message)")
      return
    }
    message =
      query != nil && statistics.cards.total == 0 ? Notice("No card matches: all is zero") : nil
  }

  public func backPressed() {
    interactor.letStatisticsGo()
    router.dismiss()
  }
}
