import DeckFormat
import History
import Scheduling
import StudyDomain

/// Tells which cards a query asks for.
///
/// What tables answer is asked first; texts are searched when the first card gets as far as that,
/// and notes are read one by one only where nothing else is left.
@MainActor struct CardFilter {
  private let root: Term
  private let index: StudyIndex
  private let moment: StudyMoment
  private let now: Timestamp

  /// A node of the query with all that is known before a card is looked at.
  private indirect enum Term {
    /// Cheap ones first.
    case all([Term])
    case any([Term])
    case not(Term)
    /// By deck and by tag set: whether it is meant.
    case deck([Bool])
    case tag([Bool])
    case state(Query.State)
    case flag(Int)
    /// Cards by their own ids.
    case cards(Set<Int32>)
    case property(Query.Property, Query.Comparison, Double)
    case past(PastTest)
    case text(TextTest)
    case reading(ReadingTest)

    /// How much a card costs, roughly.
    var cost: Int {
      switch self {
      case .deck, .tag, .flag, .state, .cards: 0
      case .property: 1
      case .text: 2
      case .past: 3
      case .reading: 4
      case .not(let term): term.cost
      case .all(let terms), .any(let terms): terms.map(\.cost).max() ?? 0
      }
    }
  }

  init(query: Query, index: StudyIndex, search: @escaping @MainActor () -> TextSearch) {
    self.index = index
    moment = index.clock.moment
    now = index.clock.now()
    let compiler = Compiler(
      index: index, today: moment.day, search: search, notes: NoteTexts(library: index.library))
    root = compiler.term(query.root)
  }

  func includes(_ candidate: StudyCandidate) -> Bool {
    holds(root, candidate)
  }

  // MARK: Making

  @MainActor private struct Compiler {
    let index: StudyIndex
    let today: StudyDay
    let search: @MainActor () -> TextSearch
    let notes: NoteTexts

    func term(_ node: Query.Node) -> Term {
      switch node {
      case .all(let nodes): .all(ordered(nodes))
      case .any(let nodes): either(nodes)
      case .not(let node): .not(term(node))
      case .test(let test): term(test)
      }
    }

    /// Ids side by side are one look-up: a selection may have thousands.
    private func either(_ nodes: [Query.Node]) -> Term {
      let terms = ordered(nodes)
      var ids: Set<Int32> = []
      var others: [Term] = []
      for term in terms {
        if case .cards(let cards) = term { ids.formUnion(cards) } else { others.append(term) }
      }
      if ids.isEmpty { return .any(others) }
      return others.isEmpty ? .cards(ids) : .any([.cards(ids)] + others)
    }

    private func ordered(_ nodes: [Query.Node]) -> [Term] {
      let terms = nodes.map(term)
      // As written where the cost is the same.
      return terms.enumerated()
        .sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(\.element)
    }

    private func term(_ test: Query.Test) -> Term {
      let snapshot = index.library.snapshot
      switch test {
      case .deck(let pattern):
        let pattern = FoldedPattern(name: pattern)
        return .deck(
          snapshot.decks.map { pattern.matches(treeOf: SearchFolding.name($0.name.text)) })
      case .tag(let pattern):
        let pattern = FoldedPattern(name: TagName.parted(pattern))
        return .tag(
          snapshot.tagSets.map { tags in
            tags.contains { pattern.matches(treeOf: SearchFolding.name(TagName.parted($0))) }
          })
      case .tagExpression(let expression):
        let expression = composed(expression)
        return .tag(
          snapshot.tagSets.map { tags in
            tags.contains {
              expression.matches(SearchFolding.composed(TagName.parted($0)).unicodeScalars)
            }
          })
      case .untagged: return .tag(snapshot.tagSets.map(\.isEmpty))
      case .state(let state): return .state(state)
      case .flag(let flag): return .flag(flag)
      case .property(let property, let comparison, let number):
        return .property(property, comparison, number)
      case .rated(let days, let grade):
        return .past(PastTest(index, .rated((today + (1 - days))...today, grade)))
      case .ratedOn(let comparison, let day, let grade):
        return .past(PastTest(index, .ratedOn(comparison, today + day, grade)))
      case .introduced(let days):
        return .past(PastTest(index, .introduced((today + (1 - days))...today)))
      case .text(let written) where card(of: written) != nil,
        .field(_, _, let written) where card(of: written) != nil:
        return .cards(card(of: written).map { [$0] } ?? [])
      case .text(let pattern): return .text(TextTest(pattern, search))
      default: return .reading(ReadingTest(reading(test), index.library, notes))
      }
    }

    /// The card whose id a term is; an id looks like a field of a name that is a number.
    private func card(of written: QueryPattern) -> Int32? {
      written.literal.flatMap { CardKey(text: $0) }
        .flatMap { index.library.snapshot.card(of: $0) }.map { Int32($0) }
    }

    private func composed(_ expression: SearchExpression) -> SearchExpression {
      (try? SearchExpression(SearchFolding.composed(expression.source))) ?? expression
    }

    /// What is asked of a note that is read.
    private func reading(_ test: Query.Test) -> ReadingTest.Question {
      switch test {
      case .noteType(let pattern): .type(FoldedPattern(name: pattern))
      case .template(let place): .template(place)
      case .templateName(let pattern): .templateName(FoldedPattern(name: pattern))
      case .expression(let expression):
        .expression(composed(expression), words(expression.requiredTexts))
      case .fieldExpression(let name, let expression):
        .fieldExpression(
          FoldedPattern(name: name), composed(expression), words(expression.requiredTexts))
      case .field(let name, let value, let written):
        .field(
          FoldedPattern(name: name), FoldedPattern(text: value), words(value.texts),
          TextTest(written, search))
      default: .type(FoldedPattern(name: QueryPattern()))
      }
    }

    /// Texts without blanks that a note must hold; blanks may stand otherwise in its file.
    private func words(_ texts: [String]) -> TextTest? {
      let longest = texts.flatMap { $0.split(whereSeparator: \.isWhitespace) }
        .max { $0.utf8.count < $1.utf8.count }
      guard let longest, longest.utf8.count > 1 else { return nil }
      return TextTest(QueryPattern(literal: String(longest)), search)
    }
  }

  // MARK: Asking

  private func holds(_ term: Term, _ candidate: StudyCandidate) -> Bool {
    switch term {
    case .all(let terms): return terms.allSatisfy { holds($0, candidate) }
    case .any(let terms): return terms.contains { holds($0, candidate) }
    case .not(let term): return !holds(term, candidate)
    case .deck(let decks): return decks[Int(candidate.deck)]
    case .tag(let sets):
      return sets[Int(index.library.snapshot.notes[Int(candidate.note)].tagSet)]
    case .cards(let cards): return cards.contains(candidate.card)
    case .flag(let flag): return Int(state(candidate).flag) == flag
    case .state(let wanted): return holds(wanted, state(candidate))
    case .property(let property, let comparison, let number):
      return value(property, candidate, number).map { comparison.holds($0, number) } ?? false
    case .past(let test): return test.holds(card: Int(candidate.card))
    case .text(let test): return test.notes[Int(candidate.note)]
    case .reading(let test): return test.holds(candidate)
    }
  }

  private func state(_ candidate: StudyCandidate) -> CardState {
    index.state(ofCard: Int(candidate.card))
  }

  private func holds(_ wanted: Query.State, _ state: CardState) -> Bool {
    switch wanted {
    case .new: state.phase == .new
    case .learn: state.phase == .learning || state.phase == .relearning
    case .review: state.phase == .review || state.phase == .relearning
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

  /// Nil for a card without that number.
  private func value(
    _ property: Query.Property, _ candidate: StudyCandidate, _ wanted: Double
  ) -> Double? {
    let state = state(candidate)
    switch property {
    case .interval: return Double(state.interval?.days ?? 0)
    case .reps: return Double(state.reps)
    case .lapses: return Double(state.lapses)
    case .due:
      guard case .day(let day)? = state.due, !state.isSuspended, !state.isBuried(on: moment.day)
      else { return nil }
      return Double(day.number - moment.day.number)
    case .stability: return state.memory?.stability
    case .difficulty:
      return state.memory.map { wanted > 1 ? $0.difficulty : ($0.difficulty - 1) / 9 }
    case .retrievability:
      guard let memory = state.memory, let last = state.lastReview else { return nil }
      return index.retrievability(memory, since: last, ofDeck: Int(candidate.deck))
    }
  }
}

/// Headings write `verbs/irregular`, Anki writes `verbs::irregular`: both mean the same.
enum TagName {
  static func parted(_ tag: String) -> String {
    guard tag.utf8.contains(UInt8(ascii: "/")) else { return tag }
    return tag.reduce(into: "") { $0 += $1 == "/" ? "::" : String($1) }
  }

  static func parted(_ pattern: QueryPattern) -> QueryPattern {
    QueryPattern(
      pattern.parts.map { part in
        if case .text(let text) = part { .text(parted(text)) } else { part }
      })
  }
}
