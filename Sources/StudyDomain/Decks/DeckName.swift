/// The full name of a deck, parents first: `Biology::Cells`.
public struct DeckName: Hashable, Comparable, Sendable {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  /// The parts between `::`, outermost first.
  public var parts: [String] {
    var parts: [String] = []
    var current: [UInt8] = []
    var previousWasColon = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: ":") {
        if previousWasColon {
          current.removeLast()
          parts.append(String(decoding: current, as: UTF8.self))
          current = []
          previousWasColon = false
          continue
        }
        previousWasColon = true
      } else {
        previousWasColon = false
      }
      current.append(byte)
    }
    parts.append(String(decoding: current, as: UTF8.self))
    return parts
  }

  /// The innermost part: `Cells`.
  public var last: String {
    parts.last ?? text
  }

  /// `Biology` for `Biology::Cells`; nil for a deck at the top.
  public var parent: DeckName? {
    let parts = parts
    return parts.count < 2 ? nil : DeckName(parts.dropLast().joined(separator: "::"))
  }

  /// The deck itself and its parents, outermost first.
  public var lineage: [DeckName] {
    let parts = parts
    return (1...parts.count).map { DeckName(parts[..<$0].joined(separator: "::")) }
  }

  /// True for the deck itself and for every deck below it.
  public func contains(_ other: DeckName) -> Bool {
    other.text == text || other.text.hasPrefix(text + "::")
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts) {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}
