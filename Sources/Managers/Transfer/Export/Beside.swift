import Dispatch
import Synchronization

/// Work that is done on another thread until its result is asked for.
final class Beside<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let group = DispatchGroup()

  init(_ work: @escaping @Sendable () throws -> Value) {
    DispatchQueue.global().async(group: group) { [self] in
      let done = Result { try work() }
      result.withLock { $0 = done }
    }
  }

  /// What came of it; waits until it is done.
  func value() throws -> Value {
    group.wait()
    return try result.withLock { result in
      guard let done = result.take() else { preconditionFailure("a result is taken once") }
      return try done.get()
    }
  }
}
