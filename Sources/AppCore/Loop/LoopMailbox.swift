import Synchronization

/// What waits for the run loop, in order; posted from anywhere, read by the loop alone.
///
/// The loop wakes where it runs. An `AsyncStream` would wake another thread first to tell it, which
/// costs as much as half of what most keys do.
final class LoopMailbox: Sendable {
  private struct State {
    var events: [LoopEvent] = []
    var reader: UnsafeContinuation<LoopEvent, Never>?
  }
  private let state = Mutex(State())

  func post(_ event: LoopEvent) {
    let reader = state.withLock { state in
      let reader = state.reader
      if reader == nil { state.events.append(event) }
      state.reader = nil
      return reader
    }
    reader?.resume(returning: event)
  }

  /// The next event; waits until there is one.
  func next(isolation: isolated (any Actor)? = #isolation) async -> LoopEvent {
    await withUnsafeContinuation { reader in
      let event = state.withLock { state -> LoopEvent? in
        if state.events.isEmpty {
          state.reader = reader
          return nil
        }
        return state.events.removeFirst()
      }
      if let event { reader.resume(returning: event) }
    }
  }
}
