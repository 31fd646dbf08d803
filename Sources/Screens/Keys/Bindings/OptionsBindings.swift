let optionsBindings: [KeyBinding] = [
  .options(.changeOption, [.enter], "change", "Type a value, take the next, or choose", footer: 90),
  .options(.nextOptionValue, ["l", .right, " "], "next value", "Take the next value", footer: 60),
  .options(.previousOptionValue, ["h", .left], "value before", "Take the value before"),
  .options(
    .resetOption, ["x", .delete], "take back",
    "Take the deck's own value away, so that what it inherits counts; delete a preset", footer: 50),
  .options(
    .optionPresets, ["p"], "presets", "Show the presets, to choose one or edit it", footer: 45),
  .options(.editPreset, ["e"], "edit", "Edit the values of a preset", footer: 48),
  .options(.newPreset, ["C"], "new", "Make a preset of the deck's options", footer: 47),
]

extension KeyBinding {
  fileprivate static func options(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .screen(.options), footer: footer)
  }
}
