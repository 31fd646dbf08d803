import FileStorage
import Markup
import StudyDomain

/// Tells pictures whose file is there from those whose is not.
///
/// A picture is looked for beside its deck, in the collection and in its `media` folder; what leads
/// out of the collection is never looked at and counts as missing.
struct PictureFiles {
  let collection: String
  /// The folder of the deck's file below the collection, empty for the collection itself.
  let deckFolder: String

  init(collection: String, deckPath: String) {
    self.collection = collection
    deckFolder = deckPath.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// The sources, as written, of the pictures in a card that have no file; some calls of the system
  /// for each picture.
  func missing(in text: CardText) -> Set<String> {
    var missing: Set<String> = []
    for side in [text.front, text.back] {
      _ = MarkupDocument(markdown: side) { source in
        if !isThere(source) { missing.insert(source) }
        return false
      }
    }
    return missing
  }

  private func isThere(_ source: String) -> Bool {
    // What comes from the net is nobody's file.
    if source.contains("://") || source.hasPrefix("data:") { return true }
    return path(of: source) != nil
  }

  /// Where the file of a source lies; nil where there is none, and for what comes from the net.
  func path(of source: String) -> String? {
    if source.contains("://") || source.hasPrefix("data:") { return nil }
    // `![[cell.png|200]]` names a size as well.
    let name = source.prefix { $0 != "|" }
    let names = [String(name), name.removingPercentEncoding]
    for name in names {
      for folder in [deckFolder, "", "media"] {
        guard let path = Self.path(name, below: folder) else { continue }
        // A file that cannot be looked at cannot be shown either.
        let whole = "\(collection)/\(path)"
        if (try? FileSystem.live.status(ofPath: whole)) != nil { return whole }
      }
    }
    return nil
  }

  /// The same for a program that opens it: links are followed, and never out of the collection.
  func pathToOpen(_ source: String) -> String? {
    guard let path = path(of: source)?.resolvedPath, let root = collection.resolvedPath else {
      return nil
    }
    return path.hasPrefix(root + "/") ? path : nil
  }

  /// The path below the collection; nil for one that leads out of it.
  private static func path(_ name: String, below folder: String) -> String? {
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
}

extension Substring {
  /// The text with `%20` and the like as what they stand for.
  fileprivate var removingPercentEncoding: String {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(Substring(rest.prefix(2))), radix: 16),
        rest.count >= 2
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
