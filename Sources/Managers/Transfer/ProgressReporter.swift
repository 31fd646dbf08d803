import StudyDomain

/// Tells how far an import is: the beginning of each stage, and within one at most ten times a
/// second.
@MainActor final class ProgressReporter {
  private let handler: TransferProgressHandler
  let now: () -> ContinuousClock.Instant
  private var last: ContinuousClock.Instant?
  private var stage: TransferProgress.Stage?

  init(
    _ handler: @escaping TransferProgressHandler,
    now: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.handler = handler
    self.now = now
  }

  func report(_ stage: TransferProgress.Stage, _ done: Int = 0, of total: Int = 0) {
    let moment = now()
    if stage == self.stage, let last, moment - last < .milliseconds(100) { return }
    self.stage = stage
    last = moment
    handler(TransferProgress(stage, fraction: total > 0 ? Double(done) / Double(total) : 0))
  }
}

/// Gives way to the screen now and then in long work of the main actor.
@MainActor struct Breather {
  /// Short enough for a key press not to be felt.
  private static let slice = Duration.milliseconds(8)
  private let now: () -> ContinuousClock.Instant
  private var end: ContinuousClock.Instant

  init(_ reporter: ProgressReporter) {
    now = reporter.now
    end = now() + Self.slice
  }

  var isDue: Bool { now() >= end }

  /// Lets others run; throws `CancellationError` when nobody wants the work any more.
  mutating func breathe() async throws {
    await Task.yield()
    try Task.checkCancellation()
    end = now() + Self.slice
  }
}
