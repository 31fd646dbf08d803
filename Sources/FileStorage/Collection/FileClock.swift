import Glibc

/// The clock that file systems stamp files with.
public enum FileClock {
  /// Nanoseconds since 1970.
  @Sendable public static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
