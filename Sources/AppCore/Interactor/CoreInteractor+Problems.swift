public import Screens
public import StudyDomain

extension CoreInteractor: ProblemsInteractor {
  public var problems: [Problem] {
    container.problems.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.severity != b.severity { return a.severity == .error }
      return left.offset < right.offset
    }.map(\.element)
  }

  public func openEditor(at problem: Problem) async throws {
    guard let terminal else { throw ActionFailure("there is no terminal for an editor") }
    let path =
      problem.path.hasPrefix("/") ? problem.path : "\(container.paths.collection)/\(problem.path)"
    let arguments = container.editor.arguments(file: path, line: problem.line)
    let status = try await terminal.runForeground(
      arguments, directory: container.paths.collection)
    if status != 0 {
      throw ActionFailure("\(arguments[0]) ended with status \(status)")
    }
    reload()
  }
}
