import FileStorage
import History
import Scheduling
import StudyDomain

/// Puts what the library and the history say of each card together.
struct CandidateJoin {
  /// Copies: reading the stores' own costs more than a candidate does.
  let library: LibrarySnapshot
  let history: History
  let today: StudyDay

  func candidate(ofCard card: Int) -> StudyCandidate {
    let entry = library.cards[card]
    let id = history.card(ofText: entry.key)
    return StudyCandidate(
      card: card, note: Int(entry.note), deck: library.deck(ofCard: card),
      position: Int(entry.note), face: Int(entry.face), hash: entry.key.hash,
      state: id.map { history.state(of: $0) } ?? CardState(), today: today)
  }

  /// All cards but duplicates, in the order of the library.
  func candidates() -> Records<StudyCandidate> {
    var candidates: ContiguousArray<StudyCandidate> = []
    candidates.reserveFresh(library.cardCount)
    for card in library.cards.indices where !library.cards[card].isDuplicate {
      candidates.append(candidate(ofCard: card))
    }
    return Records(candidates)
  }

  /// The same after a reload: cards of files that were not read anew keep their candidates, except
  /// those whose history `moved`.
  ///
  /// `places` are those of the library now.
  func candidates(
    keeping old: Records<StudyCandidate>, _ oldPlaces: CandidatePlaces,
    _ change: LibrarySnapshot.Change,
    moved: Set<Int>, at places: CandidatePlaces
  ) -> Records<StudyCandidate> {
    var candidates: ContiguousArray<StudyCandidate> = []
    candidates.reserveFresh(library.cardCount)
    for file in library.files.indices {
      var kept = change.keptFrom[file].map { oldPlaces.cursor(atCard: change.firstCards[$0]) }
      for card in library.cards(ofFile: file) {
        let place = kept?.next()
        let entry = library.cards[card]
        if entry.isDuplicate { continue }
        guard let place = place ?? nil else {
          candidates.append(candidate(ofCard: card))
          continue
        }
        var candidate = old[place]
        candidate.card = Int32(card)
        candidate.note = entry.note
        candidate.position = entry.note
        candidate.deck = library.notes[Int(entry.note)].deck
        candidates.append(candidate)
      }
    }
    for card in moved {
      guard let place = places.place(ofCard: card) else { continue }
      candidates[place] = candidate(ofCard: card)
    }
    return Records(candidates)
  }
}
