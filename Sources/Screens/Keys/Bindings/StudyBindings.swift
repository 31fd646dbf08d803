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
  .study(.editNote, ["e"], "edit", "Edit the note in a form", footer: 50),
  .study(.editInEditor, ["E"], "editor", "Open the card in $EDITOR at its line", footer: 12),
  .study(.changeTags, ["#"], "tags", "Change the tags of the note", footer: 14),
  .study(.deleteNote, ["D"], "delete", "Delete the note with all its cards", footer: 13),
  .study(.mark, ["*"], "mark", "Mark the card, or take the mark off", footer: 15),
  .study(.flag, ["f"], "flag", "Then a digit: set flag 1 to 7, 0 for none", footer: 10),
  .study(.buryCard, ["-"], "bury", "Bury the card until tomorrow", footer: 30),
  .study(.buryNote, ["="], "bury note", "Bury the card and its siblings until tomorrow"),
  .study(.suspendCard, ["@"], "suspend", "Suspend the card", footer: 25),
  .study(.suspendNote, ["!"], "suspend note", "Suspend the card and its siblings"),
  .study(.viewMedia, ["v"], "view", "Open the pictures that are shown"),
  .study(.replay, ["r"], "replay", "Play the sounds of what is shown"),
  .study(.copyCard, ["y"], "copy", "Copy what is shown to the clipboard"),
  .study(.lookUp, ["K"], "look up", "Look the question up by the command of config.yaml"),
  .study(
    .typeAgain, [.tab], "type again", "Type the answer once more; the first attempt counts",
    footer: 12),
  .study(
    .toggleForms, ["A"], "forms",
    "Just turn all cards over in this session, or type and choose again"),
  .study(.siblings, ["B"], "siblings", "Show siblings that wait until tomorrow"),
  .study(.moreNew, ["+"], "more new", "Allow ten more new cards today"),
  .study(.scrollLeft, ["<", .left], "left", "Move wide tables and code to the left"),
  .study(
    .scrollRight, [">", .right], "right", "Move wide tables and code to the right",
    footer: 65),
]

let studyFormBindings: [KeyBinding] = [
  .studyForm(
    .checkForm, [.enter], "check", "Check the answer and show what is right", footer: 100),
  .studyForm(
    .tick, [" "], "tick",
    "Tick the option; pick an item up or put it down; tell the next item", footer: 95),
  .studyForm(.itemDown, ["J"], "move down", "Move the item down", footer: 60),
  .studyForm(.itemUp, ["K"], "move up", "Move the item up"),
  .studyForm(
    .leaveForm, [.escape], "show without", "Turn the card over without typing or choosing",
    footer: 90),
]
