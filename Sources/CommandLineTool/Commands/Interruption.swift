import Dispatch
import Glibc

/// Lets Ctrl-C cancel a task instead of ending the program in the middle of a write.
enum Interruption {
  /// Runs work that SIGINT and SIGTERM cancel; afterwards both do again what they did.
  @MainActor static func cancelling<Result: Sendable>(
    _ work: @escaping @MainActor () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await work() }
    let signals = [SIGINT, SIGTERM]
    let before = signals.map { signal($0, SIG_IGN) }
    let sources = signals.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in task.cancel() }
      source.activate()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for (number, handler) in zip(signals, before) { signal(number, handler) }
    }
    return try await task.value
  }
}
