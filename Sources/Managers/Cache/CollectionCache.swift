import CXXHash
import FileStorage
import StudyDomain
import Synchronization

/// What was read at the last start, in a folder that may be deleted at any time.
///
/// A damaged or foreign cache is as good as none: each file ends with a checksum over the rest,
/// which is verified unless `CacheSeals` knows the file.
public struct CollectionCache: Sendable {
  let folder: String

  public init(folder: String) {
    self.folder = folder
  }

  /// Changes with everything that changes what the bytes mean.
  private static let format: UInt64 = 0x6465_636b_6c65_0006

  /// What `decode` makes of a file; `isChangeable` lets it hand out records that are changed in place.
  func read<Value>(
    _ name: String, isChangeable: Bool = false, _ decode: (inout ByteReader) -> Value?
  ) -> Value? {
    // No cache yet: the next start is slower, that is all.
    guard let file = try? MappedFile(path: path(name), isChangeable: isChangeable)
    else { return nil }
    let seals = CacheSeals(folder: folder)
    let isSealed = seals.holds(name, file.signature)
    if !isSealed { file.populate() }
    return file.withBytes { bytes in
      guard let body = Self.body(of: bytes, isSound: isSealed) else { return nil }
      if !isSealed { seals.put(name, on: file.signature) }
      var reader = ByteReader(body, of: file)
      guard reader.read(UInt64.self) == Self.format else { return nil }
      return decode(&reader)
    }
  }

  func write(_ name: String, _ encode: (inout ByteWriter) -> Void) {
    var writer = ByteWriter()
    writer.write(Self.format)
    encode(&writer)
    writer.writeChecksum()
    // A cache that cannot be written only makes the next start slower.
    guard (try? CacheFile.write(writer.bytes, to: path(name))) != nil else { return }
    CacheSeals(folder: folder).put(name)
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// The bytes before the checksum; nil when they do not agree, which is not asked when they are
  /// known to be sound.
  static func body(of bytes: UnsafeRawBufferPointer, isSound: Bool) -> UnsafeRawBufferPointer? {
    guard bytes.count >= 16 else { return nil }
    let body = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 8)])
    if isSound { return body }
    let sum = bytes.loadUnaligned(fromByteOffset: body.count, as: UInt64.self)
    return XXH3_64bits(body.baseAddress, body.count) == sum ? body : nil
  }
}

extension ByteWriter {
  /// Ends a file: the checksum of all that was written.
  mutating func writeChecksum() {
    write(bytes.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) })
  }
}
