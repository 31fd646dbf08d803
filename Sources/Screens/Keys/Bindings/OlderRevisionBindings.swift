let olderRevisionBindings: [KeyBinding] = [
  KeyBinding(
    .restoreHistory, [.enter, "r"], "restore", "Write the missing events again",
    in: .screen(.olderRevision), footer: 100),
  KeyBinding(
    .acceptOlder, ["a"], "accept older", "Go on from the older revision in a new history file",
    in: .screen(.olderRevision), footer: 90),
]
