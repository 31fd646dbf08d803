import Managers
public import Screens
import StudyDomain
import TerminalUI

extension CoreInteractor: SettingsInteractor {
  public var settings: [SettingRow] {
    let user = container.settings.user
    let hasNoColor = !(container.environment["NO_COLOR"] ?? "").isEmpty
    let own = SettingDescription.machine.map { setting in
      SettingRow(
        setting, text: user.text(setting.name) ?? "", isSet: user.values[setting.name] != nil,
        isShared: false,
        remark: setting.name == "theme" && hasNoColor ? "NO_COLOR takes colours" : "")
    }
    let shared = container.library.settings
    return own
      + SettingDescription.collection.map { setting in
        let (text, isSet) =
          setting.name == "rollover"
          ? (ValueKind.timeText(shared.rolloverMinutes), shared.rolloverMinutes != 240)
          : (shared.timezone ?? "", shared.timezone != nil)
        return SettingRow(setting, text: text, isSet: isSet, isShared: true)
      }
  }

  public func setSetting(_ name: String, to text: String?) throws -> String {
    try attempt {
      container.settings.readAgain()
      let isShared = SettingDescription.collection.contains { $0.name == name }
      let all = SettingDescription.machine + SettingDescription.collection
      guard let setting = all.first(where: { $0.name == name }) else {
        throw ActionFailure("there is no setting '\(name)'")
      }
      if let text, let expected = setting.complaint(about: text) {
        throw ActionFailure("\(name): '\(text)' is not \(expected)")
      }
      if isShared { try setShared(name, to: text) } else { try setOwn(name, to: text) }
      let value = settings.first { $0.description.name == name }?.text ?? ""
      return "\(name) is \(value.isEmpty ? "as shipped" : value) now"
    }
  }

  private func setOwn(_ name: String, to text: String?) throws {
    let kind = SettingDescription.machine.first { $0.name == name }?.kind ?? .text
    try container.settings.set([name], to: text.map(kind.written), saying: name)
    applySettings()
  }

  private func setShared(_ name: String, to text: String?) throws {
    if name == "timezone", let text {
      var trial = container.library.settings
      trial.timezone = text
      if let problem = container.zoneProblem(of: trial) {
        throw ActionFailure(problem.message, nextStep: "write it like Europe/Berlin")
      }
    }
    try ChangeOptions(
      decks: container.decks, settings: container.settings, texts: container.texts
    ).setShared(name, to: text)
    container.followSettings()
  }

  public func previewTheme(_ name: String?) {
    presentation?.show(name.flatMap { Theme.named($0) })
  }

  // MARK: Keys

  public var keyRows: [KeyRow] {
    let usual = KeyCatalogue.standard.bindings
    let present = presentation?.keys.bindings ?? usual
    var seen: Set<Action> = []
    return zip(usual, present).compactMap { usual, binding in
      guard seen.insert(binding.action).inserted else { return nil }
      return KeyRow(
        action: binding.action.rawValue, place: binding.scope.title, help: binding.help,
        keys: binding.keys.map(\.name), isUsual: binding.keys == usual.keys)
    }
  }

  public func setKeys(_ action: String, to names: [String]?) throws -> String {
    try attempt {
      container.settings.readAgain()
      var wanted = container.settings.user.keys
      wanted[action] = names
      let (catalogue, complaints) = KeyCatalogue.standard.applying(overrides: wanted)
      if let complaint = complaints.first(where: { $0.actions.contains(action) }) {
        throw ActionFailure(
          complaint.notice.text, nextStep: "give the other action another key first")
      }
      let value: OptionValue? = names.map { $0.count == 1 ? .text($0[0]) : .list($0) }
      try container.settings.set(["keys", action], to: value, saying: "keys of \(action)")
      applySettings()
      let keys = keyRows.first { $0.action == action }?.keys.joined(separator: " ") ?? ""
      return "\(action): \(keys)\(shadowed(action, in: catalogue))"
    }
  }

  /// Says which global key no longer acts on the screen of an action.
  private func shadowed(_ action: String, in catalogue: KeyCatalogue) -> String {
    let own = catalogue.bindings.filter {
      $0.action.rawValue == action && $0.scope != .global
    }
    for global in catalogue.bindings where global.scope == .global {
      if let key = global.keys.first(where: { key in own.contains { $0.keys.contains(key) } }) {
        return "; \(key.name) is no longer '\(global.label)' there"
      }
    }
    return ""
  }

  public func undoSetting() throws -> String {
    try attempt {
      guard let what = try container.settings.undo() else {
        let said = try undo()
        container.followSettings()
        return said
      }
      applySettings()
      return "undone: \(what)"
    }
  }

  /// Lets what the settings say hold at once.
  private func applySettings() {
    guard let presentation else { return }
    let configuration = UserConfiguration(container.settings.user, path: container.settings.path)
    presentation.take(configuration.chosenTheme(environment: container.environment))
    presentation.keys.take(
      KeyCatalogue.standard.applying(overrides: configuration.keys).catalogue)
  }
}

extension KeyBinding.Scope {
  /// As a heading.
  fileprivate var title: String {
    switch self {
    case .screen(let screen): screen.title
    case .global: "Everywhere"
    }
  }
}
