import Glibc

/// Writes values one after another in the machine's own byte order: for files that only this
/// machine reads.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  /// A writer with room for so many bytes.
  init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  mutating func write<Value: BitwiseCopyable>(_ value: Value) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  mutating func write(bytes more: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: more)
  }

  mutating func write(_ text: String) {
    write(Int64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write<Value: BitwiseCopyable>(records: ContiguousArray<Value>) {
    write(Int64(records.count))
    records.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  mutating func write<Value>(list: [Value], _ item: (inout ByteWriter, Value) -> Void) {
    write(Int64(list.count))
    for value in list { item(&self, value) }
  }
}

/// Reads what a `ByteWriter` wrote; nil from the first value on that is not there.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func read<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) -> Value? {
    let size = MemoryLayout<Value>.size
    guard position + size <= bytes.count else { return nil }
    defer { position += size }
    return bytes.loadUnaligned(fromByteOffset: position, as: Value.self)
  }

  mutating func readText() -> String? {
    guard let count = readCount(stride: 1) else { return nil }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  mutating func readRecords<Value: BitwiseCopyable>(_ type: Value.Type = Value.self)
    -> ContiguousArray<Value>?
  {
    guard let (count, source) = readRaw(type) else { return nil }
    return ContiguousArray(unsafeUninitializedCapacity: count) { buffer, initialized in
      Self.copy(source, to: UnsafeMutableRawBufferPointer(buffer))
      initialized = count
    }
  }

  mutating func readArray<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) -> [Value]? {
    guard let (count, source) = readRaw(type) else { return nil }
    return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      Self.copy(source, to: UnsafeMutableRawBufferPointer(buffer))
      initialized = count
    }
  }

  private mutating func readRaw<Value: BitwiseCopyable>(_ type: Value.Type)
    -> (count: Int, bytes: UnsafeRawBufferPointer)?
  {
    let stride = MemoryLayout<Value>.stride
    guard let count = readCount(stride: stride) else { return nil }
    defer { position += count * stride }
    return (
      count, UnsafeRawBufferPointer(rebasing: bytes[position..<position + count * stride])
    )
  }

  /// Copies into fresh memory, asking for huge pages first: thousands of page faults cost more
  /// than the copy does.
  private static func copy(
    _ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer
  ) {
    let page = 1 << 21
    if let base = target.baseAddress, source.count >= 2 * page {
      let start = (Int(bitPattern: base) + page - 1) & ~(page - 1)
      let end = (Int(bitPattern: base) + source.count) & ~(page - 1)
      if end > start, let aligned = UnsafeMutableRawPointer(bitPattern: start) {
        madvise(aligned, end - start, MADV_HUGEPAGE)
      }
    }
    target.copyMemory(from: source)
  }

  mutating func readList<Value>(_ item: (inout ByteReader) -> Value?) -> [Value]? {
    guard let count = readCount(stride: 1) else { return nil }
    var list: [Value] = []
    list.reserveCapacity(count)
    for _ in 0..<count {
      guard let value = item(&self) else { return nil }
      list.append(value)
    }
    return list
  }

  /// A count whose items can be there at all.
  private mutating func readCount(stride: Int) -> Int? {
    guard let count = read(Int64.self), count >= 0,
      Int(count) <= (bytes.count - position) / stride
    else { return nil }
    return Int(count)
  }
}
