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
  /// How answers are judged, and the programs that help.
  private(set) var study = StudySettings()
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
        "the settings are collection, theme, editor and keys")
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
      case let key where StudySettings.keys.contains(key):
        let values = entry.value.option?.items ?? []
        if !study.take(key, values) {
          add(
            "\(key): this cannot be understood", entry.line, path, StudySettings.values(of: key))
        }
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
            nextStep: "the settings are collection, theme, editor and keys"))
      }
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
