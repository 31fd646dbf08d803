extension DeckName {
  /// The query that finds the cards of this deck and of all below it: `deck:"Spanish::Verbs"`.
  public var queryText: String {
    var name = ""
    for character in text {
      if "\"*_\\".contains(character) { name.append("\\") }
      name.append(character)
    }
    return "deck:\"\(name)\""
  }
}
