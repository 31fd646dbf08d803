import Scheduling
import StudyDomain

/// Tells which cards a query asks for.
@MainActor struct CardFilter {
  private let terms: [(test: Compiled, isNegated: Bool)]
  private let index: StudyIndex
  private let moment: StudyMoment
  private let now: Timestamp

  private enum Compiled {
    /// By deck and by tag set: whether it is meant.
    case deck([Bool])
    case tag([Bool])
    case state(Query.State)
    case flag(Int)
    /// A card's own id.
    case card(Int32)
    /// By note: whether its text holds the words.
    case text([Bool])
  }

  init(query: Query, index: StudyIndex, search: TextSearch?) {
    self.index = index
    moment = index.clock.moment
    now = index.clock.now()
    let snapshot = index.library.snapshot
    terms = query.terms.map { term in
      let test: Compiled =
        switch term.test {
        case .deck(let pattern):
          .deck(snapshot.decks.map { Wildcard.matches($0.name.text, treeOf: pattern) })
        case .tag(let pattern):
          .tag(snapshot.tagSets.map { $0.contains { Wildcard.matches(tag: $0, treeOf: pattern) } })
        case .state(let state): .state(state)
        case .flag(let flag): .flag(flag)
        case .text(let text):
          if let card = CardKey(text: text).flatMap({ snapshot.card(of: $0) }) {
            .card(Int32(card))
          } else {
            .text(
              search?.notes(with: text)
                ?? Array(repeating: false, count: snapshot.notes.count))
          }
        }
      return (test, term.isNegated)
    }
  }

  func includes(_ candidate: StudyCandidate) -> Bool {
    terms.allSatisfy { holds($0.test, candidate) != $0.isNegated }
  }

  private func holds(_ test: Compiled, _ candidate: StudyCandidate) -> Bool {
    switch test {
    case .deck(let decks): decks[Int(candidate.deck)]
    case .tag(let sets):
      sets[Int(index.library.snapshot.notes[Int(candidate.note)].tagSet)]
    case .text(let notes): notes[Int(candidate.note)]
    case .card(let card): candidate.card == card
    case .flag(let flag): Int(index.state(ofCard: Int(candidate.card)).flag) == flag
    case .state(let state): holds(state, index.state(ofCard: Int(candidate.card)))
    }
  }

  private func holds(_ wanted: Query.State, _ state: CardState) -> Bool {
    switch wanted {
    case .new: state.phase == .new
    case .learn: state.phase == .learning || state.phase == .relearning
    case .review: state.phase == .review
    case .suspended: state.isSuspended
    case .buried: state.isBuried(on: moment.day)
    case .leech: state.isLeech
    case .marked: state.isMarked
    case .flagged: state.flag != 0
    case .due: isDue(state)
    }
  }

  private func isDue(_ state: CardState) -> Bool {
    guard !state.isSuspended, !state.isBuried(on: moment.day) else { return false }
    return switch state.due {
    case nil: false
    case .day(let day): day <= moment.day
    case .time(let time): time <= now
    }
  }
}

/// Names with `*`, capitals aside, that also mean everything below them.
enum Wildcard {
  /// Headings write `verbs/irregular`, Anki writes `verbs::irregular`: both mean the same.
  static func matches(tag: String, treeOf pattern: String) -> Bool {
    matches(parted(tag), treeOf: parted(pattern))
  }

  private static func parted(_ tag: String) -> String {
    guard tag.utf8.contains(UInt8(ascii: "/")) else { return tag }
    var result = ""
    for character in tag { result += character == "/" ? "::" : String(character) }
    return result
  }

  static func matches(_ name: String, treeOf pattern: String) -> Bool {
    let name = Array(name.lowercased().utf8)
    let pattern = Array(pattern.lowercased().utf8)
    if glob(name[...], pattern[...]) { return true }
    // `verbs` means `verbs::irregular` too.
    return glob(name[...], (pattern + Array("::*".utf8))[...])
  }

  private static func glob(_ name: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    var n = name.startIndex
    var p = pattern.startIndex
    var star: (pattern: Int, name: Int)?
    while n < name.endIndex {
      if p < pattern.endIndex, pattern[p] == UInt8(ascii: "*") {
        star = (p + 1, n)
        p += 1
      } else if p < pattern.endIndex, pattern[p] == name[n] {
        p += 1
        n += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        p = last.pattern
        n = last.name + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
