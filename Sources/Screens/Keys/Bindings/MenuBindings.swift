let menuBindings: [KeyBinding] = [
  KeyBinding(
    .performMenuRow, [.enter, " "], "do it", "Do the selected action", in: .screen(.menu),
    footer: 100),
  KeyBinding(
    .chooseMenuRow, ["1", "2", "3", "4", "5", "6", "7", "8", "9"], "do that row",
    "Do the action of that number", in: .screen(.menu)),
  KeyBinding(
    .nextMenuGroup, [.right, "l"], "next group", "Go to the next group of actions",
    in: .screen(.menu), footer: 60),
  KeyBinding(
    .previousMenuGroup, [.left, "h"], "group before", "Go to the group of actions before",
    in: .screen(.menu)),
]
