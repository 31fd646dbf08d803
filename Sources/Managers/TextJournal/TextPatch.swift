import Glibc

/// The difference of two versions of a file, paragraph by paragraph.
///
/// Where the file is as the change left it, the bytes of before come back exactly. Where it was
/// edited since, each paragraph is looked for by its text.
struct TextPatch: Sendable, Hashable {
  /// A place where the versions differ, widened to whole paragraphs.
  struct Hunk: Sendable, Hashable {
    var old: [UInt8]
    var new: [UInt8]
    /// Where `new` begins in the later version.
    var place: Int
    /// The paragraphs around it, the same in both versions.
    var above: [UInt8]
    var below: [UInt8]
  }

  private(set) var hunks: [Hunk] = []
  let oldHash: UInt64
  let newHash: UInt64

  init(from before: [UInt8], to after: [UInt8]) {
    oldHash = DeckFileReader.hash(before)
    newHash = DeckFileReader.hash(after)
    let lines = LineDifference(before, after)
    hunks = lines.hunks.map { hunk in
      Hunk(
        old: Array(before[lines.old.bytes(hunk.old)]),
        new: Array(after[lines.new.bytes(hunk.new)]),
        place: lines.new.bytes(hunk.new).lowerBound,
        above: Array(after[lines.new.bytes(lines.new.paragraph(above: hunk.new.lowerBound))]),
        below: Array(after[lines.new.bytes(lines.new.paragraph(below: hunk.new.upperBound))]))
    }
  }

  init(hunks: [Hunk], oldHash: UInt64, newHash: UInt64) {
    self.hunks = hunks
    self.oldHash = oldHash
    self.newHash = newHash
  }

  /// Texts that went as a whole and are nowhere in what came.
  var deleted: [[UInt8]] {
    hunks.filter { $0.new.isBlank && !$0.old.isBlank }.map(\.old)
  }

  /// The text of before, out of a file as it is now.
  ///
  /// Throws the line, from 1, of the first paragraph that is not as the change left it.
  func reversed(in current: [UInt8]) throws(Mismatch) -> [UInt8] {
    var result = current
    let isUntouched = DeckFileReader.hash(current) == newHash
    // From the end, so that the places of those before stay right.
    for hunk in hunks.reversed() {
      let range =
        isUntouched ? hunk.place..<(hunk.place + hunk.new.count) : try range(of: hunk, in: result)
      result.replaceSubrange(range, with: hunk.old)
    }
    return result
  }

  /// The line, from 1, at which a text was looked for in vain.
  struct Mismatch: Error {
    var line: Int
  }

  private func range(of hunk: Hunk, in text: [UInt8]) throws(Mismatch) -> Range<Int> {
    let whole = hunk.above + hunk.new + hunk.below
    if let place = Self.place(of: whole, in: text, near: hunk.place - hunk.above.count) {
      let start = place + hunk.above.count
      return start..<(start + hunk.new.count)
    }
    if hunk.new.isBlank {
      // What was deleted returns between, or beside, the paragraphs that it stood between.
      if !hunk.below.isBlank, let place = Self.place(of: hunk.below, in: text, near: hunk.place) {
        return place..<place
      }
      if !hunk.above.isBlank, let place = Self.place(of: hunk.above, in: text, near: hunk.place) {
        return (place + hunk.above.count)..<(place + hunk.above.count)
      }
    } else if let place = Self.place(of: hunk.new, in: text, near: hunk.place) {
      return place..<(place + hunk.new.count)
    }
    throw Mismatch(line: text[..<min(hunk.place, text.count)].count { $0 == 10 } + 1)
  }

  /// Where whole lines stand in a text: the place nearest to one where they may stand more often.
  private static func place(of lines: [UInt8], in text: [UInt8], near wanted: Int) -> Int? {
    guard !lines.isEmpty, lines.count <= text.count else { return nil }
    var best: Int?
    text.withUnsafeBytes { text in
      lines.withUnsafeBytes { lines in
        guard let base = text.baseAddress, let needle = lines.baseAddress else { return }
        var start = 0
        while let found = memchr(
          base + start, Int32(lines[0]), text.count - lines.count + 1 - start)
        {
          let place = base.distance(to: UnsafeRawPointer(found))
          let end = place + lines.count
          start = place + 1
          let isWhole =
            (place == 0 || text[place - 1] == 10 || text[place - 1] == 13)
            && (end == text.count || lines[lines.count - 1] == 10 || lines[lines.count - 1] == 13)
            && memcmp(base + place, needle, lines.count) == 0
          if isWhole, best.map({ abs($0 - wanted) > abs(place - wanted) }) ?? true { best = place }
          if start > text.count - lines.count { return }
        }
      }
    }
    return best
  }
}

extension [UInt8] {
  /// Nothing but blanks and line ends.
  var isBlank: Bool { allSatisfy { $0 == 32 || (9...13).contains($0) } }
}
