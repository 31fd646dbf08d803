/// Where palette and menu lead: back to the screen below, with an action or without.
@MainActor public protocol CommandRouter: Dismissing {
  /// Closes palette or menu and does the action on the screen below.
  func perform(_ action: Action, at now: Moment)
}
