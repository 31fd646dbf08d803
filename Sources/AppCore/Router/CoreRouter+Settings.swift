import Screens

extension CoreRouter {
  /// Shows the settings of this machine and of the collection.
  func showSettings() {
    guard let interactor else { return }
    push(
      SettingsScreen(
        viewModel: SettingsViewModel(interactor: interactor, router: self), keys: keys))
  }
}
