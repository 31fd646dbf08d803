import FileStorage

/// Plain records in a row: in memory, or where a mapped cache has them.
///
/// A cache of a hundred thousand cards is used as it lies in the file; the first change copies it.
public struct Records<Element: BitwiseCopyable & Sendable>: RandomAccessCollection,
  ExpressibleByArrayLiteral, Sendable
{
  private var owned: ContiguousArray<Element> = []
  /// Empty once `owned` is in use.
  ///
  /// Lives as long as `file` does.
  // Safe to share: a read-only mapping that nothing writes.
  private nonisolated(unsafe) var mapped = UnsafeBufferPointer<Element>(start: nil, count: 0)
  private var file: MappedFile?

  public init(arrayLiteral elements: Element...) {
    owned = ContiguousArray(elements)
  }

  init(_ elements: ContiguousArray<Element>) {
    owned = elements
  }

  /// The records at `bytes`, which are aligned for them and within the mapping of `file`.
  init(mapped bytes: UnsafeRawBufferPointer, of file: MappedFile) {
    mapped = bytes.assumingMemoryBound(to: Element.self)
    self.file = file
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { file == nil ? owned.count : mapped.count }

  public subscript(index: Int) -> Element {
    get {
      if file == nil { return owned[index] }
      precondition(index >= 0 && index < mapped.count, "a record that the cache does not have")
      return mapped[index]
    }
    _modify {
      detach()
      yield &owned[index]
    }
  }

  /// The elements in a row; they must not leave the closure.
  func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    if file == nil { return owned.withUnsafeBufferPointer(body) }
    return withExtendedLifetime(file) { body(mapped) }
  }

  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    if file == nil { return try owned.withUnsafeBufferPointer(body) }
    return try withExtendedLifetime(file) { try body(mapped) }
  }

  private mutating func detach() {
    guard file != nil else { return }
    owned = ContiguousArray(mapped)
    mapped = UnsafeBufferPointer(start: nil, count: 0)
    file = nil
  }
}
