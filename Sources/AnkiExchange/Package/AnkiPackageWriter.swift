import Glibc

/// Writes an `.apkg` or `.colpkg`; the same input gives the same bytes.
public struct AnkiPackageWriter: Sendable {
  /// Which programs shall read the package.
  public enum Generation: Sendable {
    /// Every Anki since 2.1.0 and most other programs.
    case legacy2
    /// Anki since 2.1.50, smaller with large media.
    case latest
  }

  public var generation: Generation
  /// An existing folder on a disk with room for the unpacked database.
  public var scratchFolder: String
  /// The clock: the time of members, and of what has no time of its own.
  public var nowMilliseconds: Int64

  /// True for a `.colpkg`, whose database is used as it is; a `.apkg` needs no indexes.
  public var isWholeCollection: Bool

  public init(
    generation: Generation = .legacy2, isWholeCollection: Bool = false, scratchFolder: String,
    nowMilliseconds: Int64
  ) {
    self.generation = generation
    self.isWholeCollection = isWholeCollection
    self.scratchFolder = scratchFolder
    self.nowMilliseconds = nowMilliseconds
  }

  /// Writes a collection to a new file that takes the place of `path` when it is whole.
  ///
  /// Throws `AnkiPackageError`; then the old file, if any, stands as it was.
  public func write(
    _ collection: consuming AnkiCollection, media: [AnkiMediaSource], to path: String
  ) throws {
    try checkNames(media)
    let file = try ScratchFile(beside: path)
    let zip = try ZipWriter(file.path, milliseconds: nowMilliseconds)
    try zip.add("meta", isCompressed: false, [0x08, generation == .latest ? 3 : 2])
    try addDatabase(
      zip, consume collection,
      name: generation == .latest ? "collection.anki21b" : "collection.anki21",
      isPacked: generation == .latest)
    let standIn = StandIn.collection(nowMilliseconds: nowMilliseconds)
    try addDatabase(zip, standIn, name: "collection.anki2", isPacked: false)
    try addMedia(zip, media)
    try zip.finish()
    guard fsync(file.descriptor) == 0, fchmod(file.descriptor, 0o644) == 0 else {
      throw AnkiPackageError.unwritable(path: path, errno: errno)
    }
    try file.rename(to: path)
  }

  private func checkNames(_ media: [AnkiMediaSource]) throws {
    var seen: Set<String> = []
    for file in media {
      guard MediaName.isSafe(file.name),
        MediaName.normal(file.name)?.utf8.elementsEqual(file.name.utf8) == true,
        seen.insert(file.name).inserted
      else {
        throw AnkiPackageError.invalidCollection(reason: "media name “\(file.name)”")
      }
    }
  }

  private func addDatabase(
    _ zip: ZipWriter, _ collection: consuming AnkiCollection, name: String, isPacked: Bool
  ) throws {
    let head = try ScratchFile(in: scratchFolder, suffix: ".anki2")
    if isPacked || isWholeCollection {
      let file = try database(of: consume collection, head, isPacked ? .protobuf : .json)
      guard !isPacked else { return try addFrame(zip, file, name: name) }
      let deflater = PieceDeflater()
      var first: [UInt8]?
      try readAll(file.descriptor, path: file.path) { piece in
        if first == nil { first = Array(piece) } else { deflater.add(Array(piece)) }
      }
      return try add(deflater, behind: first ?? [], to: zip, name: name)
    }
    // Pages are packed while others are laid; none of them goes to the disk as it is.
    let deflater = PieceDeflater()
    let first = try CollectionWriter.write(
      consume collection, schema: .json, nowMilliseconds: nowMilliseconds, scratch: head
    ) { deflater.add($0) }
    try add(deflater, behind: first, to: zip, name: name)
  }

  private func add(
    _ deflater: PieceDeflater, behind first: [UInt8], to zip: ZipWriter, name: String
  ) throws {
    guard let packed = deflater.finish(behind: first) else {
      throw AnkiPackageError.unwritable(path: name, errno: ENOMEM)
    }
    try zip.add(name, packed: packed)
  }

  /// The database as a file; indexes over rows are made in it by SQLite.
  private func database(
    of collection: consuming AnkiCollection, _ head: ScratchFile, _ schema: CollectionWriter.Schema
  ) throws -> ScratchFile {
    let file = try ScratchFile(in: scratchFolder, suffix: ".anki2")
    var offset: off_t = 0
    let first = try CollectionWriter.write(
      consume collection, schema: schema, nowMilliseconds: nowMilliseconds, scratch: head
    ) { piece in
      // The head goes before them when its roots are known; its size is known now.
      if offset == 0 { offset = off_t(head.size) }
      try file.write(piece, at: offset)
      offset += off_t(piece.count)
    }
    try file.write(first, at: 0)
    if isWholeCollection {
      try CollectionWriter.addRowIndexes(schema: schema, to: file.path)
    }
    return file
  }

  private func addFrame(_ zip: ZipWriter, _ file: ScratchFile, name: String) throws {
    try zip.beginMember(name, isCompressed: false, sizeHint: file.size)
    var pipe = MemberPipe(zip, isPacked: true)
    try readAll(file.descriptor, path: file.path) { try pipe.write($0) }
    try pipe.finish()
  }

  private func addMedia(_ zip: ZipWriter, _ media: [AnkiMediaSource]) throws {
    let isPacked = generation == .latest
    var files: [(name: String, size: Int64, sha1: [UInt8])] = []
    for (number, source) in media.enumerated() {
      var hash = SHA1()
      var size: Int64 = 0
      try zip.beginMember(
        String(number), isCompressed: false, sizeHint: source.content.size)
      var pipe = MemberPipe(zip, isPacked: isPacked)
      try source.content.read { piece in
        hash.update(piece)
        size += Int64(piece.count)
        try pipe.write(piece)
      }
      try pipe.finish()
      files.append((source.name, size, hash.finish()))
    }
    let map =
      isPacked
      ? try ZstdWriter.frame(MediaMap.protobuf(files)) : MediaMap.json(files.map(\.name))
    try zip.add("media", isCompressed: !isPacked, map)
  }
}

/// Leads what is written into the open member of an archive, through zstd if need be.
private struct MemberPipe: ~Copyable {
  private let zip: ZipWriter
  private let isPacked: Bool
  private var zstd = ZstdWriter()

  init(_ zip: ZipWriter, isPacked: Bool) {
    self.zip = zip
    self.isPacked = isPacked
  }

  mutating func write(_ piece: UnsafeRawBufferPointer) throws {
    guard isPacked else { return try zip.write(piece) }
    try zstd.feed(piece) { try zip.write($0) }
  }

  mutating func finish() throws {
    if isPacked { try zstd.finish { try zip.write($0) } }
    try zip.endMember()
  }
}
