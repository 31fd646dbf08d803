import History
import Managers
import StudyDomain

/// Puts what the history could not take in into words.
enum HistoryProblemReport {
  /// One problem a file, however many of its lines are bad.
  static func problems(of files: [BadHistoryFile]) -> [Problem] {
    files.map { file in
      let what =
        file.count == 1 ? "a line could not be read" : "\(file.count) lines could not be read"
      let first = file.count == 1 ? "it" : "the first"
      let copied = file.copy.map { "; copied to \($0)" } ?? "; it could not be copied yet"
      return Problem(
        .warning, path: ".deckle/history/\(file.name)", line: file.firstLine,
        message: "\(what), \(first) \(reason(file.reason))\(copied)",
        nextStep: "nothing is lost by leaving them; a cut line is written again by its machine")
    }
  }

  private static func reason(_ reason: BadHistoryFile.Reason) -> String {
    switch reason {
    case .cut: "is cut short"
    case .zeros: "holds zero bytes, as a power cut leaves them"
    case .mergeMark: "is a mark that a merge left"
    case .otherForm: "has not the form of an event"
    }
  }

  static func problems(of found: HistoryProblems) -> [Problem] {
    var result: [Problem] = []
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
