public import StudyDomain

/// What the Settings screen may ask for.
@MainActor public protocol SettingsInteractor: AnyObject {
  /// Settings of this machine, then of the collection.
  var settings: [SettingRow] { get }
  /// Writes a setting, or takes its line away (nil); the sentence says what holds.
  func setSetting(_ name: String, to text: String?) throws -> String
  /// Shows a theme before it is taken; nil goes back to the one in force.
  func previewTheme(_ name: String?)
  /// Every action that a key can have.
  var keyRows: [KeyRow] { get }
  /// Writes the keys of an action, or takes its line away (nil).
  func setKeys(_ action: String, to names: [String]?) throws -> String
  /// Takes back what was written last.
  func undoSetting() throws -> String
}

/// One setting with its value in force.
public struct SettingRow: Hashable, Sendable {
  public var description: SettingDescription
  public var text: String
  /// It stands in a file: it can be taken away.
  public var isSet: Bool
  /// Belongs to the collection, not to this machine.
  public var isShared: Bool
  /// Why it has no effect now: "NO_COLOR is set".
  public var remark: String

  public init(
    _ description: SettingDescription, text: String, isSet: Bool, isShared: Bool,
    remark: String = ""
  ) {
    self.description = description
    self.text = text
    self.isSet = isSet
    self.isShared = isShared
    self.remark = remark
  }
}

/// An action with its keys.
public struct KeyRow: Hashable, Sendable {
  public var action: String
  /// "Home", "Everywhere".
  public var place: String
  public var help: String
  public var keys: [String]
  /// As shipped.
  public var isUsual: Bool

  public init(action: String, place: String, help: String, keys: [String], isUsual: Bool) {
    self.action = action
    self.place = place
    self.help = help
    self.keys = keys
    self.isUsual = isUsual
  }
}
