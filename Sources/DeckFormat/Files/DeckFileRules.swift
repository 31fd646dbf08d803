public import StudyDomain

/// Which files of a collection are decks, by name and by its ignore files.
public struct DeckFileRules: Sendable {
  /// What a file of the collection is to us.
  public enum Kind: Hashable, Sendable {
    case deck
    /// A copy that a synchroniser or a merge left: shown on the Problems screen.
    case conflictCopy
    case other
  }

  private var rules: [String: IgnoreRules] = [:]

  public init() {}

  /// Adds the text of a `.gitignore` or `.deckleignore` that lies in `folder` ("" at the top).
  ///
  /// Ignore files may be added in any order of folders; within one folder the later one wins.
  public mutating func addIgnoreFile(_ text: String, in folder: String) {
    var all = rules[folder] ?? IgnoreRules("")
    all.append(IgnoreRules(text))
    rules[folder] = all
  }

  /// Classifies a file by its path below the collection, parts separated by `/`.
  public func kind(of path: String) -> Kind {
    let parts = Self.parts(path)
    guard let name = parts.last, !parts.contains(where: { $0.first == UInt8(ascii: ".") }),
      name.last != UInt8(ascii: "~"), !isIgnored(parts, isFolder: false)
    else { return .other }
    if Self.hasSuffix(name, ".orig") {
      return Self.hasDeckSuffix(Array(name.dropLast(5))) ? .conflictCopy : .other
    }
    guard Self.hasDeckSuffix(name) else { return .other }
    return Self.contains(name, "sync-conflict") ? .conflictCopy : .deck
  }

  /// False for a folder in which no deck can be: hidden, or ignored as a whole.
  public func mayHoldDecks(folder path: String) -> Bool {
    let parts = Self.parts(path)
    return !parts.contains { $0.first == UInt8(ascii: ".") } && !isIgnored(parts, isFolder: true)
  }

  /// `Biology/Cells.md` is `Biology::Cells`; `override` is the front matter's name.
  public static func deckName(path: String, override: String? = nil) -> DeckName {
    var names = parts(path).map { String(decoding: $0, as: UTF8.self) }
    if let override {
      if override.utf8.holds("::") { return DeckName(override) }
      names = names.dropLast() + [override]
    } else if let last = names.last {
      names = names.dropLast() + [withoutSuffix(last)]
    }
    return DeckName(names.joined(separator: "::"))
  }

  /// A path is ignored with the outermost folder that is; nothing inside can be taken back.
  private func isIgnored(_ parts: [[UInt8]], isFolder: Bool) -> Bool {
    guard !rules.isEmpty, !parts.isEmpty else { return false }
    for depth in 1...parts.count {
      let path = parts[..<depth]
      var isIgnored = false
      // The innermost ignore file that says something decides.
      for folderDepth in 0..<depth {
        let folder = parts[..<folderDepth].map { String(decoding: $0, as: UTF8.self) }
          .joined(separator: "/")
        let decision = rules[folder]?.decision(
          path[folderDepth...], isFolder: isFolder || depth < parts.count)
        isIgnored = decision ?? isIgnored
      }
      if isIgnored { return true }
    }
    return false
  }

  private static func parts(_ path: String) -> [[UInt8]] {
    Array(path.utf8).split(separator: UInt8(ascii: "/")).map { Array($0) }
  }

  private static func hasDeckSuffix(_ name: [UInt8]) -> Bool {
    hasSuffix(name, ".md") || hasSuffix(name, ".markdown")
  }

  /// In any case of letters, and not all of the name.
  private static func hasSuffix(_ name: [UInt8], _ suffix: String) -> Bool {
    name.count > suffix.utf8.count
      && name.suffix(suffix.utf8.count).map { ASCII.isLetter($0) ? $0 | 0x20 : $0 }
        .elementsEqual(suffix.utf8)
  }

  private static func withoutSuffix(_ name: String) -> String {
    let bytes = Array(name.utf8)
    for suffix in [".md", ".markdown"] where hasSuffix(bytes, suffix) {
      return String(decoding: bytes.dropLast(suffix.utf8.count), as: UTF8.self)
    }
    return name
  }

  private static func contains(_ name: [UInt8], _ word: StaticString) -> Bool {
    name.withUnsafeBufferPointer { $0.first(word, in: 0..<$0.count) != nil }
  }
}

extension String.UTF8View {
  fileprivate func holds(_ word: StaticString) -> Bool {
    Array(self).withUnsafeBufferPointer { $0.first(word, in: 0..<$0.count) != nil }
  }
}
