import FileStorage

/// Remembers which cache files are sound: their signatures, and since when the machine runs.
///
/// Reading megabytes to verify them costs more than a whole start may. What was written or verified
/// since the machine started and has the same times and inode cannot have been torn since.
struct CacheSeals {
  /// Of the caches.
  let folder: String
  private static let name = "seals"
  /// Bytes; a smaller file is verified in no time.
  private static let smallest: Int64 = 1 << 18

  func holds(_ name: String, _ signature: FileSignature) -> Bool {
    guard signature.size >= Self.smallest, let boot = Self.bootID else { return false }
    return read(boot)[name] == signature
  }

  /// Seals a file that was just verified.
  func put(_ name: String, on signature: FileSignature) {
    guard signature.size >= Self.smallest, let boot = Self.bootID else { return }
    var seals = read(boot)
    seals[name] = signature
    var writer = ByteWriter()
    writer.write(boot)
    writer.write(list: seals.sorted { $0.key < $1.key }) { writer, seal in
      writer.write(seal.key)
      writer.write(seal.value)
    }
    writer.writeChecksum()
    // A seal that cannot be written costs the next start the verifying.
    try? CacheFile.write(writer.bytes, to: "\(folder)/\(Self.name)")
  }

  /// Seals a file that was just written.
  func put(_ name: String) {
    guard let status = try? FileSystem.live.status(ofPath: "\(folder)/\(name)") else { return }
    put(name, on: FileSignature(status))
  }

  /// The seals of this run of the machine.
  private func read(_ boot: String) -> [String: FileSignature] {
    guard let file = try? MappedFile(path: "\(folder)/\(Self.name)") else { return [:] }
    return file.withBytes { bytes in
      guard let body = CollectionCache.body(of: bytes, isSound: false) else { return [:] }
      var reader = ByteReader(body)
      guard reader.readText() == boot,
        let seals = reader.readList({ reader -> (String, FileSignature)? in
          guard let name = reader.readText(), let signature = reader.read(FileSignature.self)
          else { return nil }
          return (name, signature)
        })
      else { return [:] }
      return Dictionary(seals, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Differs after every start of the machine.
  private static let bootID: String? = {
    // Systems without /proc verify every time.
    let bytes = try? FileSystem.live.contents(of: "/proc/sys/kernel/random/boot_id")
    return bytes.map { String(decoding: $0.prefix { $0 > 32 }, as: UTF8.self) }
  }()
}
