import Synchronization

/// A clock that stands until a test moves it.
public final class MovingTime: Sendable {
  private let value: Mutex<Int64>

  /// Milliseconds since 1970.
  public init(milliseconds: Int64) {
    value = Mutex(milliseconds)
  }

  public var milliseconds: Int64 {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }

  public func pass(days: Int64 = 0, hours: Int64 = 0, minutes: Int64 = 0, seconds: Int64 = 0) {
    value.withLock { $0 += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 }
  }
}
