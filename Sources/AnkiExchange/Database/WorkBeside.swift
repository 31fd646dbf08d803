import Dispatch
import Synchronization

/// Work on another thread, begun at once; its outcome is waited for.
final class WorkBeside<Value: Sendable>: Sendable {
  private let outcome = Mutex<Result<Value, any Error>?>(nil)
  private let work = DispatchGroup()

  init(_ body: @escaping @Sendable () throws -> Value) {
    DispatchQueue.global(qos: .userInitiated).async(group: work) { [self] in
      let result = Result { try body() }
      outcome.withLock { $0 = result }
    }
  }

  /// What came of it, as often as asked for.
  func value() throws -> Value {
    work.wait()
    guard let result = outcome.withLock(\.self) else {
      preconditionFailure("the group is empty, so the work is done")
    }
    return try result.get()
  }
}
