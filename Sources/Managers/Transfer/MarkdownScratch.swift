/// Memory for the Markdown of one field after the other.
final class MarkdownScratch {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  init() {
    capacity = 4_096
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deallocate()
  }

  /// Memory for so many bytes, valid until the next call.
  func room(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if count > capacity {
      base.deallocate()
      capacity = max(count, capacity * 2)
      base = .allocate(capacity: capacity)
    }
    return base
  }
}
