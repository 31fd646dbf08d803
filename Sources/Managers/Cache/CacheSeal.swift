import FileStorage

/// Remembers that the history's cache was found sound: its signature, and since when the machine runs.
///
/// Reading a hundred megabytes to verify them costs more than a whole start may. What was verified
/// since the machine started and has the same times and inode cannot have been torn since.
struct CacheSeal {
  let cache: CollectionCache
  private static let name = "history-seal"

  func holds(_ signature: FileSignature) -> Bool {
    guard let boot = Self.bootID else { return false }
    return cache.read(Self.name) { reader in
      reader.read(FileSignature.self) == signature && reader.readText() == boot ? true : nil
    } ?? false
  }

  func put(on signature: FileSignature) {
    guard let boot = Self.bootID else { return }
    cache.write(Self.name) { writer in
      writer.write(signature)
      writer.write(boot)
    }
  }

  /// Differs after every start of the machine.
  private static let bootID: String? = {
    // Systems without /proc verify every time.
    let bytes = try? FileSystem.live.contents(of: "/proc/sys/kernel/random/boot_id")
    return bytes.map { String(decoding: $0.prefix { $0 > 32 }, as: UTF8.self) }
  }()
}
