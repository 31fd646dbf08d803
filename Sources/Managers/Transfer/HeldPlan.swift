/// A plan while it is performed; of one that nobody is shown, what is done with is let go on the way.
@MainActor final class HeldPlan {
  var plan: ImportPlan
  private let isShown: Bool

  init(_ plan: ImportPlan, isShown: Bool) {
    self.plan = plan
    self.isShown = isShown
  }

  /// Lets go the texts of blocks, which are in their files.
  func dropTexts() {
    if !isShown { plan.dropTexts() }
  }

  /// Lets go what was read back of notes, which the history is about to get.
  func dropWords() {
    if !isShown { plan.dropWords() }
  }
}
