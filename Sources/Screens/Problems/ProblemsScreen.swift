import StudyDomain
public import TerminalUI

/// Draws Problems.
@MainActor public final class ProblemsScreen: Screen {
  private let viewModel: ProblemsViewModel
  private let keys: KeyTable

  public init(viewModel: ProblemsViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .problems)
  }

  public var name: ScreenName { .problems }

  public func draw(on canvas: inout Canvas) {}

  public func handle(_ key: Key, now: Moment) -> Bool {
    false
  }
}
