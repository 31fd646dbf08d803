import AnkiExchange
import Dispatch
import History
import StudyDomain

/// The cards of a plan that are here, in the order of the files: each is read once for the texts
/// that the history keeps.
@MainActor struct ScheduledCards {
  private(set) var entries: [ScheduleImport.Card] = []
  /// What the entries' `options` are places in.
  private(set) var rules: [ScheduleImport.Rules] = []
  /// The options that the package's presets give to its decks.
  let settings: DeckSettingsImport
  /// Cards of new notes that no text makes here, by their places in the package.
  private(set) var lost: [Int] = []
  /// Notes that were written and are not read back as their cards: an ignore file, or a note above
  /// that swallows.
  private(set) var unreadNotes = 0

  init(of plan: ImportPlan, _ index: StudyIndex) {
    let snapshot = index.library.snapshot
    let places = Self.places(of: plan, snapshot, index.history.history)
    settings = DeckSettingsImport(
      plan: plan, index: index, ownNotes: Self.ownNotes(plan, places, snapshot))
    var options: [Int: Int] = [:]
    entries.reserveCapacity(places.count)
    var next = places.makeIterator()
    for note in plan.notes.indices {
      let isNew = plan.notes[note].isNew
      let events = ImportPlan.eventTags(plan.notes[note].note)
      let (isMarked, isLeech) = (events.contains("marked"), events.contains("leech"))
      let exact = plan.exact.isEmpty ? nil : plan.exact[plan.notes[note].note.id]
      var found = 0
      for place in plan.notes[note].cards.indices {
        guard let (card, id) = next.next()?.found else {
          if isNew { lost.append(place) }
          continue
        }
        found += 1
        let deck = snapshot.deck(ofCard: card)
        let own = options[deck] ?? rules.count
        if own == rules.count {
          rules.append(ScheduleImport.Rules(settings.options(for: snapshot.decks[deck].name)))
          options[deck] = own
        }
        let ordinal = plan.contents.cards[place].ordinal
        entries.append(
          ScheduleImport.Card(
            place: place, note: note, number: card, id: id, options: own, isNew: isNew,
            isMarked: exact?.marked?.contains(ordinal) ?? isMarked,
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

  // MARK: Places

  /// Where a card of the plan is here.
  private struct Place {
    /// Of the library; -1 where no text makes it.
    var card: Int32
    /// Of the history.
    var id: CardID?

    static let nowhere = Place(card: -1, id: nil)

    var found: (card: Int, id: CardID?)? {
      card < 0 ? nil : (Int(card), id)
    }
  }

  /// Finds all cards, note after note, on all processors: of a large collection each look waits for
  /// memory.
  private static func places(
    of plan: ImportPlan, _ snapshot: LibrarySnapshot, _ history: History
  ) -> [Place] {
    let (notes, cards) = (plan.notes, plan.contents.cards)
    let pieces = min(16, max(1, notes.count / 256))
    let bounds = (0...pieces).map { notes.count * $0 / pieces }
    var starts = [0]
    for piece in 0..<pieces {
      starts.append(
        (bounds[piece]..<bounds[piece + 1]).reduce(starts[piece]) { $0 + notes[$1].cards.count })
    }
    // Read only while this goes on.
    nonisolated(unsafe) let history = history
    return [Place](unsafeUninitializedCapacity: starts[pieces]) { buffer, filled in
      // Each piece fills places of its own.
      nonisolated(unsafe) let buffer = buffer
      DispatchQueue.concurrentPerform(iterations: pieces) { [starts] piece in
        var place = starts[piece]
        for note in bounds[piece]..<bounds[piece + 1] {
          for card in notes[note].cards.indices {
            buffer.initializeElement(
              at: place,
              to: notes[note].keys[cards[card].ordinal].flatMap { key in
                snapshot.card(of: key).map {
                  Place(card: Int32($0), id: history.card(ofText: key))
                }
              } ?? .nowhere)
            place += 1
          }
        }
      }
      filled = starts[pieces]
    }
  }

  /// By note of the library: whether it came with this import.
  private static func ownNotes(
    _ plan: ImportPlan, _ places: [Place], _ snapshot: LibrarySnapshot
  ) -> [Bool] {
    var isOwn = [Bool](repeating: false, count: snapshot.notes.count)
    var next = places.makeIterator()
    for note in plan.notes.indices {
      var isFound = false
      for _ in plan.notes[note].cards.indices {
        guard let card = next.next()?.found?.card, plan.notes[note].isNew else { continue }
        isOwn[Int(snapshot.cards[card].note)] = true
        isFound = true
      }
      guard !isFound, plan.notes[note].isNew else { continue }
      // Its cards have other numbers here than in the source.
      for key in plan.notes[note].keys.values {
        if let card = snapshot.card(of: key) { isOwn[Int(snapshot.cards[card].note)] = true }
      }
    }
    return isOwn
  }
}
