import FileStorage
import Managers
import Screens
import StudyDomain
import TerminalUI

/// What `config.yaml` says, with the keys and the theme that follow from it.
struct UserConfiguration {
  let settings: UserSettings
  /// What cannot be used, with its line.
  let problems: [Problem]

  /// The mouse selects and scrolls; off as it takes the terminal's own selection away.
  var mouse: Bool { settings.isOn("mouse") }
  /// Weekdays (0 Monday to 6 Sunday) that break no streak.
  var restDays: Set<Int> { settings.weekdays("rest_days") }
  var keys: [String: [String]] { settings.keys }

  /// The configuration of whoever launched the program.
  init(_ launch: Launch) {
    self.init(
      path: "\(CollectionPaths.configFolder(environment: launch.environment))/config.yaml")
  }

  /// Reads the file; what is broken in it is left out and told.
  init(path: String) {
    self.init(SettingsManager.read(path), path: path)
  }

  /// Looks whether the keys can be had as they are asked for: two actions may change keys with each
  /// other.
  init(_ settings: UserSettings, path: String) {
    self.settings = settings
    problems =
      settings.problems
      + KeyCatalogue.standard.applying(overrides: settings.keys).complaints.map { complaint in
        Problem(
          .error, path: path,
          line: complaint.actions.compactMap { settings.keyLines[$0] }.min() ?? 1,
          message: complaint.notice.text,
          nextStep: complaint.notice.nextStep ?? "the README lists the keys")
      }
  }

  /// The theme that is named here; without colour where `NO_COLOR` asks for it.
  func chosenTheme(environment: [String: String]) -> Theme {
    Theme.chosen(settings.text("theme"), noColor: environment["NO_COLOR"])
  }
}
