let customStudyBindings: [KeyBinding] = [
  KeyBinding(
    .openCustomRow, [.enter], "choose", "Begin, choose, or take the next value of the row",
    in: .screen(.customStudy), footer: 100),
  KeyBinding(
    .beginCustom, ["s"], "study", "Begin the session", in: .screen(.customStudy), footer: 60),
  KeyBinding(
    .customCards, ["/"], "which cards", "Choose the cards: a deck, or a query",
    in: .screen(.customStudy), footer: 65),
  KeyBinding(
    .nextCustomValue, ["l", .right, " "], "next value", "Take the next value of the row",
    in: .screen(.customStudy), footer: 50),
  KeyBinding(
    .previousCustomValue, ["h", .left], "value before", "Take the value before of the row",
    in: .screen(.customStudy)),
]
