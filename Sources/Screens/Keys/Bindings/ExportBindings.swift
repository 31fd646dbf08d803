let exportBindings: [KeyBinding] = [
  KeyBinding(
    .openExportRow, [.enter], "open", "Export, choose, or take the next value of the row",
    in: .screen(.export), footer: 100),
  KeyBinding(
    .exportCards, ["i"], "cards", "Choose the cards: a deck, or a query", in: .screen(.export),
    footer: 60),
  KeyBinding(
    .exportPath, ["e"], "type a path", "Type the path of the file; Tab completes it",
    in: .screen(.export), footer: 65),
  KeyBinding(
    .nextExportValue, ["l", .right, " "], "next value", "Take the next value of the row",
    in: .screen(.export), footer: 50),
  KeyBinding(
    .previousExportValue, ["h", .left], "value before", "Take the value before of the row",
    in: .screen(.export)),
]
