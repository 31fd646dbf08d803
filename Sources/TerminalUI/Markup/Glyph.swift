/// A character of some runs, as wrapping sees it.
struct Glyph {
  enum Kind: UInt8 {
    case blank, letter, ideograph, hyphen
    /// Glue: no break beside it.
    case joiner
    case other
  }

  /// The run it stands in, and its bytes there.
  var run: Int
  var start: Int
  var end: Int
  /// Columns, at least 1.
  var width: Int
  var kind: Kind
  /// May not begin a line.
  var isClosing = false
  /// May not end a line.
  var isOpening = false
  /// Stands after a break that is allowed but has no width.
  var mayBreakBefore = false
  /// Too wide for the whole line, so a replacement of one column is drawn.
  var isReplaced = false
}

/// Takes runs apart.
enum GlyphReader {
  /// The characters that take columns, in order.
  static func glyphs(of runs: [StyledRun], width: Int) -> [Glyph] {
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(runs.reduce(0) { $0 + $1.text.utf8.count })
    for (index, run) in runs.enumerated() {
      if run.text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
        for (place, byte) in run.text.utf8.enumerated() {
          glyphs.append(ascii(byte, run: index, at: place))
        }
      } else {
        read(run.text, run: index, width: width, into: &glyphs)
      }
    }
    return glyphs
  }

  private static func ascii(_ byte: UInt8, run: Int, at place: Int) -> Glyph {
    var glyph = Glyph(run: run, start: place, end: place + 1, width: 1, kind: .other)
    switch byte {
    case 0x20: glyph.kind = .blank
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: glyph.kind = .letter
    case UInt8(ascii: "-"): glyph.kind = .hyphen
    case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"),
      UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "]"),
      UInt8(ascii: "}"), UInt8(ascii: "%"):
      glyph.isClosing = true
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): glyph.isOpening = true
    default: break
    }
    return glyph
  }

  private static func read(_ text: String, run: Int, width: Int, into glyphs: inout [Glyph]) {
    var place = 0
    var isAfterBreak = false
    for character in text {
      let end = place + character.utf8.count
      defer { place = end }
      if let byte = character.asciiValue, end - place == 1 {
        glyphs.append(ascii(byte, run: run, at: place))
      } else {
        let columns = PortableText.width(of: character)
        guard columns > 0, let first = character.unicodeScalars.first else {
          isAfterBreak = isAfterBreak || character == "\u{200B}"
          continue
        }
        var glyph = Glyph(run: run, start: place, end: end, width: columns, kind: kind(of: first))
        glyph.isClosing = closing.contains(first)
        glyph.isOpening = opening.contains(first)
        if columns > width {
          glyph.isReplaced = true
          glyph.width = 1
        }
        glyphs.append(glyph)
      }
      if isAfterBreak {
        glyphs[glyphs.count - 1].mayBreakBefore = true
        isAfterBreak = false
      }
    }
  }

  private static func kind(of scalar: Unicode.Scalar) -> Glyph.Kind {
    switch scalar.value {
    case 0xA0, 0x202F, 0x2007, 0x2060, 0x2014, 0x2015, 0x2025, 0x2026: .joiner
    // Han, kana, bopomofo and their punctuation; Korean is written with blanks.
    case 0x2E80...0x3130, 0x3190...0x4DBF, 0x4E00...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF01...0xFFEF, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      .ideograph
    default: scalar.properties.isAlphabetic ? .letter : .other
    }
  }

  private static let closing = Set(
    "、。，．・：；？！）］｝」』】〉》〕〗〙〟ー〜゛゜ゝゞヽヾ々〻ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…‥’”»›‐–％℃°¢"
      .unicodeScalars)
  private static let opening = Set("（［｛「『【〈《〔〖〘〝‘“«‹￥＄£".unicodeScalars)
}
