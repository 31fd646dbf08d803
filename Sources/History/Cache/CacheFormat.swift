import CXXHash

/// The layout of a cache: sections, each at a multiple of 16, their table, last the header.
///
/// A cache is read only by the program that wrote it: numbers are in the machine's byte order,
/// and records lie as in memory. Any doubt makes it invalid; nothing in it cannot be rebuilt.
enum CacheFormat {
  static let magic: UInt64 = 0x3168_656c_6b63_6564
  /// Counts up with every change of a record or section.
  static let version: UInt32 = 3

  struct Header: BitwiseCopyable {
    var magic = CacheFormat.magic
    var version = CacheFormat.version
    var sections = UInt32(Section.allCases.count)
    var fingerprint: UInt64
    /// Bytes of the whole.
    var length: UInt64
    /// Sizes of the records, so that another layout is noticed.
    var layout = UInt64(
      MemoryLayout<EventRecord>.stride << 32 | MemoryLayout<CardRecord>.stride << 16
        | MemoryLayout<KeyTable.Entry>.stride)
    /// Of header (this field zero) and table of sections.
    var checksum: UInt64 = 0
  }

  struct Entry: BitwiseCopyable {
    var offset: UInt64
    var length: UInt64
    var checksum: UInt64
  }

  enum Section: Int, CaseIterable {
    case signatures, records, stamps, status, arena, keys, keySlots, owners, keyFlags, keyStarts
    case states, groups, sequences, small

    /// The bulk: left alone when a cache is opened quickly.
    var isBig: Bool {
      switch self {
      case .records, .stamps, .status, .arena, .keys, .keySlots, .owners, .keyFlags, .keyStarts,
        .states, .groups, .sequences:
        true
      case .signatures, .small: false
      }
    }
  }

  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    XXH3_64bits(bytes.baseAddress, bytes.count)
  }
}

/// Writes numbers and texts of the small section one after another.
struct CacheWriter {
  var bytes: [UInt8] = []

  mutating func put(_ value: some BitwiseCopyable) {
    withUnsafeBytes(of: value) { bytes += $0 }
  }

  mutating func put(text: [UInt8]) {
    put(UInt64(text.count))
    bytes += text
  }

  mutating func put(list: some Collection<UInt32>) {
    put(UInt64(list.count))
    for value in list { put(value) }
  }
}

/// Reads what `CacheWriter` wrote; stops at the end of the bytes.
struct CacheScanner {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0
  /// Once true, all that is read is zero.
  private(set) var failed = false

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func get<Value: BitwiseCopyable>(_ type: Value.Type, or zero: Value) -> Value {
    let size = MemoryLayout<Value>.size
    guard !failed, at + size <= bytes.count else {
      failed = true
      return zero
    }
    defer { at += size }
    return bytes.loadUnaligned(fromByteOffset: at, as: type)
  }

  mutating func number() -> UInt32 { get(UInt32.self, or: 0) }

  mutating func wideNumber() -> Int64 { get(Int64.self, or: 0) }

  /// A count of things of at least `size` bytes each.
  mutating func count(ofSize size: Int = 1) -> Int {
    let count = get(UInt64.self, or: 0)
    guard count <= UInt64((bytes.count - at) / size) else {
      failed = true
      return 0
    }
    return Int(count)
  }

  mutating func text() -> [UInt8] {
    let count = count()
    defer { at += count }
    return Array(bytes[at..<at + count])
  }

  mutating func list() -> [UInt32] {
    let count = count(ofSize: 4)
    defer { at += count * 4 }
    return Array(unsafeUninitializedCapacity: count) { buffer, filled in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[at..<at + count * 4]))
      filled = count
    }
  }
}
