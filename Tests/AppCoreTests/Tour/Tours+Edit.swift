import Screens
import TerminalUI

// Walks through the form, and what Study does with whole notes.
extension Tour {
  static let editing: [Tour] = [
    Tour(
      title: "Add and its form", files: ["a.md": deck(1...1)],
      way: [.arrival("a")],
      stops: [
        Stop(.addCard, .shows("Add"), then: Leg("some word")),
        Stop(.nextField, .changesPicture, then: Leg("back")),
        Stop(.previousField, .changesPicture, then: Leg(.escape)),
        Stop(.keepField, .changesPicture, then: Leg("*")),
        Stop(.openEditRow, .changesPicture),
        Stop(.clozeWord, .shows("{{c1::")),
        Stop(.saveNote, .file("a.md", holds: "{{c1::"), then: Leg("other"), Leg(.escape)),
        Stop(.discardText, .hides("other")),
      ]),
    Tour(
      title: "Study and the whole note", files: ["a.md": deck(1...3)],
      way: [.arrival("a"), Leg("\n", sees: "question 1")],
      stops: [
        Stop(
          .editNote, .shows("Edit"), then: Leg(" more"), Leg(.control("s"), sees: "question 1 more")
        ),
        Stop(.changeTags, .shows("Tags:"), then: Leg("x\n", sees: "+x")),
        Stop(.deleteNote, .shows("Delete"), then: Leg("y", sees: "question 2")),
      ]),
  ]
}
