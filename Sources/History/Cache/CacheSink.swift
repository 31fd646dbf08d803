import CXXHash

/// Writes sections piece by piece, so that a cache of 120 MB needs no second copy in memory.
final class CacheSink {
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private let hash = XXH3_createState()
  private var pending: [UInt8] = []
  private var offset = 0
  private var start = 0
  private var entries: [CacheFormat.Entry] = []

  init(_ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    self.sink = sink
    pending.reserveCapacity(1 << 20)
    XXH3_64bits_reset(hash)
  }

  deinit {
    XXH3_freeState(hash)
  }

  func put(_ value: some BitwiseCopyable) throws {
    withUnsafeBytes(of: value) { pending += $0 }
    if pending.count >= 1 << 20 - 256 { try flush() }
  }

  /// One row of a table: its padding is zero, so that equal states give equal bytes.
  func put<Row: BitwiseCopyable>(row: Row) throws {
    try put(row)
    for _ in MemoryLayout<Row>.size..<MemoryLayout<Row>.stride { pending.append(0) }
  }

  func put(bytes: UnsafeRawBufferPointer) throws {
    try flush()
    try write(bytes)
  }

  private func flush() throws {
    try pending.withUnsafeBytes { try write($0) }
    pending.removeAll(keepingCapacity: true)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard !bytes.isEmpty else { return }
    XXH3_64bits_update(hash, bytes.baseAddress, bytes.count)
    offset += bytes.count
    try sink(bytes)
  }

  /// Ends a section; the next begins at a multiple of sixteen.
  func endSection() throws {
    try flush()
    entries.append(
      CacheFormat.Entry(
        offset: UInt64(start), length: UInt64(offset - start), checksum: XXH3_64bits_digest(hash)))
    while (offset + pending.count) % 16 != 0 { pending.append(0) }
    try flush()
    start = offset
    XXH3_64bits_reset(hash)
  }

  /// Writes the table of sections and the header, which stand last.
  func end(fingerprint: UInt64) throws {
    var table: [UInt8] = []
    for entry in entries { withUnsafeBytes(of: entry) { table += $0 } }
    var header = CacheFormat.Header(
      fingerprint: fingerprint,
      length: UInt64(offset + table.count + MemoryLayout<CacheFormat.Header>.stride))
    header.checksum = CacheFormat.checksum(table: table, header: header)
    withUnsafeBytes(of: header) { table += $0 }
    try table.withUnsafeBytes { try write($0) }
  }
}

extension CacheFormat {
  static func checksum(table: [UInt8], header: Header) -> UInt64 {
    var header = header
    header.checksum = 0
    var bytes = table
    withUnsafeBytes(of: header) { bytes += $0 }
    return bytes.withUnsafeBytes { checksum($0) }
  }
}
