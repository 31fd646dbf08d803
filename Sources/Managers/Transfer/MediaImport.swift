import AnkiExchange
import FileStorage
import Glibc

/// Brings the files that notes name from where they are into the collection.
struct MediaImport {
  /// Below the collection.
  private let folder: String
  private let writer: DeckFileWriter
  private let source: any MediaSource
  /// Where a file goes, by the name that fields use; the same unless another file has that name.
  private(set) var names: [String: String] = [:]
  private var waiting: [AnkiMediaFile] = []
  private(set) var missing: Set<String> = []

  init(source: any MediaSource, collection: String) {
    self.source = source
    folder = "\(collection)/media"
    writer = DeckFileWriter(collection: collection)
  }

  /// How many files there are to copy.
  var count: Int { waiting.count }

  /// Names that a field must use instead of those in the source.
  var renamed: [String: String] { names.filter { $0.key != $0.value } }

  /// Notes what a field names, and looks what lies under these names here.
  mutating func note(_ html: String) throws {
    for name in AnkiMedia.names(in: html) where names[name] == nil && !missing.contains(name) {
      try add(name)
    }
  }

  /// Notes the files that come along unasked.
  mutating func noteStatic() throws {
    for file in source.unaskedMedia where names[file.name] == nil { try add(file.name) }
  }

  private mutating func add(_ name: String) throws {
    guard let file = try source.medium(named: name), let size = file.size else {
      if !name.contains("://") { missing.insert(name) }
      return
    }
    guard let status = try FileSystem.live.status(ofPath: "\(folder)/\(file.name)") else {
      names[name] = file.name
      waiting.append(file)
      return
    }
    names[name] = file.name
    let isShared = AnkiMedia.isStatic(name) || name.hasPrefix("latex-")
    if isShared { return }
    let bytes = try source.bytes(of: file)
    if Int64(status.size) == size,
      try FileSystem.live.contents(of: "\(folder)/\(file.name)") == bytes
    {
      return
    }
    var other = file
    other.name = AnkiMedia.name(file.name, withHashOf: bytes)
    names[name] = other.name
    if try FileSystem.live.status(ofPath: "\(folder)/\(other.name)") == nil {
      waiting.append(other)
    }
  }

  /// Copies what is not here yet, each file as a whole; after an error none of them stays.
  mutating func copy() throws {
    guard !waiting.isEmpty else { return }
    let hadFolder = try FileSystem.live.status(ofPath: folder) != nil
    try FileSystem.live.makeFolders(folder)
    var copied: [String] = []
    do {
      for file in waiting {
        let bytes = try source.bytes(of: file)
        let path = "\(folder)/\(file.name)"
        try writer.replace(path, with: bytes, original: .absent)
        copied.append(path)
      }
    } catch {
      for path in copied { _ = FileSystem.live.remove(path) }
      if !hadFolder { rmdir(folder) }
      throw error
    }
    waiting = []
  }
}
