let globalBindings: [KeyBinding] = [
  .global(.help, ["?"], "help", "Show the keys of this screen", footer: 80),
  .global(.palette, [":"], "commands", "Find an action by its name and do it"),
  .global(.menu, ["0"], "menu", "A menu of what can be done here, for digits and arrows"),
  .global(.back, ["q", .escape], "back", "One level back", footer: 70),
  .global(.undo, ["u"], "undo", "Undo the newest action", footer: 55),
  .global(.redo, [.control("r")], "redo", "Do again what was undone"),
  .global(.decks, ["d"], "decks", "Go to the decks"),
  .global(
    .browse, ["b"], "browse", "Search and list cards, first those of the deck at hand"),
  .global(.moveDown, ["j", .down], "down", "One line or row down"),
  .global(.moveUp, ["k", .up], "up", "One line or row up"),
  .global(.halfPageDown, [.control("d")], "half page down", "Half a page down"),
  .global(.halfPageUp, [.control("u")], "half page up", "Half a page up"),
  .global(.pageDown, [.pageDown], "page down", "A page down"),
  .global(.pageUp, [.pageUp], "page up", "A page up"),
  .global(.moveToTop, ["g", .home], "top", "To the top"),
  .global(.moveToBottom, ["G", .end], "bottom", "To the end"),
]
