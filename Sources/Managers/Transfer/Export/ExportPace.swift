import StudyDomain

/// Gives way to the screen in the long work of an export, and tells how far it is.
@MainActor struct ExportPace {
  private let reporter: ProgressReporter
  private let index: StudyIndex
  private var breather: Breather
  /// Of the library and the history that the export began with.
  private let revisions: [Int]

  init(_ reporter: ProgressReporter, _ index: StudyIndex) {
    self.reporter = reporter
    self.index = index
    breather = Breather(reporter)
    revisions = [index.library.revision, index.history.revision]
  }

  /// To be called after each step; false when library or history changed meanwhile.
  ///
  /// Throws `CancellationError` when nobody wants the export any more.
  mutating func keep(_ place: Int, of total: Int) async throws -> Bool {
    guard breather.isDue else { return true }
    reporter.report(.exporting, place, of: total)
    try await breather.breathe()
    return revisions == [index.library.revision, index.history.revision]
  }
}
