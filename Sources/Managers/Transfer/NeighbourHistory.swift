import History
import Neighbours
import StudyDomain

/// Writes what the files of other programs say of the past of their cards.
@MainActor struct NeighbourHistory {
  let index: StudyIndex

  /// Returns what `undo` names; nil when there was nothing to write.
  func write(
    _ plan: NeighbourPlan, _ report: inout TransferReport, _ journal: ImportJournal?
  ) throws -> String? {
    var cards: [(number: Int, past: NeighbourPast)] = []
    var seen: Set<Int> = []
    for note in plan.notes {
      for (key, past) in zip(note.keys, note.pasts) {
        guard let past, let number = plan.living(key), seen.insert(number).inserted else {
          continue
        }
        cards.append((number, past))
      }
    }
    guard !cards.isEmpty else { return nil }
    // In the order of the files: each is read once for the texts that the history keeps.
    cards.sort { $0.number < $1.number }
    var schedules = NeighbourSchedules(index: index)
    let snapshot = index.library.snapshot
    let target = try index.history.writeMany { writer in
      try journal?.add(action: writer.target.text)
      for card in cards {
        schedules.write(
          card.past, card: card.number,
          options: index.options(ofDeck: snapshot.deck(ofCard: card.number)), into: &writer)
      }
    }
    report.reviews = schedules.reviews
    report.knownReviews = schedules.knownReviews
    if schedules.dues > 0 {
      report.remarks.append("cards whose due day was taken over: \(schedules.dues)")
    }
    index.refresh()
    return target?.text
  }
}
