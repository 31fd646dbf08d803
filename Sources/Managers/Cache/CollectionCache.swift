import CXXHash
import FileStorage
import StudyDomain
import Synchronization

/// What was read at the last start, in a folder that may be deleted at any time.
///
/// A damaged or foreign cache is as good as none: each file ends with a checksum over the rest.
public struct CollectionCache: Sendable {
  let folder: String

  public init(folder: String) {
    self.folder = folder
  }

  /// Changes with everything that changes what the bytes mean.
  private static let format: UInt64 = 0x6465_636b_6c65_0005

  func read<Value>(_ name: String, _ decode: (inout ByteReader) -> Value?) -> Value? {
    // No cache yet: the next start is slower, that is all.
    guard let file = try? MappedFile(path: "\(folder)/\(name)", isReadWhole: true)
    else { return nil }
    return file.withBytes { bytes in
      guard bytes.count >= 16 else { return nil }
      let body = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 8)])
      let sum = bytes.loadUnaligned(fromByteOffset: body.count, as: UInt64.self)
      guard XXH3_64bits(body.baseAddress, body.count) == sum else { return nil }
      var reader = ByteReader(body, of: file)
      guard reader.read(UInt64.self) == Self.format else { return nil }
      return decode(&reader)
    }
  }

  func write(_ name: String, _ encode: (inout ByteWriter) -> Void) {
    var writer = ByteWriter()
    writer.write(Self.format)
    encode(&writer)
    let sum = writer.bytes.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) }
    writer.write(sum)
    // A cache that cannot be written only makes the next start slower.
    try? CacheFile.write(writer.bytes, to: "\(folder)/\(name)")
  }
}
