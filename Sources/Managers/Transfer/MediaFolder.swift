import AnkiExchange
import FileStorage

/// Files that lie in one folder, by their names.
struct MediaFolder: MediaSource {
  let path: String
  private let names: Set<String>

  private static let maximumBytes = 100 << 20

  /// A folder that is not there holds nothing.
  init(_ path: String) throws {
    self.path = path
    var names: [String] = []
    if try FileSystem.live.status(ofPath: path)?.isFolder == true {
      let code = FileSystem.live.list(path, &names)
      if code < 0 {
        throw FileStorageError.system(operation: "list", path: path, code: Int32(-code))
      }
    }
    self.names = Set(names.filter { !$0.hasPrefix(".") })
  }

  func medium(named name: String) throws -> AnkiMediaFile? {
    guard names.contains(name) else { return nil }
    let status = try FileSystem.live.status(ofPath: "\(path)/\(name)")
    guard let status, status.isRegularFile, status.size <= Self.maximumBytes else { return nil }
    return AnkiMediaFile(name: name, mapName: name, member: "", size: Int64(status.size))
  }

  var unaskedMedia: [AnkiMediaFile] {
    names.filter(AnkiMedia.isStatic).sorted().compactMap { name in
      // One that cannot be looked at does not come along; nothing asks for it.
      (try? medium(named: name)) ?? nil
    }
  }

  func bytes(of file: AnkiMediaFile) throws -> [UInt8] {
    try FileSystem.live.contents(of: "\(path)/\(file.name)")
  }
}
