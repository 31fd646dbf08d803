let homeBindings: [KeyBinding] = [
  .home(.study, [.enter, "s"], "study", "Study the deck and all below it", footer: 90),
  .home(.toggleFold, [" "], "fold", "Fold or unfold the decks below", footer: 40),
  .home(.fold, ["h", .left], "fold", "Fold, or go to the parent deck"),
  .home(.unfold, ["l", .right], "unfold", "Unfold the decks below"),
  .home(
    .filter, ["/"], "filter",
    "Show only decks whose names contain a text; Enter keeps it, Esc clears it", footer: 50),
  .home(.pin, ["*"], "pin", "Pin the deck to the top, or unpin it", footer: 20),
  .home(
    .addToday, ["+"], "more today",
    "Allow more cards of the deck today: 20 new, or 50r for reviews", footer: 30),
  .home(
    .createDeck, ["C"], "new deck", "Make a deck; :: or / in its name makes parents", footer: 22),
  .home(.renameDeck, ["R"], "rename", "Rename the deck and all below it", footer: 15),
  .home(.moveDeck, ["M"], "move", "Move the deck below another, or to the top"),
  .home(.trashDeck, ["D"], "delete", "Delete the deck and all below it; a copy goes to the trash"),
  .home(
    .customStudy, ["c"], "custom", "Cram, study ahead, or put a session together", footer: 35),
  .home(.problems, ["!"], "problems", "Show what could not be read or matched", footer: 60),
  .home(
    .importFile, ["I"], "import", "Import a package of Anki or another file", footer: 25),
  .home(
    .exportCollection, ["X"], "export", "Export cards as a package of Anki, text or JSON",
    footer: 24),
  .home(.reload, [.control("l")], "read again", "Read the collection again", footer: 10),
  .home(.palette, [":"], "commands", "Find an action by its name and do it", footer: 65),
  .home(
    .menu, [.escape, "0"], "menu", "A menu of what can be done here, for digits and arrows",
    footer: 5),
  .home(.quit, ["q"], "quit", "Leave deckle", footer: 70),
  .home(.addCard, ["a"], "add", "Add cards to the deck at hand", footer: 65),
]
