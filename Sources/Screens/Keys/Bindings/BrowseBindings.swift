let browseBindings: [KeyBinding] = [
  .browse(.browseShow, [.enter], "show", "Show the card whole, and back", footer: 90),
  .browse(
    .browseSearch, ["/"], "search", "Type a query; Enter keeps it, Tab completes it", footer: 95),
  .browse(.browseSelect, [" "], "select", "Select the card, or take it out", footer: 60),
  .browse(.browseRange, ["V"], "range", "Select from here to where you go", footer: 35),
  .browse(.browseSelectAll, ["A"], "all", "Select all cards, or none", footer: 34),
  .browse(.browseEdit, ["e"], "edit", "Edit the note in a form", footer: 55),
  .browse(.browseEditor, ["E"], "editor", "Open the card in $EDITOR at its line", footer: 50),
  .browse(
    .browseBuryCard, ["-"], "bury", "Bury the cards until tomorrow, or bring them back", footer: 30),
  .browse(
    .browseBuryNote, ["="], "bury note", "Bury the cards and their siblings, or bring them back"),
  .browse(
    .browseSuspendCard, ["@"], "suspend", "Suspend the cards, or bring them back", footer: 45),
  .browse(
    .browseSuspendNote, ["!"], "suspend note",
    "Suspend the cards and their siblings, or bring them back"),
  .browse(.browseMark, ["*"], "mark", "Mark the cards, or take the marks off", footer: 20),
  .browse(.browseFlag, ["f"], "flag", "Then a digit: set flag 1 to 7, 0 for none", footer: 25),
  .browse(.browseForget, ["F"], "forget", "Make the cards new again"),
  .browse(
    .browseSetDue, ["S"], "set due",
    "Set when the cards are due: 0, 3, 3-7; 3! changes the interval too", footer: 28),
  .browse(
    .browseTags, ["#"], "tags", "Add tags to the notes, or take them away: +new -old", footer: 44),
  .browse(.browseMove, ["M"], "move", "Move the notes to another deck", footer: 38),
  .browse(.browseDelete, ["D"], "delete", "Delete the notes, after a question", footer: 29),
  .browse(
    .browseStudy, ["s"], "study", "Study the selected cards, or all that were found", footer: 42),
  .browse(
    .browseExport, ["X"], "export", "Export the selected cards, or all that were found", footer: 15),
  .browse(.browseSaveSearch, ["w"], "save search", "Keep the query under a name", footer: 22),
  .browse(
    .browseSearches, ["W"], "searches", "Choose a saved search; D takes one away", footer: 24),
  .browse(.browseSort, ["O"], "sort", "Choose what to sort by; again turns it round", footer: 40),
  .browse(.browseColumns, ["K"], "columns", "Choose the columns", footer: 32),
  .browse(.browseNextCard, ["n"], "next card", "Go to the next card", footer: 88),
  .browse(.browsePreviousCard, ["N"], "card before", "Go to the card before", footer: 87),
]
