extension DeckOptions {
  /// What is to be said of an option where it is written; nil when all is well.
  ///
  /// A problem that is an error leaves the option unset. This is the one place that words them, for
  /// front matter and settings alike.
  public static func problem(
    with name: String, _ value: OptionValue, path: String, line: Int?
  ) -> Problem? {
    var trial = DeckOptions()
    do throws(OptionError) {
      try trial.set(name, to: value)
    } catch {
      var problem = error.problem(path: path)
      problem.line = line
      return problem
    }
    guard namesWithoutEffect.contains(name), value.joined != "none" else { return nil }
    return Problem(
      .warning, path: path, line: line,
      message: "\(name) has no effect in this version of deckle",
      nextStep: "delete the line, or leave it for a later version")
  }

  /// Options that are read and checked, and that nothing acts on yet.
  public static let namesWithoutEffect: Set<String> = ["easy_days", "exam_date"]
}

extension OptionError {
  /// The error as a line of the Problems screen.
  public func problem(path: String) -> Problem {
    switch self {
    case .unknown(let name):
      Problem(
        .warning, path: path, message: "there is no option '\(name)'",
        nextStep: "see the list of options in the README")
    case .badValue(let name, let value, let expected):
      Problem(
        .error, path: path, message: "\(name): '\(value)' is not \(expected)",
        nextStep: "correct the value; the value of the parent deck is in force meanwhile")
    }
  }
}
