import FileStorage
import Glibc
import StudyDomain

/// The pictures and sounds that texts of other programs name, on their way into the collection.
///
/// A file keeps the path by which texts call it, below `media`, so that no text changes. What lies
/// outside the folder that is imported is never read.
struct NeighbourMedia {
  /// The folder that is imported, links resolved; nil when that cannot be done.
  private let root: String?
  private let collection: String
  private(set) var missing: Set<String> = []
  /// Where a file goes, below the collection, and where it lies.
  private(set) var waiting: [String: String] = [:]
  private(set) var clashes: Set<String> = []

  private static let maximumBytes = 100 << 20

  init(root: String, collection: String) {
    self.root = Self.resolved(root)
    self.collection = collection
  }

  /// Notes what a text names; `folder` is that of its file below the root.
  mutating func note(_ text: String, in folder: String) throws {
    for target in Self.targets(text) {
      guard !target.contains("://"), !target.hasPrefix("data:"), !target.hasPrefix("/") else {
        continue
      }
      try add(target, folder)
    }
  }

  private mutating func add(_ target: String, _ folder: String) throws {
    guard let goal = Self.path(target, below: "media"), goal.hasPrefix("media/"), let root else {
      missing.insert(target)
      return
    }
    if waiting[goal] != nil || clashes.contains(goal) { return }
    // hashcards' paths from the top of its folder begin with `@/`.
    let places: [(String, String)] =
      target.hasPrefix("@/")
      ? [(String(target.dropFirst(2)), "")] : [(target, folder), (target, ""), (target, "media")]
    for (name, base) in places {
      guard let path = Self.path(name, below: base), let file = Self.resolved("\(root)/\(path)"),
        file.hasPrefix(root + "/"),
        let status = try FileSystem.live.status(ofPath: file), status.isRegularFile,
        status.size <= Self.maximumBytes
      else { continue }
      let own = "\(collection)/\(goal)"
      if let there = try FileSystem.live.status(ofPath: own) {
        let isSame =
          try there.size == status.size
          && FileSystem.live.contents(of: own) == FileSystem.live.contents(of: file)
        if !isSame { clashes.insert(goal) }
      } else {
        waiting[goal] = file
      }
      return
    }
    missing.insert(target)
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The path below the top; nil for one that leads out of it, or to something hidden.
  private static func path(_ name: String, below folder: String) -> String? {
    var parts: [Substring] = []
    for part in "\(folder)/\(name)".split(separator: "/") where part != "." {
      if part == ".." {
        if parts.popLast() == nil { return nil }
      } else {
        if part.hasPrefix(".") || part.utf8.contains(0) { return nil }
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// The targets of `![alt](target)` and `![[target|size]]`, with `%20` and the like decoded.
  static func targets(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var targets: [String] = []
    var place = 0
    while let mark = bytes[place...].firstIndex(of: UInt8(ascii: "!")) {
      place = mark + 1
      guard place < bytes.count, bytes[place] == UInt8(ascii: "[") else { continue }
      // A longer name is none; and so reading stays linear.
      let near = bytes[place...].prefix(4096)
      var target: ArraySlice<UInt8>?
      if place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "[") {
        let inner = near.dropFirst(2)
        target = inner.firstIndex(of: UInt8(ascii: "]")).map { inner[..<$0] }
        if let bar = target?.firstIndex(of: UInt8(ascii: "|")) { target = target?[..<bar] }
      } else if let close = near.firstIndex(of: UInt8(ascii: "]")),
        close + 1 < bytes.count, bytes[close + 1] == UInt8(ascii: "(")
      {
        let inner = bytes[(close + 2)...].prefix(4096)
        target = inner.firstIndex { $0 == UInt8(ascii: ")") || $0 == 10 }.map { inner[..<$0] }
        // A title in quotes follows the target.
        if let blank = target?.firstIndex(of: 32) { target = target?[..<blank] }
      }
      guard let target, !target.isEmpty, !target.contains(10) else { continue }
      targets.append(decoded(target))
    }
    return targets
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let code = UInt8(digits, radix: 16) {
        result.append(code)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
