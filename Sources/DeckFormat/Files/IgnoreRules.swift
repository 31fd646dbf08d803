/// The patterns of one `.gitignore`, with git's meaning.
struct IgnoreRules {
  private struct Pattern {
    /// Parts between slashes; `**` stands for any number of them.
    var parts: [[UInt8]]
    var isNegated: Bool
    var onlyFolders: Bool
  }

  private var patterns: [Pattern] = []

  init(_ text: String) {
    let bytes = Array(text.utf8)
    for line in bytes.split(whereSeparator: { $0 == ASCII.lf || $0 == ASCII.cr }) {
      add(Array(line))
    }
  }

  mutating func append(_ other: IgnoreRules) {
    patterns += other.patterns
  }

  private mutating func add(_ line: [UInt8]) {
    var pattern = line
    if pattern.starts(with: [0xEF, 0xBB, 0xBF]) { pattern.removeFirst(3) }
    guard let first = pattern.first, first != UInt8(ascii: "#") else { return }
    // Blanks at the end do not count unless a backslash holds them.
    while pattern.last == ASCII.space,
      pattern.count < 2 || pattern[pattern.count - 2] != UInt8(ascii: "\\")
    {
      pattern.removeLast()
    }
    var isNegated = false
    if pattern.first == UInt8(ascii: "!") {
      isNegated = true
      pattern.removeFirst()
    }
    var onlyFolders = false
    if pattern.last == UInt8(ascii: "/") {
      onlyFolders = true
      pattern.removeLast()
    }
    guard !pattern.isEmpty else { return }
    var parts = pattern.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Array($0) }
    // Without a slash inside it a pattern holds at every depth.
    if parts.count == 1 {
      parts.insert(Array("**".utf8), at: 0)
    } else if parts[0].isEmpty {
      parts.removeFirst()
    }
    parts.removeAll(where: \.isEmpty)
    guard !parts.isEmpty else { return }
    patterns.append(Pattern(parts: parts, isNegated: isNegated, onlyFolders: onlyFolders))
  }

  /// Whether the last pattern that fits a path ignores it; nil when none fits.
  func decision(_ path: ArraySlice<[UInt8]>, isFolder: Bool) -> Bool? {
    for pattern in patterns.reversed() where isFolder || !pattern.onlyFolders {
      if Self.matches(pattern.parts[...], path) { return !pattern.isNegated }
    }
    return nil
  }

  private static func matches(
    _ pattern: ArraySlice<[UInt8]>, _ path: ArraySlice<[UInt8]>
  ) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    let rest = pattern.dropFirst()
    if first == Array("**".utf8) {
      // At the end `**` stands for what is inside the folder.
      if rest.isEmpty { return !path.isEmpty }
      return (path.startIndex...path.endIndex).contains { matches(rest, path[$0...]) }
    }
    guard let name = path.first, Glob.matches(first[...], name[...]) else { return false }
    return matches(rest, path.dropFirst())
  }
}

/// The wildcards of one part of a path: `*`, `?`, `[a-z]`, `[!a]`, and `\` before a plain sign.
enum Glob {
  static func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    var pattern = pattern
    var name = name
    // Where the last star stood, and what it had swallowed.
    var retry: (pattern: ArraySlice<UInt8>, name: ArraySlice<UInt8>)?
    while true {
      if pattern.first == UInt8(ascii: "*") {
        pattern = pattern.drop { $0 == UInt8(ascii: "*") }
        retry = (pattern, name)
        continue
      }
      if pattern.isEmpty, name.isEmpty { return true }
      if let (rest, count) = step(pattern, name) {
        pattern = rest
        name = name.dropFirst(count)
        continue
      }
      guard let last = retry, !last.name.isEmpty else { return false }
      let shorter = last.name.dropFirst(length(last.name))
      retry = (last.pattern, shorter)
      pattern = last.pattern
      name = shorter
    }
  }

  /// The pattern after its first sign and the bytes that sign stands for; nil when they differ.
  private static func step(
    _ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>
  ) -> (ArraySlice<UInt8>, Int)? {
    guard let sign = pattern.first, let byte = name.first else { return nil }
    switch sign {
    case UInt8(ascii: "?"): return (pattern.dropFirst(), length(name))
    case UInt8(ascii: "["):
      if let set = set(pattern, byte) { return set.matches ? (set.rest, length(name)) : nil }
    case UInt8(ascii: "\\"):
      let plain = pattern.dropFirst()
      guard plain.first == byte else { return nil }
      return (plain.dropFirst(), 1)
    default: break
    }
    return sign == byte ? (pattern.dropFirst(), 1) : nil
  }

  /// Bytes of the first character.
  private static func length(_ name: ArraySlice<UInt8>) -> Int {
    var count = 1
    while count < name.count, name[name.startIndex + count] & 0xC0 == 0x80 { count += 1 }
    return count
  }

  private static func set(
    _ pattern: ArraySlice<UInt8>, _ byte: UInt8
  ) -> (matches: Bool, rest: ArraySlice<UInt8>)? {
    var position = pattern.startIndex + 1
    guard position < pattern.endIndex else { return nil }
    let isNegated = pattern[position] == UInt8(ascii: "!") || pattern[position] == UInt8(ascii: "^")
    if isNegated { position += 1 }
    let first = position
    var found = false
    while position < pattern.endIndex {
      let low = pattern[position]
      if low == UInt8(ascii: "]"), position > first {
        return (found != isNegated, pattern[(position + 1)...])
      }
      var high = low
      if position + 2 < pattern.endIndex, pattern[position + 1] == UInt8(ascii: "-"),
        pattern[position + 2] != UInt8(ascii: "]")
      {
        high = pattern[position + 2]
        position += 2
      }
      if low <= byte, byte <= high { found = true }
      position += 1
    }
    return nil
  }
}
