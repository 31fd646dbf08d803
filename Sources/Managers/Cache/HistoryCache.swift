import CXXHash
import FileStorage
import Glibc
import History
import StudyDomain

/// The replayed history of the last start, and what it was made from.
struct HistoryCache {
  let cache: CollectionCache
  private static let name = "history"
  private var path: String { "\(cache.folder)/\(Self.name)" }

  init(cache: CollectionCache) {
    self.cache = cache
  }

  /// What a cache was made from.
  struct Origin {
    var writtenNanoseconds: Int64 = 0
    var livingHash: UInt64 = 0
    var files: [File] = []
    /// The options that events set: rules depend on them before the cache is opened.
    var options: [String: [String: OptionValue]] = [:]

    struct File {
      var name: String
      var signature: FileSignature
      /// Bytes of whole lines that were read.
      var size: Int64
      /// Of those bytes.
      var hash: UInt64
    }
  }

  /// A cache whose files are as they were, or have only grown.
  struct Found {
    fileprivate let file: MappedFile
    /// Of the history's files.
    let folder: String
    var origin: Origin
    var fingerprint: UInt64

    fileprivate let seals: CacheSeals

    /// The history of the cache; nil when it is damaged.
    ///
    /// Everything is verified, for a page that a power cut left empty must not end the program,
    /// unless this very file was found sound since the machine started.
    func open(rules: RuleBook) -> History? {
      let isSealed = seals.holds(HistoryCache.name, file.signature)
      // The history keeps the mapped file alive as its owner.
      let history = file.withBytes { bytes in
        History.open(
          cache: UnsafeMutableRawBufferPointer(mutating: bytes), owner: file, rules: rules,
          verifyAll: !isSealed)
      }
      history?.forget = { [file] in file.forget($0) }
      if history != nil, !isSealed { seals.put(HistoryCache.name, on: file.signature) }
      return history
    }
  }

  /// Finds a cache that still holds for the files of a folder.
  func find(folder: String) -> Found? {
    // No cache yet: the history is read in full.
    guard let file = try? MappedFile(path: path, isReadInPlaces: true, isChangeable: true),
      let head = file.withBytes({ CacheHead(cache: $0) }),
      let origin = head.signatures.withUnsafeBytes({ Origin($0) }),
      holds(origin, of: folder, cacheSignature: file.signature)
    else { return nil }
    return Found(
      file: file, folder: folder, origin: origin, fingerprint: head.fingerprint,
      seals: CacheSeals(folder: cache.folder))
  }

  /// Whether every file still begins with what the cache was made from.
  private func holds(_ origin: Origin, of folder: String, cacheSignature: FileSignature) -> Bool {
    let checked = CheckedFiles(cache: cache)
    let known = checked.read(for: cacheSignature)
    var compared = CheckedFiles.Record(cache: cacheSignature, nanoseconds: FileClock.nanoseconds())
    var isNews = false
    for file in origin.files {
      let path = "\(folder)/\(file.name)"
      guard let status = try? FileSystem.live.status(ofPath: path) else { return false }
      let now = FileSignature(status)
      if now.isCurrent(
        cached: file.signature, cacheWrittenNanoseconds: origin.writtenNanoseconds)
      {
        continue
      }
      if known?.holds(file.name, now) != true {
        guard now.size >= file.size, Self.hash(path, first: Int(file.size)) == file.hash else {
          return false
        }
        isNews = now.isSettled(readNanoseconds: compared.nanoseconds) || isNews
      }
      compared.files[file.name] = now
    }
    if isNews { checked.write(compared) }
    return true
  }

  /// Writes the cache in pieces; what cannot be written only makes the next start slower.
  func write(_ history: History, _ origin: Origin, fingerprint: UInt64) {
    try? FileSystem.live.makeFolders(cache.folder, mode: 0o700)
    LeftOvers.remove(in: cache.folder)
    let temporary = "\(cache.folder)/.\(Self.name).\(WriterIdentity.randomID()).tmp"
    let descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    var isWhole = true
    history.writeCache(signatures: origin.encoded, fingerprint: fingerprint) { bytes in
      var rest = bytes
      while isWhole, !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        isWhole = count > 0
        if count > 0 { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
      }
    }
    close(descriptor)
    if isWhole, rename(temporary, path) == 0 {
      CacheSeals(folder: cache.folder).put(Self.name)
    } else {
      unlink(temporary)
    }
  }

  /// The hash of a file's first bytes; nil when it is shorter or cannot be read.
  static func hash(_ path: String, first count: Int) -> UInt64? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, let state = XXH3_createState() else { return nil }
    defer {
      close(descriptor)
      XXH3_freeState(state)
    }
    XXH3_64bits_reset(state)
    return withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 16) { buffer in
      var left = count
      while left > 0 {
        let got = read(descriptor, buffer.baseAddress, min(left, buffer.count))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return nil }
        XXH3_64bits_update(state, buffer.baseAddress, got)
        left -= got
      }
      return XXH3_64bits_digest(state)
    }
  }
}

extension HistoryCache.Origin {
  fileprivate var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(writtenNanoseconds)
    writer.write(livingHash)
    writer.write(list: files) { writer, file in
      writer.write(file.name)
      writer.write(file.signature)
      writer.write(file.size)
      writer.write(file.hash)
    }
    let settings = options.flatMap { deck, values in values.map { (deck, $0.key, $0.value) } }
    writer.write(list: settings) { writer, setting in
      writer.write(setting.0)
      writer.write(setting.1)
      writer.write(setting.2.joined)
    }
    return writer.bytes
  }

  fileprivate init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = ByteReader(bytes)
    guard let written = reader.read(Int64.self), let living = reader.read(UInt64.self),
      let files = reader.readList({ reader -> File? in
        guard let name = reader.readText(), let signature = reader.read(FileSignature.self),
          let size = reader.read(Int64.self), let hash = reader.read(UInt64.self)
        else { return nil }
        return File(name: name, signature: signature, size: size, hash: hash)
      }),
      let settings = reader.readList({ reader -> (String, String, String)? in
        guard let deck = reader.readText(), let name = reader.readText(),
          let value = reader.readText()
        else { return nil }
        return (deck, name, value)
      })
    else { return nil }
    writtenNanoseconds = written
    livingHash = living
    self.files = files
    for (deck, name, value) in settings {
      options[deck, default: [:]][name] = .text(value)
    }
  }
}
