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
  public func write(_ collection: AnkiCollection, media: [AnkiMediaSource], to path: String) throws
  {
    try write(
      collection, notes: collection.notes, cards: collection.cards, reviews: collection.reviews,
      media: media, to: path)
  }

  /// Writes rows as they come, for more of them than memory should hold.
  ///
  /// Of `structure` everything but its rows is used. Notes, cards and reviews come ordered by id.
  public func write(
    _ structure: AnkiCollection, notes: some Sequence<AnkiNote>, cards: some Sequence<AnkiCard>,
    reviews: some Sequence<AnkiReview>, media: [AnkiMediaSource], to path: String
  ) throws {
    try checkNames(media)
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    let file = try ScratchFile(in: folder.isEmpty ? "/" : folder, suffix: ".part")
    let zip = try ZipWriter(file.path, milliseconds: nowMilliseconds)
    try zip.add("meta", isCompressed: false, [0x08, generation == .latest ? 3 : 2])
    try addDatabase(
      zip, structure, notes, cards, reviews,
      name: generation == .latest ? "collection.anki21b" : "collection.anki21",
      isPacked: generation == .latest)
    let standIn = StandIn.collection(nowMilliseconds: nowMilliseconds)
    try addDatabase(
      zip, standIn, standIn.notes, standIn.cards, standIn.reviews, name: "collection.anki2",
      isPacked: false)
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
    _ zip: ZipWriter, _ structure: AnkiCollection, _ notes: some Sequence<AnkiNote>,
    _ cards: some Sequence<AnkiCard>, _ reviews: some Sequence<AnkiReview>, name: String,
    isPacked: Bool
  ) throws {
    let file = try ScratchFile(in: scratchFolder, suffix: ".anki2")
    try CollectionWriter.write(
      structure, notes: notes, cards: cards, reviews: reviews,
      schema: isPacked ? .protobuf : .json, hasRowIndexes: isWholeCollection,
      nowMilliseconds: nowMilliseconds, to: file.path)
    try zip.beginMember(name, isCompressed: !isPacked, sizeHint: file.size)
    var pipe = MemberPipe(zip, isPacked: isPacked)
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
