import Synchronization

/// How far the reading of a package is, for whoever waits for it on another thread.
public final class ReadingGauge: Sendable {
  private let done = Atomic<Int>(0)
  private let total = Atomic<Int>(0)

  /// A row, or so many unpacked bytes, are a step: both take about the same time.
  static let bytesOfStep = 100
  /// Rows are about as many as such steps.
  private static let bytesOfTotal = 50

  public init() {}

  /// From 0 to 1: what is behind, of what is expected.
  public var fraction: Double {
    let total = total.load(ordering: .relaxed)
    return total > 0 ? min(1, Double(done.load(ordering: .relaxed)) / Double(total)) : 0
  }

  /// Begins a database of so many bytes.
  func begin(bytes: Int64) {
    total.store(Int(clamping: bytes) / Self.bytesOfTotal, ordering: .relaxed)
  }

  func add(_ steps: Int) { done.add(steps, ordering: .relaxed) }

  /// Rows that are counted without a look at what other threads count.
  struct Rows {
    private let gauge: ReadingGauge?
    private var count = 0

    init(_ gauge: ReadingGauge?) {
      self.gauge = gauge
    }

    mutating func add() {
      count += 1
      if count.isMultiple(of: 1024) { gauge?.add(1024) }
    }
  }
}
