import CSystem

/// Finding bytes in bytes, as fast as the C library can.
enum ByteSearch {
  /// The first place of `needle` at or after `start`.
  static func first(_ needle: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    guard start < text.count else { return nil }
    return text.withUnsafeBytes { text in
      needle.withUnsafeBytes { needle in
        guard let base = text.baseAddress, let wanted = needle.baseAddress,
          let found = deckle_find(base + start, text.count - start, wanted, needle.count)
        else { return nil }
        return found - base
      }
    }
  }
}
