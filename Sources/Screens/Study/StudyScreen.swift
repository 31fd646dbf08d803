import StudyDomain
public import TerminalUI

/// Draws Study.
@MainActor public final class StudyScreen: Screen {
  private let viewModel: StudyViewModel
  private let keys: KeyTable

  public init(viewModel: StudyViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .study)
  }

  public var name: ScreenName { .study }

  public func draw(on canvas: inout Canvas) {}

  public func handle(_ key: Key, now: Moment) -> Bool {
    false
  }
}
