import AnkiExchange
import History
import StudyDomain

/// The cards of a plan that are here, in the order of the files: each is read once for the texts
/// that the history keeps.
@MainActor struct ScheduledCards {
  private(set) var entries: [ScheduleImport.Card] = []
  /// What the entries' `options` are places in.
  private(set) var rules: [ScheduleImport.Rules] = []
  /// Notes that were written and are not read back as their cards: an ignore file, or a note above
  /// that swallows.
  private(set) var unreadNotes = 0

  init(of plan: ImportPlan, _ settings: DeckSettingsImport, _ index: StudyIndex) {
    let snapshot = index.library.snapshot
    let history = index.history.history
    var options: [Int: Int] = [:]
    entries.reserveCapacity(plan.contents.cards.count)
    for note in plan.notes.indices {
      let isNew = plan.notes[note].isNew
      let isMarked = ImportPlan.has("marked", plan.notes[note].note)
      let isLeech = ImportPlan.has("leech", plan.notes[note].note)
      let exact = plan.exact.isEmpty ? nil : plan.exact[plan.notes[note].note.id]
      var found = 0
      for place in plan.notes[note].cards.indices {
        let ordinal = plan.contents.cards[place].ordinal
        guard let key = plan.notes[note].keys[ordinal], let number = snapshot.card(of: key) else {
          continue
        }
        found += 1
        let deck = snapshot.deck(ofCard: number)
        let own = options[deck] ?? rules.count
        if own == rules.count {
          rules.append(ScheduleImport.Rules(settings.options(for: snapshot.decks[deck].name)))
          options[deck] = own
        }
        entries.append(
          ScheduleImport.Card(
            place: place, note: note, number: number, id: history.card(ofText: key),
            options: own, isNew: isNew, isMarked: exact?.marked?.contains(ordinal) ?? isMarked,
            isLeech: exact?.leeches?.contains(ordinal) ?? isLeech))
      }
      let keys = plan.notes[note].keys
      if isNew, found < keys.count, keys.values.contains(where: { snapshot.card(of: $0) == nil }) {
        unreadNotes += 1
      }
    }
    let isSorted = entries.indices.dropFirst().allSatisfy {
      entries[$0 - 1].number <= entries[$0].number
    }
    if !isSorted { entries.sort { $0.number < $1.number } }
  }
}
