import AnkiExchange
import FileStorage

/// Finds the files that texts name, and gives each the one name under which it goes.
struct ExportMedia {
  private let collection: String
  /// Name by path below the collection.
  private var names: [String: String] = [:]
  private var paths: [String: String] = [:]
  /// Where a source in a folder leads; nil when there is no such file.
  private var found: [String: String?] = [:]
  private(set) var missing: Set<String> = []

  init(collection: String) {
    self.collection = collection
  }

  /// The files, by name.
  var sources: [AnkiMediaSource] {
    paths.sorted { $0.key < $1.key }.map {
      AnkiMediaSource(name: $0.key, content: .file(path: "\(collection)/\($0.value)"))
    }
  }

  /// The name of the file that a source in a deck's folder means; the source itself for one that is
  /// remote or missing.
  ///
  /// Markdown may write `%20` for a blank; HTML of Anki never does.
  mutating func name(
    of source: String, in deckFolder: String, isMarkdown: Bool = false
  ) -> String {
    if source.contains("://") || source.hasPrefix("data:") || source.isEmpty { return source }
    // `![[cell.png|200]]` names a size as well.
    let plain = String(source.prefix { $0 != "|" })
    let key = "\(isMarkdown)\0\(deckFolder)\0\(plain)"
    let path: String?
    if let known = found[key] {
      path = known
    } else {
      path = look(for: plain, in: deckFolder, isMarkdown: isMarkdown)
      found[key] = .some(path)
    }
    guard let path else {
      missing.insert(plain)
      return plain
    }
    return name(ofFile: path)
  }

  /// Takes the files of the media folder that templates may name.
  mutating func takeStatic() {
    var entries: [String] = []
    guard FileSystem.live.list("\(collection)/media", &entries) >= 0 else { return }
    for entry in entries.sorted() where AnkiMedia.isStatic(entry) {
      let name = name(of: entry, in: "media")
      // Templates name it as it is: under another name it would be of no use.
      if name != entry { missing.insert(entry) }
    }
  }

  private func look(for source: String, in deckFolder: String, isMarkdown: Bool) -> String? {
    // `@/` stands for the collection.
    let isRooted = source.hasPrefix("@/")
    let bare = isRooted ? String(source.dropFirst(2)) : source
    for name in isMarkdown ? [bare, MediaPath.decoded(bare)] : [bare] {
      for folder in isRooted ? [""] : [deckFolder, "", "media"] {
        guard let path = MediaPath.joined(name, below: folder),
          let status = try? FileSystem.live.status(ofPath: "\(collection)/\(path)"),
          status.isRegularFile
        else { continue }
        return path
      }
    }
    return nil
  }

  private mutating func name(ofFile path: String) -> String {
    if let name = names[path] { return name }
    let last = path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      String(path[path.utf8.index(after: $0)...])
    }
    var name = AnkiMedia.normalName(last ?? path) ?? "file-\(TransferHash.hex(path))"
    if paths[name] != nil {
      // Another folder has a file of that name.
      let bytes = (try? FileSystem.live.contents(of: "\(collection)/\(path)")) ?? []
      name = AnkiMedia.name(name, withHashOf: bytes)
    }
    names[path] = name
    paths[name] = path
    return name
  }
}

/// Paths of media as texts write them.
enum MediaPath {
  /// The path below the collection; nil for one that leads out of it.
  static func joined(_ name: String, below folder: String) -> String? {
    guard !name.hasPrefix("/") else { return nil }
    var parts: [Substring] = []
    for part in (folder + "/" + name).split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// The name with `%20` and the like as what they stand for.
  static func decoded(_ name: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
