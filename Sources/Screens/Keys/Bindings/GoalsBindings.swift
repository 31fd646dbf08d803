let goalsBindings: [KeyBinding] = [
  KeyBinding(
    .typeGoal, [.enter, "e"], "type a number", "Type the goal; nothing or 0 takes it away",
    in: .screen(.goals), footer: 100),
  KeyBinding(
    .raiseGoal, [.right, "l", "+"], "more", "Raise the goal, or set it", in: .screen(.goals),
    footer: 60),
  KeyBinding(
    .lowerGoal, [.left, "h", "-"], "less", "Lower the goal, at last to none",
    in: .screen(.goals), footer: 59),
  KeyBinding(
    .clearGoal, ["x"], "off", "Take the goal away", in: .screen(.goals), footer: 50),
  KeyBinding(
    .nextGoalDeck, [" "], "deck or all",
    "Go on to the goals of the deck at hand, of other decks with goals, of all decks",
    in: .screen(.goals), footer: 65),
]
