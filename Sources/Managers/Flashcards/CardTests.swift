import DeckFormat
import History
import Scheduling
import StudyDomain

/// Words in the texts of notes; searched when the first card asks.
@MainActor final class TextTest {
  private let pattern: QueryPattern
  private let search: @MainActor () -> TextSearch

  init(_ pattern: QueryPattern, _ search: @escaping @MainActor () -> TextSearch) {
    self.pattern = pattern
    self.search = search
  }

  /// By note: whether it holds them.
  private(set) lazy var notes: [Bool] = {
    if let literal = pattern.literal { return search().notes(with: literal) }
    return search().notes(matching: FoldedPattern(text: pattern))
  }()
}

/// What a card's past must hold.
@MainActor final class PastTest {
  enum Question {
    case rated(ClosedRange<StudyDay>, Grade?)
    case ratedOn(Query.Comparison, StudyDay, Grade?)
    case introduced(ClosedRange<StudyDay>)
  }

  private let index: StudyIndex
  private let question: Question

  init(_ index: StudyIndex, _ question: Question) {
    self.index = index
    self.question = question
  }

  func holds(card: Int) -> Bool {
    let state = index.state(ofCard: card)
    guard state.reviews > 0 || state.crams > 0, let id = index.id(ofCard: card) else {
      return false
    }
    switch question {
    case .rated(let days, let grade):
      if let last = state.lastDay, state.crams == 0 {
        if last < days.lowerBound { return false }
        if grade == nil, days.contains(last) { return true }
      }
      return answers(id).contains { days.contains($0.day) && (grade ?? $0.grade) == $0.grade }
    case .ratedOn(let comparison, let day, let grade):
      return answers(id).contains {
        comparison.holds($0.day, day) && (grade ?? $0.grade) == $0.grade
      }
    case .introduced(let days):
      return answers(id).map(\.day).min().map(days.contains) ?? false
    }
  }

  private func answers(_ card: CardID) -> [(day: StudyDay, grade: Grade)] {
    index.history.history.entries(of: card).compactMap { entry in
      entry.review.map { (entry.day, $0.grade) }
    }
  }
}

/// What only a note that is read can tell, once for each note.
@MainActor final class ReadingTest {
  enum Question {
    case type(FoldedPattern)
    case template(Int)
    case templateName(FoldedPattern)
    /// With a text that is looked for before a note is read.
    case expression(SearchExpression, TextTest?)
    case fieldExpression(FoldedPattern, SearchExpression, TextTest?)
    /// The last is what holds where no note has such a field.
    case field(FoldedPattern, FoldedPattern, TextTest?, TextTest)
  }

  private enum Answer: UInt8 { case unknown, no, yes }

  private let question: Question
  private let library: DeckLibrary
  private let notes: NoteTexts
  private var answers: [Answer]

  init(_ question: Question, _ library: DeckLibrary, _ notes: NoteTexts) {
    self.question = question
    self.library = library
    self.notes = notes
    answers = Array(repeating: .unknown, count: library.snapshot.notes.count)
  }

  /// No type has a field of that name: the term is text with a colon as well.
  private lazy var isText: Bool = {
    guard case .field(let name, _, _, _) = question else { return false }
    let plain = ["Front", "Back", "Text", "Extra", "Back Extra"]
    return !(plain + library.knownFieldNames).contains { name.matches(SearchFolding.name($0)) }
  }()

  func holds(_ candidate: StudyCandidate) -> Bool {
    let note = Int(candidate.note)
    switch question {
    case .template(let place):
      return templates(note, candidate).map { $0.place == place } ?? false
    case .templateName(let name):
      return templates(note, candidate).map { name.matches(SearchFolding.name($0.name)) } ?? false
    case .field(_, _, _, let text) where isText && text.notes[note]: return true
    case .expression(_, let text?), .fieldExpression(_, _, let text?), .field(_, _, let text?, _):
      if !text.notes[note] { return false }
    default: break
    }
    // Only a note of a type that is nowhere told may have the field then.
    if isText, library.snapshot.notes[note].parsed.form != .note { return false }
    if answers[note] == .unknown { answers[note] = asks(note) ? .yes : .no }
    return answers[note] == .yes
  }

  private func templates(
    _ note: Int, _ candidate: StudyCandidate
  ) -> (place: Int, name: String)? {
    guard let templates = notes.facts(ofNote: note)?.templates,
      templates.indices.contains(Int(candidate.face))
    else { return nil }
    return templates[Int(candidate.face)]
  }

  private func asks(_ note: Int) -> Bool {
    guard let facts = notes.facts(ofNote: note) else { return false }
    switch question {
    case .type(let name):
      return facts.typeNames.contains { name.matches(SearchFolding.name($0)) }
    case .expression(let expression, _):
      let text = facts.fields.map(\.value).joined(separator: "\u{1F}")
      return expression.matches(SearchFolding.composed(text).unicodeScalars)
    case .fieldExpression(let name, let expression, _):
      return values(facts, name).contains {
        expression.matches(SearchFolding.composed($0).unicodeScalars)
      }
    case .field(let name, let value, _, _):
      return values(facts, name).contains {
        value.matches(SearchFolding.fold(Array($0.utf8)[...]))
      }
    case .template, .templateName: return false
    }
  }

  private func values(_ facts: NoteTexts.Facts, _ name: FoldedPattern) -> [String] {
    facts.fields.filter { field in
      field.names.contains { name.matches(SearchFolding.name($0)) }
    }.map(\.value)
  }
}
