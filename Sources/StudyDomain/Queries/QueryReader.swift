/// Reads the terms of a query and what joins them.
struct QueryReader {
  let characters: [Character]
  private var position = 0
  private var depth = 0

  private static let depthLimit = 50

  init(_ text: String) {
    characters = Array(text)
  }

  // MARK: Terms and what joins them

  mutating func read() throws(Query.SyntaxError) -> Query.Node {
    let node = try alternatives()
    guard position >= characters.count else {
      throw .init(
        column: position + 1,
        message: "this bracket closes none; \"\(characters[position])\" or \\) mean the sign")
    }
    return node
  }

  /// `a b or c`: what stands side by side binds more tightly.
  private mutating func alternatives() throws(Query.SyntaxError) -> Query.Node {
    var all: [Query.Node] = []
    var terms: [Query.Node] = []
    var joint: (column: Int, word: String)?
    while true {
      skipBlanks()
      guard position < characters.count, characters[position] != ")" else { break }
      let column = position + 1
      if let word = keyword() {
        guard !terms.isEmpty, joint == nil else { throw Self.dangling(word, column) }
        joint = (column, word)
        if word == "or" {
          all.append(Self.joined(terms))
          terms = []
        }
        continue
      }
      joint = nil
      terms.append(try term())
    }
    if let joint { throw Self.dangling(joint.word, joint.column) }
    if all.isEmpty { return Self.joined(terms) }
    return .any(all + [Self.joined(terms)])
  }

  private static func joined(_ terms: [Query.Node]) -> Query.Node {
    terms.count == 1 ? terms[0] : .all(terms)
  }

  private static func dangling(_ word: String, _ column: Int) -> Query.SyntaxError {
    .init(
      column: column, message: "'\(word)' has a term on one side only; \"\(word)\" means the word")
  }

  /// `and` or `or` as a word of its own, in lower case.
  private mutating func keyword() -> String? {
    for word in ["and", "or"] {
      let end = position + word.count
      guard end <= characters.count,
        String(characters[position..<end]).lowercased() == word,
        end == characters.count || Self.isBlank(characters[end]) || "()".contains(characters[end])
      else { continue }
      position = end
      return word
    }
    return nil
  }

  private mutating func term() throws(Query.SyntaxError) -> Query.Node {
    let start = position
    if characters[position] == "-" {
      position += 1
      guard position < characters.count, !Self.isBlank(characters[position]) else {
        throw .init(column: start + 1, message: "a word is missing here")
      }
      if characters[position] == "-" { return .not(try word()) }
      return .not(try term())
    }
    guard characters[position] == "(" else { return try word() }
    depth += 1
    guard depth <= Self.depthLimit else {
      throw .init(column: start + 1, message: "brackets stand too deep in each other")
    }
    position += 1
    let inner = try alternatives()
    guard position < characters.count else {
      throw .init(column: start + 1, message: "this bracket is never closed; \\( means the sign")
    }
    position += 1
    depth -= 1
    guard inner != .all([]) else {
      throw .init(
        column: start + 1, message: "there is nothing between the brackets; \"()\" means the signs")
    }
    return inner
  }

  // MARK: Words

  private mutating func skipBlanks() {
    while position < characters.count, Self.isBlank(characters[position]) { position += 1 }
  }

  private static func isBlank(_ character: Character) -> Bool { character.isWhitespace }

  /// Up to a blank or a bracket; quotes and backslashes take their meaning away.
  private mutating func word() throws(Query.SyntaxError) -> Query.Node {
    let start = position
    var signs: [QuerySign] = []
    var quote: Int?
    while position < characters.count {
      let character = characters[position]
      if character == "\\", position + 1 < characters.count,
        QuerySign.escapable.contains(characters[position + 1])
      {
        signs.append(QuerySign(characters[position + 1], isEscaped: true))
        position += 2
        continue
      }
      if character == "\"" {
        quote = quote == nil ? position : nil
        position += 1
        continue
      }
      if quote == nil, Self.isBlank(character) || "()".contains(character) { break }
      signs.append(QuerySign(character, isEscaped: false))
      position += 1
    }
    if let quote {
      throw .init(
        column: quote + 1, message: "this quotation mark is never closed; \\\" means the sign")
    }
    do throws(Query.SyntaxError) {
      return .test(try QueryTerm(signs, column: start + 1).test())
    } catch {
      // The value begins with a bracket, or is nothing else.
      guard signs.last?.means(":") == true, position < characters.count,
        characters[position] == "(" || depth == 0 && characters[position] == ")"
      else { throw error }
      let name = String(signs.map(\.character))
      throw .init(
        column: position + 1,
        message: "a bracket begins or ends a group of terms; in quotes it is part of the value: "
          + "\"\(name)\(characters[position])…\"")
    }
  }
}

/// A character of a term, and whether a backslash took its meaning away.
struct QuerySign {
  var character: Character
  var isEscaped: Bool

  /// What a backslash may stand before; before anything else it is itself.
  static let escapable: Set<Character> = ["\\", "\"", "*", "_", ":", "(", ")", "-"]

  init(_ character: Character, isEscaped: Bool) {
    self.character = character
    self.isEscaped = isEscaped
  }

  func means(_ sign: Character) -> Bool { character == sign && !isEscaped }
}
