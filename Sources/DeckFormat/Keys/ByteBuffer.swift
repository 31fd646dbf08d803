/// A growing run of bytes that is used again and again, so that keys cost no allocation.
final class ByteBuffer {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 4_096) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deallocate()
  }

  func removeAll() {
    count = 0
  }

  /// Forgets what was added since the buffer held `count` bytes.
  func truncate(to count: Int) {
    precondition(count <= self.count, "a buffer only shrinks by truncation")
    self.count = count
  }

  func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  func append(_ bytes: Bytes) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    reserve(bytes.count)
    (base + count).update(from: start, count: bytes.count)
    count += bytes.count
  }

  func append(_ bytes: Bytes, _ range: Range<Int>) {
    append(Bytes(rebasing: bytes[range]))
  }

  func append(_ word: StaticString) {
    append(Bytes(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  var bytes: Bytes {
    Bytes(start: base, count: count)
  }

  /// Adds up to `limit` bytes, which `fill` writes; it returns how many.
  @inline(__always)
  func append(upTo limit: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int) {
    reserve(limit)
    count += fill(base + count)
  }

  @inline(__always)
  func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }
}
