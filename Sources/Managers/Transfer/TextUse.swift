import FileStorage

/// Which files and note types the decks of a collection name.
///
/// Found by their bytes, so a name inside a longer one counts too: what is asked here may then stay
/// although nobody needs it, never the other way round.
struct TextUse: Sendable {
  private(set) var media: Set<String> = []
  private(set) var types: Set<String> = []
  /// Ways to write a name, by its first three bytes.
  private var needles: [UInt32: [(bytes: [UInt8], name: String)]] = [:]

  private init(_ names: Set<String>) {
    for name in names {
      for form in Set([name, Self.escaped(name), Self.encoded(name)]) {
        let bytes = Array(form.utf8)
        // A name that short is taken for used.
        guard bytes.count >= 3 else {
          media.insert(name)
          continue
        }
        needles[Self.prefix(bytes, 0), default: []].append((bytes, name))
      }
    }
  }

  /// Reads all decks, apart from the main actor.
  @concurrent
  static func of(_ paths: [String], in folder: String, media names: Set<String>) async -> TextUse {
    scan(paths, in: folder, media: names)
  }

  static func scan(_ paths: [String], in folder: String, media names: Set<String>) -> TextUse {
    var use = TextUse(names)
    for path in paths {
      // A deck that cannot be read may name anything.
      guard let bytes = try? FileSystem.live.contents(of: "\(folder)/\(path)") else {
        use.media.formUnion(names)
        continue
      }
      use.read(bytes)
    }
    return use
  }

  private mutating func read(_ bytes: [UInt8]) {
    var isLineStart = true
    for place in bytes.indices {
      let byte = bytes[place]
      if isLineStart, byte == UInt8(ascii: "N"), place + 2 < bytes.count,
        bytes[place + 1] == UInt8(ascii: ":")
      {
        let line = bytes[(place + 2)...].prefix { $0 != UInt8(ascii: "\n") }
        types.insert(Flattened.trimmed(String(decoding: line, as: UTF8.self)))
      }
      isLineStart = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      guard !needles.isEmpty, place + 2 < bytes.count,
        let candidates = needles[Self.prefix(bytes, place)]
      else { continue }
      for candidate in candidates where bytes[place...].starts(with: candidate.bytes) {
        media.insert(candidate.name)
      }
    }
  }

  private static func prefix(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
  }

  /// As HTML has it.
  private static func escaped(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1 == "&" ? "&amp;" : String($1) }
  }

  /// As an address has it.
  private static func encoded(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1 == " " ? "%20" : String($1) }
  }
}
