import FileStorage
import Managers
import StudyDomain

/// What `config.yaml` says of studying: how answers are judged, and the programs that help.
struct StudySettings {
  let typedAnswers: TypedAnswerRule
  /// Hints of gaps wait until they are asked for.
  let hidesHints: Bool
  /// Each a command in words; nil takes what is there.
  let viewer: [String]?
  let player: [String]?
  let lookUp: [String]?

  init(_ settings: UserSettings) {
    let words = settings.text("typed_answers")?.split(separator: " ").map(String.init) ?? []
    // Words that say nothing were told when the file was read; answers are judged as shipped.
    typedAnswers = TypedAnswerRule(words: words) ?? TypedAnswerRule()
    hidesHints = settings.text("hints") == "asked"
    func command(_ name: String) -> [String]? {
      guard let words = settings.text(name).flatMap(EditorCommand.split), !words.isEmpty else {
        return nil
      }
      return words
    }
    viewer = command("viewer")
    player = command("player")
    lookUp = command("look_up")
  }
}
