import AnkiExchange
import FileStorage

/// Media that lie beside a text, or in a folder beside it.
struct TextMedia: MediaSource {
  /// The text's own folder.
  let folder: String

  private static let folders = ["", "media/", "collection.media/"]
  private static let limit = 256 << 20

  var unaskedMedia: [AnkiMediaFile] { [] }

  /// Only names that lead to no place outside the folder.
  func medium(named name: String) throws -> AnkiMediaFile? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isInside = parts.allSatisfy { !$0.isEmpty && !$0.elementsEqual("..".utf8) }
    guard isInside, !name.contains("://"), !name.utf8.contains(0), name.utf8.count < 1000,
      let last = parts.last, let safe = AnkiMedia.normalName(String(Substring(last)))
    else { return nil }
    for place in Self.folders {
      let path = "\(folder)/\(place)\(name)"
      // A name too long or a folder that may not be entered is a file that is not there.
      guard let status = try? FileSystem.live.status(ofPath: path), status.isRegularFile,
        status.size <= Self.limit
      else { continue }
      return AnkiMediaFile(name: safe, mapName: name, member: path, size: Int64(status.size))
    }
    return nil
  }

  func bytes(of file: AnkiMediaFile) throws -> [UInt8] {
    try FileSystem.live.contents(of: file.member)
  }
}
