import DeckFormat
import StudyDomain

/// A pattern of a query, folded as what it is compared with.
struct FoldedPattern {
  /// Bytes, `run` and `one`.
  private var units: [UInt16] = []
  /// The longest text between the wildcards.
  private(set) var longestText: [UInt8] = []

  private static let run: UInt16 = 256
  private static let one: UInt16 = 257

  /// For names: accents count.
  init(name pattern: QueryPattern) {
    self.init(pattern) { SearchFolding.name($0) }
  }

  /// For texts as a search folds them.
  init(text pattern: QueryPattern) {
    self.init(pattern) { text in
      var folded = SearchFolding.fold(Array(text.utf8)[...])
      // Blanks at the ends of a whole text count for nothing, between wildcards they do.
      if pattern.parts.count > 1, !folded.isEmpty {
        if text.first?.isWhitespace ?? false { folded.insert(32, at: 0) }
        if text.last?.isWhitespace ?? false { folded.append(32) }
      }
      return folded
    }
  }

  private init(_ pattern: QueryPattern, _ fold: (String) -> [UInt8]) {
    for part in pattern.parts {
      switch part {
      case .text(let text):
        let folded = fold(text)
        units += folded.map(UInt16.init)
        if folded.count > longestText.count { longestText = folded }
      case .run: units.append(Self.run)
      case .one: units.append(Self.one)
      }
    }
  }

  /// The same anywhere in a text.
  var inside: FoldedPattern {
    var copy = self
    copy.units = [Self.run] + units + [Self.run]
    return copy
  }

  /// A name, or anything below it: `verbs` means `verbs::irregular` too.
  func matches(treeOf name: [UInt8]) -> Bool {
    name.withUnsafeBytes { name in
      Self.glob(name, units[...])
        || Self.glob(name, units + "::".utf8.map(UInt16.init) + [Self.run])
    }
  }

  /// The whole of a text.
  func matches(_ text: [UInt8]) -> Bool {
    text.withUnsafeBytes { matches($0) }
  }

  func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    Self.glob(text, units[...])
  }

  /// True when it takes anything at all.
  var isAnything: Bool { units.allSatisfy { $0 == Self.run } && !units.isEmpty }

  private static func glob(_ text: UnsafeRawBufferPointer, _ pattern: ArraySlice<UInt16>) -> Bool {
    glob(text, Array(pattern))
  }

  private static func glob(_ text: UnsafeRawBufferPointer, _ pattern: [UInt16]) -> Bool {
    var t = 0
    var p = 0
    var star: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == run {
        star = (p + 1, t)
        p += 1
      } else if p < pattern.count, pattern[p] == one {
        t = end(ofScalarAt: t, in: text)
        p += 1
      } else if p < pattern.count, pattern[p] == UInt16(text[t]) {
        p += 1
        t += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        p = last.pattern
        t = last.text + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == run }
  }

  private static func end(ofScalarAt place: Int, in text: UnsafeRawBufferPointer) -> Int {
    var end = place + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}
