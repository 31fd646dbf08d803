import DeckFormat
public import StudyDomain

/// What `config.yaml` says of this machine, as far as it can be used.
///
/// What is broken keeps its default and becomes a problem with its line.
public struct UserSettings: Hashable, Sendable {
  /// By name of setting: values that are right.
  public private(set) var values: [String: String] = [:]
  /// By name of action: the keys that do it, as written.
  public private(set) var keys: [String: [String]] = [:]
  /// The line of each action below `keys`.
  public private(set) var keyLines: [String: Int] = [:]
  public private(set) var problems: [Problem] = []

  public init() {}

  /// The settings of a file that could not be read at all.
  public init(problem: Problem) {
    problems = [problem]
  }

  /// Reads the text of the file.
  public init(_ bytes: [UInt8], path: String) {
    let (value, found) = YAMLReader.read(bytes, path: path)
    problems = found
    if let value, !value.isMap, !value.isNull {
      add("this file holds no `key: value`", value.line, path, Self.names)
    }
    for entry in value?.entries ?? [] {
      if entry.key == "keys" {
        takeKeys(entry, path)
      } else if let setting = SettingDescription.machine.first(where: { $0.name == entry.key }) {
        take(entry, setting, path)
      } else {
        problems.append(
          Problem(
            .warning, path: path, line: entry.line, message: "there is no setting '\(entry.key)'",
            nextStep: Self.names))
      }
    }
  }

  /// The value in force; nil where there is none.
  public func text(_ name: String) -> String? {
    if let value = values[name] { return value }
    let standard = SettingDescription.machine.first { $0.name == name }?.standard ?? ""
    return standard.isEmpty ? nil : standard
  }

  /// True when a setting of yes and no is on.
  public func isOn(_ name: String) -> Bool {
    ["true", "yes", "on"].contains(text(name)?.lowercased())
  }

  /// The value of a setting that is a number; nil where there is none.
  public func whole(_ name: String) -> Int? {
    text(name).flatMap { Int($0) }
  }

  /// The days of a setting of weekdays, 0 Monday to 6 Sunday.
  public func weekdays(_ name: String) -> Set<Int> {
    // A value that is none of weekdays was left out when the file was read.
    text(name).flatMap { try? DeckOptions.easyDays(.text($0)) } ?? []
  }

  private static let names =
    "the settings are "
    + (SettingDescription.machine.map(\.name) + ["keys"]).joined(separator: ", ")

  private mutating func take(
    _ entry: YAMLValue.Entry, _ setting: SettingDescription, _ path: String
  ) {
    let takesList = setting.kind == .words || setting.kind == .weekdays
    guard let option = entry.value.option, takesList || entry.value.items == nil else {
      add(
        "'\(entry.key)' takes one text", entry.line, path,
        "correct the line; the default is in force meanwhile")
      return
    }
    guard !entry.value.isNull else { return }
    let value = option.joined
    if let expected = setting.complaint(about: value) {
      add(
        "\(entry.key): '\(value)' is not \(expected)", entry.line, path,
        "correct the line; the default is in force meanwhile")
      return
    }
    values[entry.key] = value
  }

  private mutating func takeKeys(_ entry: YAMLValue.Entry, _ path: String) {
    if !entry.value.isMap, !entry.value.isNull {
      add(
        "keys: names of actions with keys belong below", entry.line, path,
        "write '  study.good: 3', each on its line; the README lists the actions")
    }
    for entry in entry.value.entries {
      guard let option = entry.value.option else {
        add(
          "\(entry.key): a key or a list of keys belongs here", entry.line, path,
          "the usual keys are in force meanwhile")
        continue
      }
      keys[entry.key] = option.items
      keyLines[entry.key] = entry.line
    }
  }

  private mutating func add(_ message: String, _ line: Int, _ path: String, _ nextStep: String) {
    problems.append(
      Problem(.error, path: path, line: line, message: message, nextStep: nextStep))
  }
}
