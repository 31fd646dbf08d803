import StudyDomain
public import TerminalUI

/// Draws Home.
@MainActor public final class HomeScreen: Screen {
  private let viewModel: HomeViewModel
  private let keys: KeyTable

  public init(viewModel: HomeViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .home)
  }

  public var name: ScreenName { .home }

  public func draw(on canvas: inout Canvas) {}

  public func handle(_ key: Key, now: Moment) -> Bool {
    false
  }
}
