/// A question about cards: words and `deck:`, `tag:`, `is:` terms, all of which must hold.
///
/// `-term` negates, `"two words"` is a phrase, `deck:"My Deck"` a value with blanks.
public struct Query: Hashable, Sendable {
  public var terms: [Term]

  public init(terms: [Term] = []) {
    self.terms = terms
  }

  public struct Term: Hashable, Sendable {
    public var isNegated: Bool
    public var test: Test

    public init(_ test: Test, isNegated: Bool = false) {
      self.test = test
      self.isNegated = isNegated
    }
  }

  public enum Test: Hashable, Sendable {
    /// The deck or one below it; `*` stands for any run of characters.
    case deck(String)
    /// The tag or one below it (`verbs` holds `verbs::irregular`); `*` as in `deck`.
    case tag(String)
    case state(State)
    /// The flag, 0 none to 7.
    case flag(Int)
    /// Text that the card holds, capitals and accents aside.
    case text(String)
  }

  /// What `is:` asks for.
  public enum State: String, CaseIterable, Sendable {
    case new, learn, review, due, suspended, buried, leech, marked, flagged
  }

  /// What is wrong with a query, and where.
  public struct SyntaxError: Error, Hashable, Sendable {
    /// From 1, counted in characters.
    public var column: Int
    public var message: String
  }

  /// Reads a query; an empty one asks for every card.
  public init(parsing text: String) throws(SyntaxError) {
    var reader = QueryReader(text)
    terms = []
    while let term = try reader.next() { terms.append(term) }
  }
}

private struct QueryReader {
  /// What other programs search by: said to be unknown instead of searched as text.
  static let laterFields: Set<String> = [
    "prop", "rated", "added", "introduced", "note", "state", "card", "re", "w", "nc", "front",
    "back", "resched", "preset", "cid", "nid",
  ]
  let characters: [Character]
  var position = 0

  init(_ text: String) {
    characters = Array(text)
  }

  mutating func next() throws(Query.SyntaxError) -> Query.Term? {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
    guard position < characters.count else { return nil }
    let start = position
    var isNegated = false
    if characters[position] == "-" {
      isNegated = true
      position += 1
    }
    var name: String?
    var value = ""
    var wasQuoted = false
    while position < characters.count, !characters[position].isWhitespace {
      let character = characters[position]
      if character == "\"" {
        value += try quoted()
        wasQuoted = true
        continue
      }
      position += 1
      if character == ":", name == nil, !wasQuoted, ["deck", "tag", "is", "flag"].contains(value) {
        name = value
        value = ""
      } else if character == ":", name == nil, !wasQuoted, Self.laterFields.contains(value) {
        throw .init(
          column: start + 1,
          message: "\(value): is not known; there are deck: tag: is: flag: and words")
      } else {
        value.append(character)
      }
    }
    guard !value.isEmpty else {
      let what = name.map { "\($0): needs a value" } ?? "a word is missing here"
      throw .init(column: start + 1, message: what)
    }
    return Query.Term(try test(name, value, column: start + 1), isNegated: isNegated)
  }

  private mutating func quoted() throws(Query.SyntaxError) -> String {
    let open = position
    position += 1
    var text = ""
    while position < characters.count {
      let character = characters[position]
      position += 1
      if character == "\"" { return text }
      text.append(character)
    }
    throw .init(column: open + 1, message: "this quotation mark is never closed")
  }

  private func test(_ name: String?, _ value: String, column: Int)
    throws(Query.SyntaxError) -> Query.Test
  {
    switch name {
    case "deck": return .deck(value)
    case "tag": return .tag(value)
    case "flag":
      guard let flag = Int(value), (0...7).contains(flag) else {
        throw .init(column: column, message: "flag:\(value): flags are 0 to 7")
      }
      return .flag(flag)
    case "is":
      guard let state = Query.State(rawValue: value) else {
        let known = Query.State.allCases.map(\.rawValue).joined(separator: ", ")
        throw .init(column: column, message: "is:\(value) is unknown; there are \(known)")
      }
      return .state(state)
    default: return .text(value)
    }
  }
}
