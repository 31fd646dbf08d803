import CXXHash
import DeckFormat
import FileStorage

/// The folded texts of the last searches, by deck; mapped, and only when a search is made.
///
/// A head with its own checksum says where each deck's texts lie and what their checksum is. The
/// texts are verified deck by deck as they are searched: what is damaged is folded again.
struct SearchCache {
  let cache: CollectionCache
  /// What the texts were folded by.
  var foldingVersion = SearchFolding.version
  private var path: String { "\(cache.folder)/search" }

  /// Changes with everything else that changes what the bytes mean.
  private static let format: UInt64 = 0x6465_636b_6c65_7301

  init(cache: CollectionCache, foldingVersion: String = SearchFolding.version) {
    self.cache = cache
    self.foldingVersion = foldingVersion
  }

  /// The decks of the cache by path, none of them known to be sound; empty when there is no cache.
  func read() -> [String: FoldedDeck] {
    guard let file = try? MappedFile(path: path) else { return [:] }
    file.populate()
    return file.withBytes { bytes in
      guard let (head, start) = head(of: bytes) else { return [:] }
      var reader = ByteReader(head)
      guard reader.readText() == foldingVersion,
        let decks = reader.readList({ reader -> (String, FoldedDeck)? in
          guard let path = reader.readText(), let origin = reader.read(FoldedDeck.Origin.self),
            let noteCount = reader.read(Int.self), let offset = reader.read(Int.self),
            let count = reader.read(Int.self), let sum = reader.read(UInt64.self),
            offset >= 0, noteCount >= 0, noteCount <= count / 4,
            offset <= bytes.count - start, count <= bytes.count - start - offset
          else { return nil }
          let range = start + offset..<start + offset + count
          return (
            path,
            FoldedDeck(
              origin: origin, noteCount: noteCount, storage: .mapped(file, range, sum: sum))
          )
        })
      else { return [:] }
      return Dictionary(decks, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The sound head of a cache of ours, and where the texts begin.
  private func head(of bytes: UnsafeRawBufferPointer)
    -> (head: UnsafeRawBufferPointer, end: Int)?
  {
    var reader = ByteReader(bytes)
    guard reader.read(UInt64.self) == Self.format, let size = reader.read(Int.self),
      let sum = reader.read(UInt64.self), size >= 0, size <= bytes.count - reader.position
    else { return nil }
    let end = reader.position + size
    let head = UnsafeRawBufferPointer(rebasing: bytes[reader.position..<end])
    guard XXH3_64bits(head.baseAddress, head.count) == sum else { return nil }
    return (head, end)
  }

  /// Replaces the cache; what cannot be written only makes the next search slower.
  func write(_ decks: [(path: String, deck: FoldedDeck)]) {
    var head = ByteWriter()
    head.write(foldingVersion)
    var end = 0
    head.write(list: decks) { head, entry in
      let (count, sum) = entry.deck.withBytes {
        ($0.count, XXH3_64bits($0.baseAddress, $0.count))
      }
      head.write(entry.path)
      head.write(entry.deck.origin)
      head.write(entry.deck.noteCount)
      head.write(end)
      head.write(count)
      head.write(sum)
      end += count
    }
    var writer = ByteWriter(capacity: head.bytes.count + end + 24)
    writer.write(Self.format)
    writer.write(head.bytes.count)
    writer.write(head.bytes.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) })
    head.bytes.withUnsafeBytes { writer.write(bytes: $0) }
    for entry in decks { entry.deck.withBytes { writer.write(bytes: $0) } }
    try? CacheFile.write(writer.bytes, to: path)
  }
}
