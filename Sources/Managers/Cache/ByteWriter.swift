import FileStorage
import StudyDomain

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

  /// Records begin where they are aligned, so that a reader can use them in place.
  mutating func write<Value: BitwiseCopyable>(records: some RandomAccessCollection<Value>) {
    write(Int64(records.count))
    while bytes.count % MemoryLayout<Value>.alignment != 0 { bytes.append(0) }
    // Arrays and `Records` both have their elements in a row.
    _ = records.withContiguousStorageIfAvailable {
      bytes.append(contentsOf: UnsafeRawBufferPointer($0))
    }
  }

  mutating func write<Value>(list: [Value], _ item: (inout ByteWriter, Value) -> Void) {
    write(Int64(list.count))
    for value in list { item(&self, value) }
  }
}

/// Reads what a `ByteWriter` wrote; nil from the first value on that is not there.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private let file: MappedFile?
  private(set) var position = 0

  /// A reader of `bytes`; of records only where they lie in the mapping of `file`, from its first
  /// byte on.
  init(_ bytes: UnsafeRawBufferPointer, of file: MappedFile? = nil) {
    self.bytes = bytes
    self.file = file
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

  /// Records that stay in the file; where that may be changed, they may be.
  mutating func readRecords<Value: BitwiseCopyable & Sendable>(_ type: Value.Type = Value.self)
    -> Records<Value>?
  {
    guard let file else { return nil }
    return readRaw(type).map { raw in
      guard file.isChangeable else { return Records(at: raw.bytes, of: file) }
      return Records(changing: UnsafeMutableRawBufferPointer(mutating: raw.bytes), of: file)
    }
  }

  /// Records of one's own, to be changed.
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
    let (stride, alignment) = (MemoryLayout<Value>.stride, MemoryLayout<Value>.alignment)
    guard let count = readCount(stride: stride) else { return nil }
    let start = (position + alignment - 1) / alignment * alignment
    let end = start + count * stride
    guard end <= bytes.count else { return nil }
    position = end
    return (count, UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
  }

  /// Copies into fresh memory.
  private static func copy(
    _ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer
  ) {
    FreshMemory.populate(target)
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
