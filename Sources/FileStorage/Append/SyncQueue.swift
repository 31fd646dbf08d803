import Dispatch
import Synchronization

/// Runs syncs off the caller's thread, one at a time, and gathers appends that come close together.
final class SyncQueue: Sendable {
  private let queue = DispatchQueue(label: "deckle.sync", qos: .utility)
  private let delayMilliseconds: Int?
  private let isScheduled = Mutex(false)
  private let turn = Mutex(())

  init(delayMilliseconds: Int?) {
    self.delayMilliseconds = delayMilliseconds
  }

  /// Runs the work after the delay unless it is waiting already.
  func schedule(_ work: @escaping @Sendable () -> Void) {
    guard let delayMilliseconds else { return }
    let isWaiting = isScheduled.withLock { scheduled in
      defer { scheduled = true }
      return scheduled
    }
    if isWaiting { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(delayMilliseconds)) { [self] in
      isScheduled.withLock { $0 = false }
      work()
    }
  }

  nonisolated(nonsending) func run(_ work: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      queue.async { done.resume(with: Result { try work() }) }
    }
  }

  /// Keeps syncs from overlapping.
  func one(_ work: () throws(FileStorageError) -> Void) throws(FileStorageError) {
    try turn.withLock { _ throws(FileStorageError) in try work() }
  }
}
