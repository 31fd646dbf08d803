let settingsBindings: [KeyBinding] = [
  .settings(
    .changeSetting, [.enter], "change", "Type a value, take the next, or press a new key",
    footer: 90),
  .settings(
    .nextSettingValue, ["l", .right, " "], "next value", "Take the next value",
    footer: 60),
  .settings(.previousSettingValue, ["h", .left], "value before", "Take the value before"),
  .settings(
    .resetSetting, ["x", .delete], "default", "Take the line away: what is shipped counts",
    footer: 50),
  .settings(.addKey, ["+"], "one more key", "Give an action one more key", footer: 40),
]

extension KeyBinding {
  fileprivate static func settings(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .screen(.settings), footer: footer)
  }
}
