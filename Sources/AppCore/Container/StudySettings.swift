import FileStorage
import StudyDomain

/// What `config.yaml` says of studying: how answers are judged, and the programs that help.
struct StudySettings: Equatable {
  var typedAnswers = TypedAnswerRule()
  /// Hints of gaps wait until they are asked for.
  var hidesHints = false
  /// Each a command in words; nil takes what is there.
  var viewer: [String]?
  var player: [String]?
  var lookUp: [String]?

  /// Takes a setting; false when its value cannot be read.
  mutating func take(_ key: String, _ values: [String]) -> Bool {
    switch key {
    case "typed_answers":
      guard let rule = TypedAnswerRule(words: values) else { return false }
      typedAnswers = rule
    case "hints":
      guard values == ["shown"] || values == ["asked"] else { return false }
      hidesHints = values == ["asked"]
    case "viewer", "player", "look_up":
      guard values.count == 1, let words = EditorCommand.split(values[0]), !words.isEmpty else {
        return false
      }
      switch key {
      case "viewer": viewer = words
      case "player": player = words
      default: lookUp = words
      }
    default: return false
    }
    return true
  }

  static let keys = ["typed_answers", "hints", "viewer", "player", "look_up"]

  /// What belongs behind a key.
  static func values(of key: String) -> String {
    switch key {
    case "typed_answers":
      "write one or more of \(TypedAnswerRule.words.joined(separator: ", ")) in brackets"
    case "hints": "write shown, or asked to see hints of gaps only with h"
    default: "write a command, in quotes where it has blanks"
    }
  }
}
