import FileStorage

/// Remembers that history files were found to begin with what the cache was made from.
///
/// A file that has grown since, or was young when the cache was written, is told by its contents:
/// tens of megabytes, read once and not at every start.
struct CheckedFiles {
  let cache: CollectionCache
  private static let name = "history-files"

  /// The files as they were when they were compared with the cache of this signature.
  struct Record {
    var cache: FileSignature
    /// When they were compared.
    var nanoseconds: Int64 = 0
    var files: [String: FileSignature] = [:]

    func holds(_ name: String, _ now: FileSignature) -> Bool {
      files[name] == now && now.isSettled(readNanoseconds: nanoseconds)
    }
  }

  func read(for signature: FileSignature) -> Record? {
    cache.read(Self.name) { reader in
      guard reader.read(FileSignature.self) == signature, let moment = reader.read(Int64.self),
        let files = reader.readList({ reader -> (String, FileSignature)? in
          guard let name = reader.readText(), let signature = reader.read(FileSignature.self)
          else { return nil }
          return (name, signature)
        })
      else { return nil }
      return Record(
        cache: signature, nanoseconds: moment,
        files: Dictionary(files, uniquingKeysWith: { first, _ in first }))
    }
  }

  func write(_ record: Record) {
    cache.write(Self.name) { writer in
      writer.write(record.cache)
      writer.write(record.nanoseconds)
      writer.write(list: record.files.sorted { $0.key < $1.key }) { writer, file in
        writer.write(file.key)
        writer.write(file.value)
      }
    }
  }
}
