import Managers
import StudyDomain

/// Puts histories whose text is gone into words.
enum OrphanProblemReport {
  /// How many are told one by one.
  private static let limit = 100

  /// A problem for each reviewed card without a text, the most reviewed first.
  static func problems(of orphans: [OrphanReport], in library: LibrarySnapshot) -> [Problem] {
    let reviewed = orphans.filter { $0.reviews > 0 && !$0.isForgotten }
    var result = reviewed.prefix(limit).map { orphan in
      let reviews = orphan.reviews == 1 ? "a review" : "\(orphan.reviews) reviews"
      return Problem(
        .warning, path: path(of: orphan, in: library),
        message: "'\(beginning(of: orphan.text))' has \(reviews) and no text any more",
        nextStep: "its history returns when the text stands in a deck again as it was; "
          + "'deckle forget \(orphan.key)' lets it go")
    }
    if reviewed.count > limit {
      result.append(
        Problem(
          .warning, path: ".deckle/history",
          message: "\(reviewed.count - limit) more cards have reviews and no text any more",
          nextStep: "'deckle orphans' lists all of them"))
    }
    return result
  }

  /// The deck file that held the text, if it is still there.
  private static func path(of orphan: OrphanReport, in library: LibrarySnapshot) -> String {
    guard let deck = library.deck(named: DeckName(orphan.deck)),
      let file = library.decks[deck].file
    else { return ".deckle/history" }
    return library.files[file].path
  }

  private static func beginning(of text: String) -> String {
    let line = text.split(separator: "\n").first ?? ""
    return line.count > 40 ? line.prefix(39) + "…" : String(line)
  }
}
