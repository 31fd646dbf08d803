import Glibc

/// A growing array of plain values that may begin with a part of fixed size, such as a mapped cache.
///
/// Grows by `realloc`, which moves pages instead of copying them: a table of 70 MB never needs
/// twice that. The fixed part is written where it lies.
///
/// Its variables, and those of the tables above it, go without run-time exclusivity checks: no
/// accessor calls out while it holds one, and the checks stood out in profiles of a replay.
final class Column<Value: BitwiseCopyable> {
  private let base: UnsafeMutableBufferPointer<Value>
  /// Whether the fixed part is still as it came.
  @exclusivity(unchecked) private var isBaseUntouched = true
  @exclusivity(unchecked) private var tail: UnsafeMutablePointer<Value>?
  @exclusivity(unchecked) private var capacity = 0
  @exclusivity(unchecked) private var tailCount = 0

  /// A column that begins with `base`, which is its own to write and outlives it.
  init(base: UnsafeMutableBufferPointer<Value> = UnsafeMutableBufferPointer(start: nil, count: 0)) {
    self.base = base
  }

  init(repeating value: Value, count: Int) {
    base = UnsafeMutableBufferPointer(start: nil, count: 0)
    resize(to: count, filler: value)
  }

  deinit {
    free(tail)
  }

  var count: Int { base.count + tailCount }

  /// The bytes of the fixed part; nil when any of them was changed.
  var untouchedBase: UnsafeRawBufferPointer? {
    isBaseUntouched && !base.isEmpty ? UnsafeRawBufferPointer(base) : nil
  }

  /// The number of values in the fixed part.
  var baseCount: Int { base.count }

  subscript(index: Int) -> Value {
    get {
      precondition(index >= 0 && index < count, "a row that the table does not have")
      if index >= base.count { return read(index - base.count) }
      return base[index]
    }
    set {
      precondition(index >= 0 && index < count, "a row that the table does not have")
      if index >= base.count {
        guard let tail else { return }
        tail[index - base.count] = newValue
      } else {
        isBaseUntouched = false
        base[index] = newValue
      }
    }
  }

  @inline(__always)
  private func read(_ index: Int) -> Value {
    // Non-nil: the caller has checked that the tail has this row.
    tail.unsafelyUnwrapped[index]
  }

  func append(_ value: Value) {
    if tailCount == capacity { reserve(max(16, capacity + capacity / 2)) }
    guard let tail else { return }
    tail[tailCount] = value
    tailCount += 1
  }

  func append(contentsOf values: UnsafeBufferPointer<Value>) {
    guard let start = values.baseAddress, !values.isEmpty else { return }
    if tailCount + values.count > capacity {
      reserve(max(tailCount + values.count, capacity + capacity / 2))
    }
    guard let tail else { return }
    (tail + tailCount).update(from: start, count: values.count)
    tailCount += values.count
  }

  /// The same values in one writable piece; itself when it is one.
  func detached() -> Column {
    guard !base.isEmpty else { return self }
    let copy = Column()
    copy.reserve(count)
    copy.append(contentsOf: UnsafeBufferPointer(base))
    copy.append(contentsOf: UnsafeBufferPointer(start: tail, count: tailCount))
    return copy
  }

  /// Grows to `count` rows, or does nothing when there are as many.
  func resize(to count: Int, filler: Value) {
    let wanted = count - base.count
    guard wanted > tailCount else { return }
    if wanted > capacity { reserve(max(wanted, capacity + capacity / 2)) }
    guard let tail else { return }
    (tail + tailCount).update(repeating: filler, count: wanted - tailCount)
    tailCount = wanted
  }

  /// Makes room for `rows` beyond the fixed part; untouched room costs no memory.
  func reserve(_ rows: Int) {
    guard rows > capacity else { return }
    let bytes = rows * MemoryLayout<Value>.stride
    guard let grown = realloc(tail, bytes) else {
      preconditionFailure("out of memory for \(bytes) bytes of history")
    }
    tail = grown.assumingMemoryBound(to: Value.self)
    capacity = rows
  }

  /// Gives back room that growth left.
  func trim() {
    guard tailCount > 0, capacity > tailCount,
      let smaller = realloc(tail, tailCount * MemoryLayout<Value>.stride)
    else { return }
    tail = smaller.assumingMemoryBound(to: Value.self)
    capacity = tailCount
  }

  /// The fixed part and what came later.
  var parts: [UnsafeBufferPointer<Value>] {
    [UnsafeBufferPointer(base), UnsafeBufferPointer(start: tail, count: tailCount)]
  }

  /// A run of rows; nil when it lies across the two parts.
  func run(_ range: Range<Int>) -> UnsafeBufferPointer<Value>? {
    if range.upperBound <= base.count {
      return UnsafeBufferPointer(rebasing: base[range])
    }
    guard range.lowerBound >= base.count, let tail else { return nil }
    return UnsafeBufferPointer(start: tail + (range.lowerBound - base.count), count: range.count)
  }
}
