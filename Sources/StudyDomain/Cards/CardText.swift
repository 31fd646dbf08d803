/// What one card shows: Markdown, with cloze deletions marked by `ClozeMark` and parts that are HTML
/// by `HTMLMark`.
public struct CardText: Hashable, Sendable {
  public var front: String
  public var back: String
  /// True for a cloze: its back is its front with the deletions filled in, and takes its place.
  public var backReplacesFront: Bool
  public var ask: AskMode
  /// What is to be typed, where it is not what the back begins with.
  public var typed: String?

  public init(front: String, back: String, backReplacesFront: Bool = false, ask: AskMode = .flip) {
    self.front = front
    self.back = back
    self.backReplacesFront = backReplacesFront
    self.ask = ask
  }
}

/// The marks around a cloze deletion inside a `CardText`.
///
/// They are private-use scalars of plane 16; a reader of decks replaces any that a deck holds by
/// U+FFFD, so they cannot be forged.
public enum ClozeMark {
  /// Before what is asked: a gap in a front, its solution in a back.
  public static let open: Unicode.Scalar = "\u{10FDD0}"
  /// After what is asked.
  public static let close: Unicode.Scalar = "\u{10FDD1}"

  /// The text with marks shown as a plain `[…]`, and those of HTML left out, for JSON and pipes.
  public static func plain(_ text: String) -> String {
    // All marks begin with this byte, which is rare in texts.
    guard text.utf8.contains(0xF4) else { return text }
    var text = text
    return text.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count) { plain in
        var count = 0
        var place = 0
        while place < bytes.count {
          // All five marks are F4 8F B7 and one more byte.
          if bytes[place] == 0xF4, place + 3 < bytes.count, bytes[place + 1] == 0x8F,
            bytes[place + 2] == 0xB7, (0x90...0x94).contains(bytes[place + 3])
          {
            if bytes[place + 3] <= 0x91 {
              plain[count] = UInt8(ascii: bytes[place + 3] == 0x90 ? "[" : "]")
              count += 1
            }
            place += 4
          } else {
            plain[count] = bytes[place]
            count += 1
            place += 1
          }
        }
        return count
      }
    }
  }
}

/// The marks around a part of a `CardText` that is HTML; such parts never stand in each other.
///
/// As with `ClozeMark`, no deck can forge them.
public enum HTMLMark {
  public static let open: Unicode.Scalar = "\u{10FDD2}"
  public static let close: Unicode.Scalar = "\u{10FDD3}"
  /// Opens a part of which hints and the like are not to be shown.
  public static let openHiding: Unicode.Scalar = "\u{10FDD4}"

  public static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar == open || scalar == close || scalar == openHiding
  }

  /// HTML as a part of a text.
  public static func marked(_ html: String) -> String {
    String(Character(open)) + html + String(Character(close))
  }
}

/// How a card is asked.
public enum AskMode: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case flip, type, choice, order, items

  /// The word in decks and settings.
  public var word: String {
    switch self {
    case .flip: "flip"
    case .type: "type"
    case .choice: "choice"
    case .order: "order"
    case .items: "items"
    }
  }

  public init?(word: String) {
    guard let mode = AskMode.allCases.first(where: { $0.word == word }) else { return nil }
    self = mode
  }
}
