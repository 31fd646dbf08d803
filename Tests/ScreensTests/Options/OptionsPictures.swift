import StudyDomain
import TerminalUI

@testable import Screens

/// Options that answer as the app does, without files.
@MainActor final class FakeOptionsInteractor: OptionsInteractor {
  var own: [String: String] = ["new_per_day": "10", "relearning_steps": "none"]
  var preset: [String: String] = ["desired_retention": "0.95"]
  var presets: [PresetRow] = [
    PresetRow(name: "Hard", decks: 3), PresetRow(name: "漢字の練習", decks: 1),
  ]
  var said: [String] = []

  func options(of subject: OptionSubject) throws -> [OptionRow] {
    DeckOptions.descriptions.map { option in
      let mine = subject == .preset("Hard") ? preset[option.name] : own[option.name]
      let inherited = option.name == "review_order" ? "retrievability_ascending" : option.standard
      return OptionRow(
        name: option.name, text: mine ?? inherited,
        origin: mine == nil
          ? (option.name == "review_order" ? "Languages::Japanese::Kanji" : "default") : "set here",
        isOwn: mine != nil, inherited: inherited)
    }
  }

  func setOption(_ name: String, to text: String?, of subject: OptionSubject) throws -> String {
    if let text {
      var trial = DeckOptions()
      do throws(OptionError) {
        try trial.set(name, to: .text(text))
      } catch {
        throw ActionFailure("\(name): '\(text)' is not a whole number from 0 up")
      }
    }
    own[name] = text
    said.append("\(name)=\(text ?? "nil")")
    return "Spanish: \(name) is \(text ?? "20") now"
  }

  func createPreset(_ name: String, madeOf deck: DeckName) throws -> String {
    presets.append(PresetRow(name: name, decks: 1))
    return "preset \(name) holds the options of \(deck.text), which follows it now"
  }

  func removePreset(_ name: String) throws -> String {
    presets.removeAll { $0.name == name }
    return "deleted preset \(name)"
  }

  func undo() throws -> String { "undone: option new_per_day" }
  func redo() throws -> String { "done again: option new_per_day" }
}

@MainActor func optionsScreen(
  _ keys: [Key] = [], _ interactor: FakeOptionsInteractor = FakeOptionsInteractor(),
  deck: String = "Spanish::Verbs"
) -> OptionsScreen {
  let screen = OptionsScreen(
    viewModel: OptionsViewModel(
      interactor: interactor, router: FakeDismissing(), deck: DeckName(deck)))
  for key in keys {
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    _ = screen.handle(key, now: noon)
  }
  return screen
}

private func typed(_ text: String) -> [Key] { text.map { .character($0) } }

let optionsPictures: [ScreenPicture] = [
  ScreenPicture(name: "Options/usual", title: "Options of a deck") { optionsScreen() },
  ScreenPicture(name: "Options/long", title: "Options, long values") {
    optionsScreen(typed("Gkkkkkkkk"), deck: "Languages::Japanese::漢字::小学校::一年生の漢字と言葉")
  },
  ScreenPicture(name: "Options/error", title: "Options, a value that cannot be") {
    optionsScreen([.enter] + typed("many") + [.enter])
  },
  ScreenPicture(name: "Options/presets", title: "Options, presets") {
    optionsScreen(typed("p"))
  },
  ScreenPicture(name: "Options/preset", title: "Options of a preset") {
    optionsScreen(typed("pe"))
  },
  ScreenPicture(name: "Options/empty", title: "Options, no presets") {
    let interactor = FakeOptionsInteractor()
    interactor.presets = []
    return optionsScreen(typed("p"), interactor)
  },
]
