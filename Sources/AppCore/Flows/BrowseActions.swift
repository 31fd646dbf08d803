import Managers
import Screens
import StudyDomain

/// What keys do to the cards chosen in Browse, across the managers concerned.
@MainActor struct BrowseActions {
  let flashcards: FlashcardManager
  let browse: BrowseManager
  let index: StudyIndex

  /// Does it; the sentence says what was done, or why nothing was.
  func perform(_ action: BrowseAction, on cards: [Int]) throws -> String {
    switch action {
    case .bury(let wholeNotes):
      let today = index.clock.today
      return try toggle(
        wholeNotes ? siblings(of: cards) : cards, is: { $0.isBuried(on: today) },
        on: (.bury, "buried until tomorrow"), off: (.unbury, "back from burying"))
    case .suspend(let wholeNotes):
      return try toggle(
        wholeNotes ? siblings(of: cards) : cards, is: \.isSuspended,
        on: (.suspend, "suspended"), off: (.unsuspend, "no longer suspended"))
    case .mark:
      return try toggle(
        cards, is: \.isMarked, on: (.mark(true), "marked"),
        off: (.mark(false), "no longer marked"))
    case .flag(let flag):
      let count = try flashcards.perform(.flag(flag), on: cards)
      if flag == 0 { return said(count, "without a flag", nothing: "no flag is set") }
      return said(count, "with flag \(flag)", nothing: "flag \(flag) is set already")
    case .forget:
      let count = try flashcards.perform(.forget, on: cards)
      return said(count, "new again", nothing: "nothing to forget: new already")
    case .setDue(let change):
      let count = try flashcards.setDue(change, on: cards)
      return said(count, "due \(words(of: change))", nothing: "there is no card here")
    case .changeTags(let adding, let removing):
      let count = try flashcards.changeTags(
        ofNotesOf: cards, adding: adding, removing: removing)
      let words = adding.map { "+\($0)" } + removing.map { "-\($0)" }
      return count == 0
        ? "the tags are so already"
        : "\(words.joined(separator: " ")) in \(notes(count))"
    case .move(let deck):
      let count = try flashcards.move(notesOf: cards, to: deck)
      return count == 0 ? "already in \(deck.text)" : "\(notes(count)) moved to \(deck.text)"
    case .delete: return "\(notes(try flashcards.delete(notesOf: cards))) deleted"
    case .saveSearch(let search):
      return try browse.save(search)
        ? "search saved as '\(search.name)'" : "'\(search.name)' is saved so already"
    case .removeSearch(let name):
      return try browse.removeSearch(name)
        ? "search '\(name)' taken away" : "there is no search '\(name)'"
    case .setLayout(let layout):
      browse.setLayout(layout)
      return words(of: layout.order)
    }
  }

  /// Brings all into one state; when all are in it already, out of it.
  private func toggle(
    _ cards: [Int], is holds: (CardState) -> Bool, on: (FlashcardManager.Action, String),
    off: (FlashcardManager.Action, String)
  ) throws -> String {
    let isOn = cards.allSatisfy { holds(index.state(ofCard: $0)) }
    let (action, words) = isOn ? off : on
    return said(try flashcards.perform(action, on: cards), words, nothing: "there is no card here")
  }

  /// The cards with all others of their notes, each once.
  private func siblings(of cards: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return cards.flatMap { flashcards.siblings(ofCard: $0) }.filter { seen.insert($0).inserted }
  }

  private func said(_ count: Int, _ done: String, nothing: String) -> String {
    switch count {
    case 0: nothing
    case 1: "1 card \(done)"
    default: "\(count) cards \(done)"
    }
  }

  private func notes(_ count: Int) -> String { count == 1 ? "1 note" : "\(count) notes" }

  private func words(of change: DueChange) -> String {
    func day(_ days: Int) -> String {
      switch days {
      case 0: "today"
      case 1: "tomorrow"
      default: "in \(days) days"
      }
    }
    let (first, last) = (change.days.lowerBound, change.days.upperBound)
    return first == last ? day(first) : "in \(first) to \(last) days"
  }

  private func words(of order: CardOrder) -> String {
    guard let column = order.column else {
      return order.isDescending ? "sorted as the decks, backwards" : "sorted as the decks"
    }
    return "sorted by \(column.rawValue)" + (order.isDescending ? ", backwards" : "")
  }
}
