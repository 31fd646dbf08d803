import AnkiExchange
import FileStorage

/// The files that notes name: where they come from, and which of them are to be copied.
struct MediaImport: Sendable {
  /// Below the collection.
  private let folder: String
  private let source: any MediaSource
  /// Where a file goes, by the name that fields use; the same unless another file has that name.
  private(set) var names: [String: String] = [:]
  /// The files to copy, by the names that they get.
  private(set) var waiting: [AnkiMediaFile] = []
  private(set) var missing: Set<String> = []

  init(source: any MediaSource, collection: String) {
    self.source = source
    folder = "\(collection)/media"
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

  /// The bytes of a file that waits.
  func bytes(of file: AnkiMediaFile) throws -> [UInt8] { try source.bytes(of: file) }
}
