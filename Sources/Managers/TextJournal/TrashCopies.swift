/// The texts that changes delete and put nowhere else: whole files, and blocks taken out of files.
struct TrashCopies {
  /// By path, in the order of the changes.
  private(set) var texts: [(path: String, text: [UInt8])] = []

  init(of changes: [FileChange]) {
    var patches: [(path: String, patch: TextPatch)] = []
    var come: [[UInt8]] = []
    var gone: [(path: String, text: [UInt8])] = []
    for change in changes {
      switch change {
      case .write(let path, let before?, let after):
        let patch = TextPatch(from: before, to: after)
        patches.append((path, patch))
        come += patch.hunks.map(\.new).filter { !$0.isBlank }
      case .write(_, nil, let after): come.append(after)
      case .remove(let path, let before): gone.append((path, before))
      case .rename: break
      }
    }
    for (path, text) in gone where !text.isBlank && !come.contains(text) {
      texts.append((path, text))
    }
    for (path, patch) in patches {
      let blocks = patch.deleted.filter { block in
        !come.contains { Self.holds($0, Self.trimmed(block)) }
      }
      guard !blocks.isEmpty else { continue }
      texts.append((path, Array(blocks.joined())))
    }
  }

  private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 32 || (9...13).contains(byte) }
    let start = text.firstIndex { !isBlank($0) } ?? text.endIndex
    let end = text.lastIndex { !isBlank($0) } ?? start
    return start < text.endIndex ? text[start...end] : text[start..<start]
  }

  private static func holds(_ text: [UInt8], _ part: ArraySlice<UInt8>) -> Bool {
    guard let first = part.first else { return true }
    guard text.count >= part.count else { return false }
    return text.indices.dropLast(part.count - 1).contains { place in
      text[place] == first && text[place..<(place + part.count)] == part
    }
  }
}
