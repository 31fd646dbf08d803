import DeckFormat
import FileStorage
import Screens
import StudyDomain
import TerminalUI

/// What `config.yaml` says: this machine's collection, theme, keys and editor.
struct UserConfiguration {
  private(set) var collection: String?
  private(set) var theme: String?
  private(set) var editor: String?
  /// By name of action: the keys that do it.
  private(set) var keys: [String: [String]] = [:]
  /// The mouse selects and scrolls; off as it takes the terminal's own selection away.
  private(set) var mouse = false
  /// Weekdays (0 Monday to 6 Sunday) that break no streak.
  private(set) var restDays: Set<Int> = []
  private(set) var problems: [Problem] = []

  /// The configuration of whoever launched the program.
  init(_ launch: Launch) {
    self.init(
      path: "\(CollectionPaths.configFolder(environment: launch.environment))/config.yaml")
  }

  /// The theme that is named here; without colour where `NO_COLOR` asks for it.
  func chosenTheme(environment: [String: String]) -> Theme {
    if let noColor = environment["NO_COLOR"], !noColor.isEmpty { return .monochrome }
    return theme.flatMap { Theme.named($0) } ?? .terminal
  }

  /// Reads the file; what is broken in it is left out and told.
  init(path: String) {
    let bytes: [UInt8]
    do throws(FileStorageError) {
      // Most people have no configuration: then everything is as shipped.
      guard try FileSystem.live.status(ofPath: path) != nil else { return }
      bytes = try FileSystem.live.contents(of: path)
    } catch {
      problems = [
        Problem(
          .error, path: path, message: error.message,
          nextStep: "everything is as shipped meanwhile")
      ]
      return
    }
    let (value, found) = YAMLReader.read(bytes, path: path)
    problems = found
    if let value, !value.isMap, !value.isNull {
      add(
        "this file holds no `key: value`", value.line, path,
        "the settings are collection, theme, editor, mouse, rest_days and keys")
    }
    for entry in value?.entries ?? [] {
      switch entry.key {
      case "collection": collection = text(entry, path)
      case "theme":
        theme = text(entry, path)
        if let theme, Theme.named(theme) == nil {
          let names = Theme.all.map(\.name).joined(separator: ", ")
          add("there is no theme '\(theme)'", entry.line, path, "the themes are \(names)")
        }
      case "editor": editor = text(entry, path)
      case "mouse": takeMouse(entry, path)
      case "rest_days": takeRestDays(entry, path)
      case "keys":
        if !entry.value.isMap, !entry.value.isNull {
          add(
            "keys: names of actions with keys belong below", entry.line, path,
            "write '  study.good: 3', each on its line; the README lists the actions")
        }
        takeKeys(entry.value.entries, path)
      default:
        problems.append(
          Problem(
            .warning, path: path, line: entry.line, message: "there is no setting '\(entry.key)'",
            nextStep: "the settings are collection, theme, editor, mouse, rest_days and keys"))
      }
    }
  }

  private mutating func takeMouse(_ entry: YAMLValue.Entry, _ path: String) {
    switch entry.value.text {
    case "true", "yes", "on": mouse = true
    case "false", "no", "off": mouse = false
    default: add("'mouse' is true or false", entry.line, path, "the mouse is off meanwhile")
    }
  }

  /// Weekdays by their English names, of which three letters are enough.
  private mutating func takeRestDays(_ entry: YAMLValue.Entry, _ path: String) {
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    for word in entry.value.option?.items ?? [] where !word.isEmpty {
      guard let day = names.firstIndex(of: String(word.lowercased().prefix(3))) else {
        add(
          "there is no weekday '\(word)'", entry.line, path,
          "write 'rest_days: [sat, sun]'; it is no day of rest meanwhile")
        continue
      }
      restDays.insert(day)
    }
  }

  /// Takes all keys together: two actions may change keys with each other.
  private mutating func takeKeys(_ entries: [YAMLValue.Entry], _ path: String) {
    for entry in entries {
      guard let option = entry.value.option else {
        add(
          "\(entry.key): a key or a list of keys belongs here", entry.line, path,
          "the usual keys are in force meanwhile")
        continue
      }
      keys[entry.key] = option.items
    }
    for complaint in KeyCatalogue.standard.applying(overrides: keys).complaints {
      let line = entries.first { complaint.actions.contains($0.key) }?.line
      add(
        complaint.notice.text, line ?? 1, path,
        complaint.notice.nextStep ?? "the README lists the keys")
    }
  }

  private mutating func add(
    _ message: String, _ line: Int, _ path: String, _ nextStep: String
  ) {
    problems.append(
      Problem(.error, path: path, line: line, message: message, nextStep: nextStep))
  }

  private mutating func text(_ entry: YAMLValue.Entry, _ path: String) -> String? {
    if let text = entry.value.text { return text }
    problems.append(
      Problem(
        .error, path: path, line: entry.line, message: "'\(entry.key)' takes one text",
        nextStep: "correct the line; the default is in force meanwhile"))
    return nil
  }
}
