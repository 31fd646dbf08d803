import DeckFormat
public import StudyDomain

/// What `.deckle/settings.yaml` and the note types say for the whole collection.
public struct CollectionSettings: Hashable, Sendable {
  /// Options of decks that say nothing else.
  public var defaults: [String: OptionValue] = [:]
  public var presets: [String: [String: OptionValue]] = [:]
  /// Minutes after midnight at which the study day begins.
  public var rolloverMinutes = 240
  /// The zone whose days count; nil follows the machine.
  public var timezone: String?
  public var problems: [Problem] = []
  /// By folder ("" at the top, ".deckle" for the collection's own).
  var noteTypes: [String: NoteTypes] = [:]

  public init() {}

  /// What decides when a study day ends.
  public struct Days: Hashable, Sendable {
    public var rolloverMinutes: Int
    public var timezone: String?
  }

  public var days: Days { Days(rolloverMinutes: rolloverMinutes, timezone: timezone) }

  /// Changes with everything that changes how deck files are read; equal in every run.
  var fingerprint: Int {
    var text = ["obsidian", "html", "ask"].map { defaults[$0]?.joined ?? "" }.joined(
      separator: "\t")
    for (folder, types) in noteTypes.sorted(by: { $0.key < $1.key }) {
      text += "\n\(folder)"
      for (name, type) in types.types.sorted(by: { $0.key < $1.key }) {
        text += "\t\(name)\t\(type.fields)"
        // Not the whole template: how Swift prints its compiled form differs in every run.
        for template in type.templates {
          text += "\t\(template.name)\t\(template.front)\t\(template.back)"
        }
      }
    }
    return text.utf8.reduce(5381) { $0 &* 33 &+ Int($1) }
  }

  /// The note types a file sees: the ones beside it before the collection's.
  func noteTypes(forFile path: String) -> NoteTypes {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    let shared = noteTypes[".deckle"] ?? NoteTypes()
    return noteTypes[folder]?.over(shared) ?? shared
  }

  /// The one of them that has a name.
  func noteType(named name: String, forFile path: String) -> NoteType? {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    return noteTypes[folder]?[name] ?? noteTypes[".deckle"]?[name]
  }

  /// Reads `settings.yaml`; what is broken in it keeps its default and becomes a problem.
  mutating func read(_ bytes: [UInt8], path: String) {
    let (value, found) = YAMLReader.read(bytes, path: path)
    problems += found
    if let value, !value.isMap, !value.isNull {
      add("this file holds no `key: value`", value.line, path)
    }
    for entry in value?.entries ?? [] {
      switch entry.key {
      case "rollover": readRollover(entry, path)
      case "timezone":
        timezone = entry.value.text
        if timezone == nil, !entry.value.isNull {
          add("timezone: a name such as Europe/Berlin belongs here", entry.line, path)
        }
      case "presets":
        if !entry.value.isMap, !entry.value.isNull {
          add("presets: names with options below them belong here", entry.line, path)
        }
        for preset in entry.value.entries {
          if !preset.value.isMap, !preset.value.isNull {
            add("the preset '\(preset.key)' holds no `option: value`", preset.line, path)
          }
          presets[preset.key] = options(of: preset.value, path)
        }
      default: readDefault(entry, path)
      }
    }
  }

  private mutating func readDefault(_ entry: YAMLValue.Entry, _ path: String) {
    guard let value = checked(entry, path) else { return }
    defaults[entry.key] = value
  }

  private mutating func options(of value: YAMLValue, _ path: String) -> [String: OptionValue] {
    var result: [String: OptionValue] = [:]
    for entry in value.entries {
      if let option = checked(entry, path) { result[entry.key] = option }
    }
    return result
  }

  /// The value of an option if it is one; else a problem with its line.
  private mutating func checked(_ entry: YAMLValue.Entry, _ path: String) -> OptionValue? {
    guard let value = entry.value.option else {
      add("'\(entry.key)' takes one value or a list", entry.line, path)
      return nil
    }
    guard
      let problem = DeckOptions.problem(with: entry.key, value, path: path, line: entry.line)
    else { return value }
    problems.append(problem)
    return DeckOptions.namesWithoutEffect.contains(entry.key) && problem.severity == .warning
      ? value : nil
  }

  private mutating func readRollover(_ entry: YAMLValue.Entry, _ path: String) {
    guard let minutes = ValueKind.time(entry.value.text ?? "") else {
      add("rollover: a time of day such as \"04:00\" belongs here", entry.line, path)
      return
    }
    rolloverMinutes = minutes
  }

  private mutating func add(_ message: String, _ line: Int, _ path: String) {
    problems.append(
      Problem(
        .error, path: path, line: line, message: message,
        nextStep: "correct the line; the default is in force meanwhile"))
  }
}
