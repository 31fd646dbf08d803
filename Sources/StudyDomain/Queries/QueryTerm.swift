/// One term of a query: a word, or a name, a colon and a value.
struct QueryTerm {
  private let signs: [QuerySign]
  /// Where the term begins.
  private let column: Int

  init(_ signs: [QuerySign], column: Int) {
    self.signs = signs
    self.column = column
  }

  private func error(_ message: String) -> Query.SyntaxError {
    Query.SyntaxError(column: column, message: message)
  }

  /// What Anki has and we have not, with the reason.
  private static let unknown = [
    "added": "decks do not tell when a text was written; introduced: is by the first answer",
    "edited": "decks do not tell when a text was changed",
    "dupe": "'deckle check' lists texts that stand twice",
    "preset": "options stand in decks; deck: finds these",
    "resched": "days that were set by hand are not searched",
    "nid": "a card is named by its id as 'deckle cards' prints it",
    "cid": "a card is named by its id as 'deckle cards' prints it",
    "mid": "note: finds a type by its name", "did": "deck: finds a deck by its name",
    "has-cd": "there is no custom data", "has": "there is no custom data",
  ]

  func test() throws(Query.SyntaxError) -> Query.Test {
    guard !signs.isEmpty else { throw error("a word is missing here") }
    guard let colon = signs.firstIndex(where: { $0.means(":") }), colon > 0 else {
      return .text(pattern(signs[...]))
    }
    let name = text(signs[..<colon]).lowercased()
    let value = signs[(colon + 1)...]
    if let reason = Self.unknown[name] { throw error("\(name): is not known: \(reason)") }
    if Self.known.contains(name) {
      guard !value.isEmpty else { throw error("\(name): needs a value") }
      return try named(name, value)
    }
    // An address is no field.
    if value.starts(
      with: [QuerySign("/", isEscaped: false), .init("/", isEscaped: false)],
      by: {
        $0.character == $1.character
      })
    {
      return .text(pattern(signs[...]))
    }
    return try field(signs[..<colon], value)
  }

  private static let known: Set<String> = [
    "deck", "tag", "is", "flag", "note", "card", "prop", "rated", "introduced", "re", "nc", "w",
  ]

  private func named(
    _ name: String, _ value: ArraySlice<QuerySign>
  ) throws(Query.SyntaxError) -> Query.Test {
    switch name {
    case "deck": try deck(value)
    case "tag": try tag(value)
    case "is": try state(text(value))
    case "flag": try flag(text(value))
    case "note": .noteType(pattern(value))
    case "card": card(value)
    case "prop": try property(text(value))
    case "rated": try rated(text(value))
    case "introduced": .introduced(days: try days(text(value), "introduced"))
    case "re": .expression(try expression(value))
    case "w": .expression(try whole(value))
    // Accents count for nothing anyway.
    default: .text(pattern(value))
    }
  }

  // MARK: Values

  private func text(_ signs: ArraySlice<QuerySign>) -> String {
    String(signs.map(\.character))
  }

  private func pattern(_ signs: ArraySlice<QuerySign>) -> QueryPattern {
    QueryPattern(
      signs.map { sign in
        sign.means("*") ? .run : sign.means("_") ? .one : .text(String(sign.character))
      })
  }

  /// The value as it was written: in an expression a backslash has its own meaning.
  private func expression(
    _ signs: ArraySlice<QuerySign>
  ) throws(Query.SyntaxError) -> SearchExpression {
    let written = signs.reduce(into: "") { text, sign in
      if sign.isEscaped, sign.character != "\"", sign.character != ":" { text.append("\\") }
      text.append(sign.character)
    }
    do throws(SearchExpression.SyntaxError) {
      return try SearchExpression(written)
    } catch {
      throw self.error("the expression \(written) is not understood: \(error.message)")
    }
  }

  /// A word with no letter or digit on either side.
  private func whole(_ value: ArraySlice<QuerySign>) throws(Query.SyntaxError) -> SearchExpression {
    do throws(SearchExpression.SyntaxError) {
      return try SearchExpression("\\b\(pattern(value).expression)\\b")
    } catch {
      throw self.error("w: \(error.message)")
    }
  }

  private func hasPrefix(_ word: String, _ value: ArraySlice<QuerySign>) -> Bool {
    text(value.prefix(word.count)).lowercased() == word
      && value.prefix(word.count).allSatisfy { !$0.isEscaped }
  }

  private func deck(_ value: ArraySlice<QuerySign>) throws(Query.SyntaxError) -> Query.Test {
    switch text(value).lowercased() {
    case "current": throw error("deck:current: no deck is current here; deck:NAME names one")
    case "filtered": throw error("deck:filtered: there are no filtered decks here")
    default: .deck(pattern(value))
    }
  }

  private func tag(_ value: ArraySlice<QuerySign>) throws(Query.SyntaxError) -> Query.Test {
    if text(value).lowercased() == "none" { return .untagged }
    if hasPrefix("re:", value) { return .tagExpression(try expression(value.dropFirst(3))) }
    if hasPrefix("nc:", value) { return .tag(pattern(value.dropFirst(3))) }
    return .tag(pattern(value))
  }

  private func state(_ value: String) throws(Query.SyntaxError) -> Query.Test {
    guard let state = Query.State(rawValue: value.lowercased()) else {
      let known = Query.State.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("is:\(value) is unknown; there are \(known)")
    }
    return .state(state)
  }

  private func flag(_ value: String) throws(Query.SyntaxError) -> Query.Test {
    guard let flag = Int(value), (0...7).contains(flag) else {
      throw error("flag:\(value): flags are 0 to 7")
    }
    return .flag(flag)
  }

  private func card(_ value: ArraySlice<QuerySign>) -> Query.Test {
    if let number = Int(text(value)), number > 0 { return .template(number - 1) }
    return .templateName(pattern(value))
  }

  private func field(
    _ name: ArraySlice<QuerySign>, _ value: ArraySlice<QuerySign>
  ) throws(Query.SyntaxError) -> Query.Test {
    if hasPrefix("re:", value) {
      return .fieldExpression(name: pattern(name), try expression(value.dropFirst(3)))
    }
    let value = hasPrefix("nc:", value) ? value.dropFirst(3) : value
    return .field(name: pattern(name), pattern(value), written: pattern(signs[...]))
  }

  // MARK: Numbers

  private func days(_ value: String, _ name: String) throws(Query.SyntaxError) -> Int {
    guard let days = Int(value), days >= 0, days <= 1_000_000 else {
      throw error("\(name):\(value): a number of days is missing; 1 is today")
    }
    return max(days, 1)
  }

  private func grade(_ value: Substring) throws(Query.SyntaxError) -> Grade {
    guard let grade = Grade(word: value.lowercased()) else {
      throw error("'\(value)' is no grade: 1 is again, 2 hard, 3 good, 4 easy")
    }
    return grade
  }

  private func rated(_ value: String) throws(Query.SyntaxError) -> Query.Test {
    let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let days = try days(String(parts[0]), "rated")
    return .rated(days: days, parts.count > 1 ? try grade(parts[1]) : nil)
  }

  private func property(_ value: String) throws(Query.SyntaxError) -> Query.Test {
    let name = value.prefix { $0.isLetter || $0 == "-" }.lowercased()
    let rest = value.dropFirst(name.count)
    guard let comparison = Query.Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) })
    else {
      throw error("prop:\(value): a comparison is missing, as in prop:ivl>=10")
    }
    let number = rest.dropFirst(comparison.rawValue.count)
    if name == "rated" {
      let parts = number.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let day = parts.first.flatMap({ Int($0) }), day <= 0 else {
        throw error("prop:rated: a day is missing: 0 is today, -1 yesterday")
      }
      return .ratedOn(comparison, day: day, parts.count > 1 ? try grade(parts[1]) : nil)
    }
    guard let property = Query.Property(rawValue: name) else {
      let known = Query.Property.allCases.map(\.rawValue).joined(separator: ", ")
      let hint = name == "ease" ? "; prop:d is how hard a card is" : ""
      throw error("prop:\(name) is not known; there are \(known), rated\(hint)")
    }
    guard let number = Double(number), number.isFinite else {
      throw error("prop:\(value): '\(number)' is no number")
    }
    return .property(property, comparison, number)
  }
}
