/// Plain records in a row: in memory, or where a mapped file has them.
///
/// A cache of a hundred thousand cards is used as it lies in the file, and only what is looked at
/// is read.
public struct Records<Element: BitwiseCopyable & Sendable>: RandomAccessCollection,
  ExpressibleByArrayLiteral, Sendable
{
  @usableFromInline var owned: ContiguousArray<Element> = []
  /// Nil once `owned` is in use.
  @usableFromInline var mapped: Mapping?

  /// Records in memory that lives as long as its owner.
  ///
  // Safe to share: it is written only by `Records` that nobody else shares the mapping with.
  @usableFromInline final class Mapping: @unchecked Sendable {
    @usableFromInline let records: UnsafeMutableBufferPointer<Element>
    /// Whether a change may be written where the record lies.
    @usableFromInline let isChangeable: Bool
    private let owner: any AnyObject & Sendable

    init(
      _ records: UnsafeMutableBufferPointer<Element>, isChangeable: Bool,
      owner: any AnyObject & Sendable
    ) {
      self.records = records
      self.isChangeable = isChangeable
      self.owner = owner
    }
  }

  public init(arrayLiteral elements: Element...) {
    owned = ContiguousArray(elements)
  }

  public init(_ elements: some Sequence<Element>) {
    owned = ContiguousArray(elements)
  }

  /// The records at `bytes`, which are aligned for them and stay as they are while `owner` lives.
  ///
  /// The first change copies them all.
  public init(at bytes: UnsafeRawBufferPointer, of owner: any AnyObject & Sendable) {
    mapped = Mapping(
      UnsafeMutableBufferPointer(mutating: bytes.assumingMemoryBound(to: Element.self)),
      isChangeable: false, owner: owner)
  }

  /// The records at `bytes`, which belong to these records alone while `owner` lives.
  ///
  /// A change is written where the record lies, unless these records were copied before.
  public init(changing bytes: UnsafeMutableRawBufferPointer, of owner: any AnyObject & Sendable) {
    mapped = Mapping(bytes.assumingMemoryBound(to: Element.self), isChangeable: true, owner: owner)
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { mapped?.records.count ?? owned.count }

  @inlinable public subscript(index: Int) -> Element {
    get {
      guard let mapped else { return owned[index] }
      precondition(index >= 0 && index < mapped.records.count, "a record that is not there")
      return mapped.records[index]
    }
    _modify {
      detach()
      if let mapped {
        precondition(index >= 0 && index < mapped.records.count, "a record that is not there")
        yield &mapped.records[index]
      } else {
        yield &owned[index]
      }
    }
  }

  /// The elements in a row; they must not leave the closure.
  @inlinable public func withElements<Result>(
    _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    guard let mapped else { return owned.withUnsafeBufferPointer(body) }
    return withExtendedLifetime(mapped) { body(UnsafeBufferPointer(mapped.records)) }
  }

  @inlinable public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    guard let mapped else { return try owned.withUnsafeBufferPointer(body) }
    return try withExtendedLifetime(mapped) { try body(UnsafeBufferPointer(mapped.records)) }
  }

  /// Copies the records unless they may be changed where they lie.
  @usableFromInline mutating func detach() {
    guard let isChangeable = mapped?.isChangeable else { return }
    if isChangeable, isKnownUniquelyReferenced(&mapped) { return }
    owned = mapped.map { ContiguousArray($0.records) } ?? []
    mapped = nil
  }
}
