let studyBindings: [KeyBinding] = [
  .study(
    .showAnswer, [" ", .enter], "show answer",
    "Show the answer; with the answer shown, grade it good", footer: 100),
  .study(.gradeAgain, ["1"], "Again", "Grade: not known"),
  .study(.gradeHard, ["2"], "Hard", "Grade: known with effort"),
  .study(.gradeGood, ["3"], "Good", "Grade: known"),
  .study(.gradeEasy, ["4"], "Easy", "Grade: known at once"),
  .study(.hint, ["h"], "hint", "Show the card's hint, if it has one", footer: 60),
  .study(.previousCard, ["p"], "previous", "Look at the card before, and back", footer: 20),
  .study(.editInEditor, ["E"], "edit", "Open the card in $EDITOR at its line", footer: 50),
  .study(.mark, ["*"], "mark", "Mark the card, or take the mark off", footer: 15),
  .study(.flag, ["f"], "flag", "Then a digit: set flag 1 to 7, 0 for none", footer: 10),
  .study(.buryCard, ["-"], "bury", "Bury the card until tomorrow", footer: 30),
  .study(.buryNote, ["="], "bury note", "Bury the card and its siblings until tomorrow"),
  .study(.suspendCard, ["@"], "suspend", "Suspend the card", footer: 25),
  .study(.suspendNote, ["!"], "suspend note", "Suspend the card and its siblings"),
  .study(.siblings, ["B"], "siblings", "Show siblings that wait until tomorrow"),
  .study(.moreNew, ["+"], "more new", "Allow ten more new cards today"),
  .study(.scrollLeft, ["<", .left], "left", "Move wide tables and code to the left"),
  .study(
    .scrollRight, [">", .right], "right", "Move wide tables and code to the right",
    footer: 65),
]
