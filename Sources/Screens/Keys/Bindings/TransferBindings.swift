let transferBindings: [KeyBinding] = [
  KeyBinding(
    .openTransferRow, [.enter], "open",
    "Open the file, import, or list the notes of the row", in: .screen(.transfer), footer: 100),
  KeyBinding(
    .transferDeck, ["i"], "deck", "Choose the deck that everything goes below",
    in: .screen(.transfer), footer: 60),
  KeyBinding(
    .transferPath, ["e"], "type a path", "Type the path of a file; Tab completes it",
    in: .screen(.transfer), footer: 65),
  KeyBinding(
    .transferColumns, ["c"], "columns", "Say what the columns of a text are",
    in: .screen(.transfer), footer: 62),
  KeyBinding(
    .nextValue, ["l", .right, " "], "next value", "Take the next value of the row",
    in: .screen(.transfer), footer: 50),
  KeyBinding(
    .previousValue, ["h", .left], "value before", "Take the value before of the row",
    in: .screen(.transfer)),
]
