/// What other programs do with the card at hand.
@MainActor public protocol CardToolsInteractor {
  /// Uses a tool on what is shown of the card on screen; the sentence says what was done.
  func use(_ tool: CardTool, withAnswer: Bool) async throws -> String?
}

/// A use of another program, or of the terminal's clipboard.
public enum CardTool: Hashable, Sendable {
  /// Opens the pictures.
  case view
  /// Plays the sounds.
  case replay
  /// Puts the text into the clipboard.
  case copy
  /// Looks the question up by the command that the person has set.
  case lookUp
}
