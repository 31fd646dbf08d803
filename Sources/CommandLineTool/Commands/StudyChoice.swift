import StudyDomain

/// What `deckle study` is asked for.
struct StudyChoice {
  /// Nil for everything; only where `custom` is nil.
  var deck: String?
  var limit: Int?
  /// Other cards than what is due of a deck.
  var custom: CustomStudy?

  init(_ arguments: Arguments) throws(Arguments.UsageError) {
    deck = arguments.words.first
    limit = try Self.number(.limit, arguments)
    let minutes = try Self.number(.minutes, arguments)
    let (isCram, isAhead) = (arguments.has(.cram), arguments.has(.ahead))
    guard !isCram || !isAhead else {
      throw Arguments.UsageError(message: "--cram and --ahead exclude each other")
    }
    guard arguments.has(.query) || isCram || isAhead || minutes != nil else { return }
    let text = Self.query(deck, arguments.options[.query])
    do throws(Query.SyntaxError) {
      custom = CustomStudy(
        .query(try Query(parsing: text), text: text),
        mode: isCram ? .cram : isAhead ? .ahead : .normal, limit: limit, minutes: minutes)
    } catch {
      throw Arguments.UsageError(message: "column \(error.column) of \(text): \(error.message)")
    }
  }

  private static func query(_ deck: String?, _ query: String?) -> String {
    let deckTerm = deck.map { "deck:\"\($0)\"" }
    guard let query, !query.allSatisfy(\.isWhitespace) else { return deckTerm ?? "" }
    return deckTerm.map { "\($0) (\(query))" } ?? query
  }

  private static func number(
    _ option: OptionName, _ arguments: Arguments
  ) throws(Arguments.UsageError) -> Int? {
    guard let text = arguments.options[option] else { return nil }
    guard let number = Int(text), number > 0 else {
      throw Arguments.UsageError(
        message: "--\(option.rawValue): '\(text)' is no number from 1 up")
    }
    return number
  }
}
