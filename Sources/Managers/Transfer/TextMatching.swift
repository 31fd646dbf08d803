import AnkiExchange
import DeckFormat
import StudyDomain

/// How the rows of a text find the notes that are here already, and what happens then.
struct TextMatching: Sendable {
  var rule = TextMapping.Matches.update
  /// Only notes of the row's own deck count.
  var isWithinDeck = false
  /// Numbers of the fields that the text has columns for, by note type; the others stay.
  var fields: [Int64: Set<Int>] = [:]
  /// Notes whose guid stands in the text: they are found by it alone.
  var ownGUIDs: Set<Int64> = []
  /// Tags that the text gives to all notes: what is the same here already does not get them.
  var commonTags: [String] = []
  /// Where the rows begin in the file, by note.
  var lines: [Int64: Int] = [:]
  /// Types of the collection's own, by the ids that stand for them.
  var ownTypes: [Int64: OwnType] = [:]

  struct OwnType: Sendable {
    var name: String
    var type: NoteType
  }
}

/// Finds notes of the library by their type and the text of their first field.
///
/// All texts are read once, when the first row asks.
@MainActor struct TextMatcher {
  let rules: TextMatching
  /// Notes of the library in their order.
  private var notes: [String: [Int]]?
  /// By note of the library, the place in the plan of the row that changes it.
  var changed: [Int: Int] = [:]
  /// How many rows have asked for a text.
  private var asked: [String: Int] = [:]

  init(_ rules: TextMatching) {
    self.rules = rules
  }

  /// The notes that a row may mean; with several rows of one text, each has one of its own first.
  mutating func notes(
    types: Set<String>, firstField html: String, deck: DeckName, in library: DeckLibrary
  ) -> [Int] {
    let all = notes ?? Self.index(library)
    notes = all
    let text = AnkiText.stripped(html, keepsMediaNames: true)
    var found = types.sorted().flatMap { all[Self.key($0, text)] ?? [] }
    if rules.isWithinDeck {
      let snapshot = library.snapshot
      found.removeAll { snapshot.decks[Int(snapshot.notes[$0].deck)].name != deck }
    }
    guard !found.isEmpty else { return [] }
    let turn = asked[text, default: 0]
    asked[text] = turn + 1
    let own = min(turn, found.count - 1)
    return [found[own]] + found[..<own] + found[(own + 1)...]
  }

  private static func index(_ library: DeckLibrary) -> [String: [Int]] {
    var notes: [String: [Int]] = [:]
    for number in library.snapshot.notes.indices {
      // A note that cannot be read at this moment is none that a row could mean.
      guard let content = try? library.content(ofNote: number), let first = content.fields.first
      else { continue }
      let html = first.isHTML ? first.value : FieldText.html(ofMarkdown: first.value)
      let text = html.map { AnkiText.stripped($0, keepsMediaNames: true) } ?? first.value
      notes[key(typeName(of: content), text), default: []].append(number)
    }
    return notes
  }

  private static func key(_ type: String, _ text: String) -> String {
    TransferHash.hex("\(type)\u{1F}\(text)")
  }

  /// The note type that a row would name; typing is no type of its own here.
  static func typeName(of content: NoteContent) -> String {
    switch content.form {
    case .basic, .pair, .question: "Basic"
    case .term, .reversiblePair, .reversibleQuestion: "Basic (and reversed card)"
    case .cloze, .highlight: "Cloze"
    case .note: content.typeName ?? ""
    }
  }
}
