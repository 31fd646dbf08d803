public import StudyDomain

/// What the Options screen may ask for.
@MainActor public protocol OptionsInteractor: UndoInteractor {
  /// Every option of a deck, or those that a preset holds.
  func options(of subject: OptionSubject) throws -> [OptionRow]
  /// Gives an option a value, or takes the subject's own away (nil); the sentence says what holds.
  func setOption(_ name: String, to text: String?, of subject: OptionSubject) throws -> String
  var presets: [PresetRow] { get }
  /// Makes a preset of a deck's options, and lets the deck follow it.
  func createPreset(_ name: String, madeOf deck: DeckName) throws -> String
  /// Takes a preset away from `settings.yaml` and from the decks that name it.
  func removePreset(_ name: String) throws -> String
}
