import Managers
import Screens
import StudyDomain

// Why options and settings cannot be changed.
extension ErrorWording {
  static func failure(_ error: OptionError) -> ActionFailure {
    switch error {
    case .unknown(let name): ActionFailure("there is no option '\(name)'")
    case .badValue(let name, let value, let expected):
      ActionFailure("\(name): '\(value)' is not \(expected)")
    }
  }

  static func failure(_ error: DeckOptionError) -> ActionFailure {
    switch error {
    case .noDeck(let deck): ActionFailure("there is no deck \(deck.text) any more")
    case .noFile(let option, let deck):
      ActionFailure(
        "\(deck.text) has no file of its own, and \(option) stands in one",
        nextStep: "set it for the decks below")
    case .nothingSaid(let option, let deck):
      ActionFailure("\(deck.text) says nothing of \(option)")
    case .conflict(let path):
      ActionFailure(
        "\(path) holds the marks of a merge", nextStep: "decide about them in an editor first")
    case .badFrontMatter(let path, let line, let reason):
      ActionFailure("\(path):\(line): \(reason)", nextStep: "correct the line in an editor")
    case .noPreset(let name): ActionFailure("there is no preset '\(name)'")
    case .presetExists(let name): ActionFailure("there is a preset '\(name)' already")
    case .badPresetName(let name): ActionFailure("'\(name)' is no name of a preset")
    }
  }

  static func failure(_ error: SettingsError) -> ActionFailure {
    switch error {
    case .unreadable(let path, let line, let reason):
      ActionFailure(
        "\(path):\(line) was not written: \(reason)", nextStep: "correct the line in an editor")
    case .changedSince(let path):
      ActionFailure("\(path) has changed since", nextStep: "it stays as it is")
    }
  }

  static func failure(_ error: DeckFileError) -> ActionFailure {
    switch error {
    case .noDeck(let deck): ActionFailure("there is no deck \(deck.text) any more")
    case .badName(let name):
      ActionFailure("'\(name)' is no name of a deck", nextStep: "write it as Parent::Child")
    case .deckExists(let deck): ActionFailure("there is a deck \(deck.text) already")
    case .fileExists(let path):
      ActionFailure("\(path) is there already", nextStep: "take another name, or move that away")
    case .belowItself(let deck): ActionFailure("\(deck.text) cannot go below itself")
    case .notAFolder(let name):
      ActionFailure(
        "decks lie below it, and no folder can be called '\(name)'",
        nextStep: "leave / : ? * and the like out of the name")
    case .needsItsFolder(let deck, let path):
      ActionFailure(
        "\(path) cannot become \(deck.text) where it lies",
        nextStep: "move the file, with what lies beside it, by hand")
    case .namedByTag(let deck, let path):
      ActionFailure(
        "\(deck.text) is named by a #flashcards tag in \(path)", nextStep: "change the tag there")
    case .conflict(let path):
      ActionFailure(
        "\(path) holds the marks of a merge", nextStep: "decide about them in an editor first")
    }
  }
}
