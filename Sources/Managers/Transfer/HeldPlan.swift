import FileStorage

/// A plan while it is performed; of one that nobody is shown, what is done with is let go on the way.
@MainActor final class HeldPlan {
  var plan: ImportPlan
  /// Writes what is remembered of the import; nil when nothing is.
  var keeping: ImportKeeping?
  /// Cards with a past here, whose outcomes only the history knows.
  var undecided: [ScheduleImport.Card] = []
  /// Notes that were written and are not read back as their cards.
  var unreadNotes = 0
  /// What the package has of cards, from `beginHistory` on.
  private(set) var contents: PackageContents
  /// By note: what was read back of it, from `beginHistory` on.
  private var words: [NoteWords?] = []
  private let isShown: Bool
  private var dropped = 0

  init(_ plan: ImportPlan, isShown: Bool) {
    self.plan = plan
    self.isShown = isShown
    contents = plan.contents
    contents.dropRows()
  }

  /// Lets go what is no part of the work.
  func dropLists() {
    if !isShown { plan.dropLists() }
  }

  /// Lets go the texts of blocks, which are in their files.
  func dropTexts() {
    guard !isShown else { return }
    plan.dropTexts()
    ProcessMemory.giveBack()
  }

  /// Lets go the notes, of which the history needs their words alone.
  func beginHistory() {
    words = plan.notes.map(\.words)
    contents = plan.contents
    contents.dropNotes()
    if !isShown { plan.dropRows() }
    ProcessMemory.giveBack()
  }

  /// Hands the rows of cards over, so that nobody else holds them.
  func takeContents() -> PackageContents {
    defer { contents.dropRows() }
    return contents
  }

  /// Takes what is left of them back.
  func keep(_ contents: PackageContents) { self.contents = contents }

  /// Lets go all words and, once history and ledger have them, rows.
  func endHistory() {
    words = []
    if undecided.isEmpty { contents.dropRows() }
    ProcessMemory.giveBack()
  }

  func words(ofNote place: Int) -> NoteWords? { words[place] }

  func dropWords(ofNote place: Int) {
    guard place >= 0 else { return }
    words[place] = nil
    dropped += 1
    // What is free here does not serve the history, which grows in large pieces.
    if dropped.isMultiple(of: Self.notesWorthGivingBack) { ProcessMemory.giveBack() }
  }

  private static let notesWorthGivingBack = 16_384
}
