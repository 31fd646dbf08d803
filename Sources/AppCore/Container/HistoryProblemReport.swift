import History
import StudyDomain

/// Puts what the history could not take in into words.
enum HistoryProblemReport {
  static func problems(of found: HistoryProblems) -> [Problem] {
    var result = found.badLines.map { line in
      Problem(
        .warning, path: ".deckle/history/\(line.file)", line: line.line,
        message: "this line is no event and is skipped",
        nextStep: "nothing is lost by leaving it; a cut line is written again by its machine")
    }
    if found.unknownCount > 0 {
      result.append(
        Problem(
          .warning, path: ".deckle/history",
          message: "\(found.unknownCount) events are of a kind that this version does not know",
          nextStep: "they are kept; a newer deckle understands them"))
    }
    result += found.altered.map { name in
      Problem(
        .warning, path: ".deckle/history", message: "two different lines claim to be \(name)",
        nextStep: "one of them was changed by hand; the lower one counts")
    }
    result += found.splitImports.map { source in
      Problem(
        .warning, path: ".deckle/history",
        message: "the imported review \(source) lies under two cards",
        nextStep: "it counts for the first one")
    }
    return result
  }
}
