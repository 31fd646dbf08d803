/// The router of a screen that can only close.
@MainActor public protocol Dismissing {
  /// Back to the screen below.
  func dismiss()
}
