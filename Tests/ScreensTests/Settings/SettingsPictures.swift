import StudyDomain
import TerminalUI

@testable import Screens

/// Settings that answer as the app does, without files.
@MainActor final class FakeSettingsInteractor: SettingsInteractor {
  var values: [String: String] = ["theme": "dark", "editor": "nvim"]
  var keys: [String: [String]] = ["study.good": ["Space", "3"]]
  var previews: [String?] = []
  var failure: ActionFailure?

  var settings: [SettingRow] {
    SettingDescription.machine.map { row($0, isShared: false) }
      + SettingDescription.collection.map { row($0, isShared: true) }
  }

  private func row(_ setting: SettingDescription, isShared: Bool) -> SettingRow {
    SettingRow(
      setting, text: values[setting.name] ?? setting.standard, isSet: values[setting.name] != nil,
      isShared: isShared)
  }

  func setSetting(_ name: String, to text: String?) throws -> String {
    if let failure { throw failure }
    values[name] = text
    return "\(name) is \(text ?? "as shipped") now"
  }

  func previewTheme(_ name: String?) { previews.append(name) }

  /// The first actions of three screens.
  var keyRows: [KeyRow] {
    [ScreenName.home, .study, .options].flatMap { screen in
      KeyCatalogue.standard.table(for: screen).own.prefix(6).map { binding in
        let own = keys[binding.action.rawValue]
        return KeyRow(
          action: binding.action.rawValue, place: screen.title, help: binding.help,
          keys: own ?? binding.keys.map(\.name), isUsual: own == nil)
      }
    }
  }

  func setKeys(_ action: String, to names: [String]?) throws -> String {
    if let failure { throw failure }
    keys[action] = names
    return "\(action): \(names?.joined(separator: " ") ?? "as shipped")"
  }

  func undoSetting() throws -> String { "undone: theme" }
}

@MainActor func settingsScreen(
  _ keys: [Key] = [], _ interactor: FakeSettingsInteractor = FakeSettingsInteractor()
) -> SettingsScreen {
  let screen = SettingsScreen(
    viewModel: SettingsViewModel(interactor: interactor, router: FakeDismissing()))
  for key in keys {
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    _ = screen.handle(key, now: noon)
  }
  return screen
}

private func typed(_ text: String) -> [Key] { text.map { .character($0) } }

/// Down to the row that leads to the keys.
private let toKeys: [Key] =
  Array(repeating: .down, count: SettingDescription.machine.count) + [.enter]

let settingsPictures: [ScreenPicture] = [
  ScreenPicture(name: "Settings/usual", title: "Settings") { settingsScreen() },
  ScreenPicture(name: "Settings/themes", title: "Settings, themes") {
    settingsScreen([.enter, .down])
  },
  ScreenPicture(name: "Settings/keys", title: "Settings, keys") { settingsScreen(toKeys) },
  ScreenPicture(name: "Settings/new-key", title: "Settings, a key is asked for") {
    settingsScreen(toKeys + [.enter])
  },
  ScreenPicture(name: "Settings/wide", title: "Settings, a long value typed") {
    settingsScreen([.down, .enter] + typed(" --日本語のオプション=はい そして もっと長い値がここに続く"))
  },
  ScreenPicture(name: "Settings/error", title: "Settings, the file cannot be written") {
    let interactor = FakeSettingsInteractor()
    interactor.failure = ActionFailure(
      "~/.config/deckle/config.yaml:3 was not written: This cannot be read: did not find ']'.",
      nextStep: "correct the line in an editor")
    return settingsScreen(typed("l"), interactor)
  },
]
