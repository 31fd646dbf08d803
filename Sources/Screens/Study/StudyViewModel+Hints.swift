import StudyDomain

/// Hints, and the programs that help with a card.
extension StudyViewModel {
  /// The card's front, its hints hidden until they are asked for.
  public var front: String {
    guard let card else { return "" }
    let text = card.text.front
    return progress(of: card).isHintShown ? text : hiddenHints(text)
  }

  private func hiddenHints(_ text: String) -> String {
    ClozeHint.hidden(in: text, gaps: hidesHints)
  }

  public var hasHiddenHint: Bool {
    guard let card, !isAnswerShown, !progress(of: card).isHintShown else { return false }
    return hiddenHints(card.text.front) != card.text.front
  }

  public func hintPressed() {
    guard card != nil, !showsPrevious else { return }
    if hasHiddenHint {
      message = nil
      change { $0.isHintShown = true }
    } else {
      message = whyNoHint.map { Notice($0) }
    }
  }

  /// Why no hint can be shown; nil when one can.
  public var whyNoHint: String? {
    guard let card, !hasHiddenHint else { return nil }
    let hasHint = hiddenHints(card.text.front) != card.text.front
    return hasHint ? "The hint is shown" : "This card has no hint"
  }

  /// Opens pictures, plays sounds, copies or looks up what is shown of the card.
  public func toolPressed(_ tool: CardTool) {
    guard card != nil, !isEditing, !leavePrevious() else { return }
    message = nil
    let withAnswer = isAnswerShown
    editing = Task {
      do {
        message = try await interactor.use(tool, withAnswer: withAnswer).map { Notice($0) }
      } catch {
        message = Notice(error)
      }
    }
  }
}
