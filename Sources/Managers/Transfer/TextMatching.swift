import AnkiExchange

/// How the rows of a text find the notes that are here already, and what happens then.
struct TextMatching {
  var rule = TextMapping.Matches.update
  /// Only notes of the row's own deck count.
  var isWithinDeck = false
  /// Numbers of the fields that the text has columns for, by note type; the others stay.
  var fields: [Int64: Set<Int>] = [:]
}
