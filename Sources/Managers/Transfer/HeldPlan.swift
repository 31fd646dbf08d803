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
  private var dropped = 0

  init(_ plan: ImportPlan, isShown: Bool) {
    self.plan = plan
    self.isShown = isShown
  }

  /// Lets go the texts of blocks, which are in their files.
  func dropTexts() {
    guard !isShown else { return }
    plan.dropTexts()
    ProcessMemory.giveBack()
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
    guard !isShown, place >= 0 else { return }
    plan.notes[place].words = nil
    dropped += 1
    // Small pieces that are free do not serve the history, which grows in large ones.
    if dropped.isMultiple(of: Self.notesWorthGivingBack) { ProcessMemory.giveBack() }
  }

  private static let notesWorthGivingBack = 16_384
}
