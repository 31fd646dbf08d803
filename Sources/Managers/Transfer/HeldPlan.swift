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
  private let isShown: Bool

  init(_ plan: ImportPlan, isShown: Bool) {
    self.plan = plan
    self.isShown = isShown
  }

  /// Lets go the texts of blocks, which are in their files.
  func dropTexts() {
    if !isShown { plan.dropTexts() }
  }

  /// Lets go what was read back of notes, once the history has it.
  func dropWords() {
    if !isShown { plan.dropWords() }
  }

  /// Lets go all notes and rows, once history and ledger have them.
  func dropRows() {
    guard !isShown, undecided.isEmpty else { return }
    plan.dropRows()
    ProcessMemory.giveBack()
  }

  func dropWords(ofNote place: Int) {
    if !isShown, place >= 0 { plan.notes[place].words = nil }
  }
}
