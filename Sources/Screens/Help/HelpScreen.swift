import StudyDomain
public import TerminalUI

/// Draws Help.
@MainActor public final class HelpScreen: Screen {
  private let viewModel: HelpViewModel
  private let keys: KeyTable

  public init(viewModel: HelpViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .help)
  }

  public var name: ScreenName { .help }

  public func draw(on canvas: inout Canvas) {}

  public func handle(_ key: Key, now: Moment) -> Bool {
    false
  }
}
