import Screens
import TerminalUI

extension CoreRouter: CommandRouter {
  /// Shows the palette over the top screen; from the menu over what lies below that.
  func showPalette() {
    if top?.name == .menu { dismiss() }
    guard let place = top?.name else { return }
    push(
      PaletteScreen(
        viewModel: PaletteViewModel(entries: commands, recent: recentActions, router: self),
        over: place))
  }

  /// Shows the menu over the top screen.
  func showMenu() {
    guard let place = top?.name else { return }
    push(
      MenuScreen(
        viewModel: MenuViewModel(entries: commands, router: self), over: place, keys: keys))
  }

  func perform(_ action: Action, at now: Moment) {
    dismiss()
    recentActions.removeAll { $0 == action }
    recentActions.insert(action, at: 0)
    recentActions.removeLast(max(0, recentActions.count - 5))
    _ = press(.command(action.rawValue), at: now)
  }
}
