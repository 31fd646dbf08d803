import StudyDomain
public import TerminalUI

/// Draws Summary.
@MainActor public final class SummaryScreen: Screen {
  private let viewModel: SummaryViewModel
  private let keys: KeyTable

  public init(viewModel: SummaryViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .summary)
  }

  public var name: ScreenName { .summary }

  public func draw(on canvas: inout Canvas) {}

  public func handle(_ key: Key, now: Moment) -> Bool {
    false
  }
}
