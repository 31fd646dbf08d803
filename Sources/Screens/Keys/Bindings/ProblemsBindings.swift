let problemsBindings: [KeyBinding] = [
  KeyBinding(
    .openProblem, [.enter, "E"], "open editor", "Open the file in $EDITOR at the line",
    in: .screen(.problems), footer: 90)
]
