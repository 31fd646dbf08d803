import TerminalUI

let standardBindings: [KeyBinding] =
  homeBindings + studyBindings + summaryBindings + problemsBindings + olderRevisionBindings
  + transferBindings + exportBindings + onboardingBindings + globalBindings

private let homeBindings: [KeyBinding] = [
  .home(.study, [.enter, "s"], "study", "Study the deck and all below it", footer: 90),
  .home(.toggleFold, [" "], "fold", "Fold or unfold the decks below", footer: 40),
  .home(.fold, ["h", .left], "fold", "Fold, or go to the parent deck"),
  .home(.unfold, ["l", .right], "unfold", "Unfold the decks below"),
  .home(
    .filter, ["/"], "filter",
    "Show only decks whose names contain a text; Enter keeps it, Esc clears it", footer: 50),
  .home(.pin, ["*"], "pin", "Pin the deck to the top, or unpin it", footer: 20),
  .home(.addToday, ["+"], "more today", "Allow ten more new cards of the deck today", footer: 30),
  .home(.problems, ["!"], "problems", "Show what could not be read or matched", footer: 60),
  .home(
    .importFile, ["I"], "import", "Import a package of Anki or another file", footer: 25),
  .home(
    .exportCollection, ["X"], "export", "Export cards as a package of Anki, text or JSON",
    footer: 24),
  .home(.reload, [.control("l")], "read again", "Read the collection again", footer: 10),
  .home(.quit, ["q"], "quit", "Leave deckle", footer: 70),
]

private let studyBindings: [KeyBinding] = [
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

private let summaryBindings: [KeyBinding] = [
  .summary(
    .failedAgain, ["f"], "failed again", "Ask the failed cards once more, for practice", footer: 60),
  .summary(.summaryMoreNew, ["+"], "more new", "Allow ten more new cards today", footer: 50),
  .summary(.summarySiblings, ["B"], "siblings", "Ask siblings that were held back", footer: 40),
  .summary(
    .studyAhead, ["l"], "learn ahead", "Ask the learning cards that are not due yet", footer: 45),
]

private let problemsBindings: [KeyBinding] = [
  KeyBinding(
    .openProblem, [.enter, "E"], "open editor", "Open the file in $EDITOR at the line",
    in: .screen(.problems), footer: 90)
]

private let olderRevisionBindings: [KeyBinding] = [
  KeyBinding(
    .restoreHistory, [.enter, "r"], "restore", "Write the missing events again",
    in: .screen(.olderRevision), footer: 100),
  KeyBinding(
    .acceptOlder, ["a"], "accept older", "Go on from the older revision in a new history file",
    in: .screen(.olderRevision), footer: 90),
]

private let transferBindings: [KeyBinding] = [
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

private let exportBindings: [KeyBinding] = [
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

private let onboardingBindings: [KeyBinding] = [
  KeyBinding(
    .createCollection, [.enter], "create", "Make the collection with a deck to learn deckle by",
    in: .screen(.onboarding), footer: 90),
  KeyBinding(
    .createEmpty, ["n"], "without tutorial", "Make the collection without that deck",
    in: .screen(.onboarding), footer: 50),
  KeyBinding(
    .editPath, ["e"], "change folder", "Type another folder", in: .screen(.onboarding), footer: 60),
  KeyBinding(.quit, ["q", .escape], "quit", "Leave deckle", in: .screen(.onboarding), footer: 70),
]

private let globalBindings: [KeyBinding] = [
  .global(.help, ["?"], "help", "Show the keys of this screen", footer: 80),
  .global(.back, ["q", .escape], "back", "One level back", footer: 70),
  .global(.undo, ["u"], "undo", "Undo the newest action", footer: 55),
  .global(.redo, [.control("r")], "redo", "Do again what was undone"),
  .global(.decks, ["d"], "decks", "Go to the decks"),
  .global(.moveDown, ["j", .down], "down", "One line or row down"),
  .global(.moveUp, ["k", .up], "up", "One line or row up"),
  .global(.halfPageDown, [.control("d")], "half page down", "Half a page down"),
  .global(.halfPageUp, [.control("u")], "half page up", "Half a page up"),
  .global(.pageDown, [.pageDown], "page down", "A page down"),
  .global(.pageUp, [.pageUp], "page up", "A page up"),
  .global(.moveToTop, ["g", .home], "top", "To the top"),
  .global(.moveToBottom, ["G", .end], "bottom", "To the end"),
]

/// A key as the lists above write it: a character, or one of the named keys.
private struct KeyName: ExpressibleByExtendedGraphemeClusterLiteral {
  var key: Key

  init(extendedGraphemeClusterLiteral character: Character) {
    key = .character(character)
  }

  private init(_ key: Key) {
    self.key = key
  }

  static let enter = KeyName(.enter)
  static let left = KeyName(.left)
  static let right = KeyName(.right)
  static let up = KeyName(.up)
  static let down = KeyName(.down)
  static let escape = KeyName(.escape)
  static let pageUp = KeyName(.pageUp)
  static let pageDown = KeyName(.pageDown)
  static let home = KeyName(.home)
  static let end = KeyName(.end)

  static func control(_ letter: Character) -> KeyName {
    KeyName(.control(letter))
  }
}

extension KeyBinding {
  fileprivate static func home(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .screen(.home), footer: footer)
  }

  fileprivate static func study(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .screen(.study), footer: footer)
  }

  fileprivate static func summary(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .screen(.summary), footer: footer)
  }

  fileprivate static func global(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .global, footer: footer)
  }

  fileprivate init(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, in scope: Scope,
    footer: Int? = nil
  ) {
    self.init(action, keys: keys.map(\.key), label, help, in: scope, footer: footer)
  }
}
