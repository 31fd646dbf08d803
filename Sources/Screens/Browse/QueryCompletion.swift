import Interaction
import StudyDomain

/// What the term of a query at the cursor can become.
struct QueryCompletion {
  /// The query with the term completed as far as it is certain.
  private(set) var field: TextField
  /// All that it may become.
  let names: [String]

  var isCertain: Bool { names.count == 1 }

  private static let heads = [
    "deck:", "tag:", "is:", "prop:", "rated:", "introduced:", "flag:", "note:", "card:", "re:",
    "w:", "front:", "back:",
  ]

  /// Nil where there is nothing to complete.
  init?(_ field: TextField, context: BrowseContext) {
    let characters = Array(field.text)
    let start = Self.start(of: characters[..<field.cursor])
    let term = String(characters[start..<field.cursor])
    guard !term.isEmpty else { return nil }
    let colon = term.firstIndex(of: ":")
    let head = colon.map { String(term[...$0]) } ?? ""
    let value = colon.map { String(term[term.index(after: $0)...]) } ?? term
    let typed = value.hasPrefix("\"") ? String(value.dropFirst()) : value
    let all: [String] =
      switch head.lowercased() {
      case "deck:": context.decks.map(\.text)
      case "tag:": context.tags + ["none"]
      case "is:": Query.State.allCases.map(\.rawValue)
      case "prop:": Query.Property.allCases.map(\.rawValue) + ["rated"]
      case "": Self.heads
      default: []
      }
    names = all.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
    guard !names.isEmpty else { return nil }
    self.field = field
    let common = FieldAndList().completion(of: typed, from: names) ?? typed
    let rest = String(characters[field.cursor...])
    guard common != typed || isCertain else { return }
    let before = String(characters[..<start]) + head
    let written = head.isEmpty ? common : Self.written(common, isWhole: isCertain)
    self.field = TextField(before + written)
    self.field.apply(.insert(rest))
    for _ in rest { self.field.apply(.left) }
  }

  /// Where the term begins: after a blank outside quotes, a bracket or a minus.
  private static func start(of characters: ArraySlice<Character>) -> Int {
    var start = characters.startIndex
    var isQuoted = false
    for (index, character) in zip(characters.indices, characters) {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, character == " " || character == "(" { start = index + 1 }
      if index == start, character == "-" { start = index + 1 }
    }
    return start
  }

  /// A name as a query has it: in quotes where it holds what else means something.
  private static func written(_ name: String, isWhole: Bool) -> String {
    guard name.contains(where: { " ()".contains($0) }) else { return name }
    return isWhole ? "\"\(name)\"" : "\"\(name)"
  }
}
