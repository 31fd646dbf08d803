import AnkiExchange
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

  /// Waits for work beside this actor, and tells now and then how far it is.
  func reading<Value>(
    _ gauge: ReadingGauge, _ work: @MainActor () async throws -> Value
  ) async throws -> Value {
    let telling = Task {
      while true {
        try await Task.sleep(for: .milliseconds(100))
        // The work is at its end.
        try Task.checkCancellation()
        report(.reading, Int(gauge.fraction * 1000), of: 1000)
      }
    }
    defer { telling.cancel() }
    return try await work()
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
