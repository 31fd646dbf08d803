import AnkiExchange
import FileStorage
import StudyDomain

extension ImportSource {
  /// Reads a deck of CrowdAnki, a file or the folder that CrowdAnki exports; media lie in the folder
  /// `media` beside the file.
  ///
  /// Throws `TransferError`.
  init(crowdAnki path: String, now: Timestamp) throws {
    guard let file = try Self.crowdAnkiFile(at: path) else {
      throw TransferError.package(
        path: path, message: "\(path) is no deck of CrowdAnki, the one kind of JSON that is read",
        advice: "export a package (.apkg), or a deck with CrowdAnki")
    }
    do {
      let deck = try CrowdAnkiReader.read(
        FileSystem.live.contents(of: file), modified: now.seconds)
      let folder = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(file[..<$0]) } ?? "."
      self.init(collection: deck.collection, media: try MediaFolder("\(folder)/media"))
      format = "a deck of CrowdAnki"
    } catch let error as CrowdAnkiError {
      throw TransferError.package(
        path: path, message: "\(file): \(error.message)",
        advice: "export it again with CrowdAnki, or export a package (.apkg) from Anki")
    }
  }

  /// The file of a deck of CrowdAnki at a path; nil when there is none.
  ///
  /// In a folder it is `deck.json`, or bears the folder's name.
  static func crowdAnkiFile(at path: String) throws -> String? {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let status = try FileSystem.live.status(ofPath: path) else { return nil }
    var candidates = [path]
    if status.isFolder {
      let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] }
      candidates = ["\(path)/deck.json", "\(path)/\(name ?? path[...]).json"]
    }
    return try candidates.first { file in
      guard let status = try FileSystem.live.status(ofPath: file), status.isRegularFile,
        status.size <= 256 << 20
      else { return false }
      return CrowdAnkiReader.isBegun(
        try FileSystem.live.beginning(of: file, count: CrowdAnkiReader.sampleBytes))
    }
  }
}

extension OpenedFile {
  /// Reads a deck of CrowdAnki; `now` becomes the time of its notes.
  @concurrent
  static func crowdAnki(_ path: String, now: Timestamp) async throws -> OpenedFile {
    let source = try ImportSource(crowdAnki: path, now: now)
    return OpenedFile(path: path) { _, _ in source }
  }
}
