public import Interaction

/// Moving over what is larger than its window.
extension StudyViewModel {
  public func scrolled(_ movement: Movement) {
    if showsPrevious { previousScroll.apply(movement) }
    change { $0.scroll.apply(movement) }
  }

  /// Moves what is too wide by columns.
  public func scrolledSideways(by columns: Int) {
    change { $0.sideways = max(0, $0.sideways + columns) }
  }
}
