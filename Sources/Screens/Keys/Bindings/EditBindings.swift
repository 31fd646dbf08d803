let editBindings: [KeyBinding] = [
  .edit(.saveNote, [.control("s"), "s"], "save", "Save the note", footer: 95),
  .edit(.openEditRow, [.enter, "e"], "edit", "Go into the field", footer: 90),
  .edit(.nextField, [.tab], "next field", "Go to the next field; complete a tag"),
  .edit(.previousField, [.backTab], "field before", "Go to the field before"),
  .edit(
    .clozeWord, [.control("t")], "cloze",
    "Hide the word as a cloze; again: take the next word in, or change the number", footer: 40),
  .edit(.keepField, ["*"], "keep", "Keep the field's text for the next card", footer: 60),
  .edit(
    .discardText, ["D"], "clear", "Clear the form, or show the note as it is in its file",
    footer: 50),
]
