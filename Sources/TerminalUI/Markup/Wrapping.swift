/// Breaks runs of text into lines that fit a width.
///
/// Breaks at blanks and between ideographs; no line begins with closing punctuation or ends with
/// opening. A word that fits no line is broken between characters.
struct Wrapping {
  private struct Glyph {
    var character: Character
    var width: Int
    var style: Style
  }

  private let width: Int
  private(set) var lines: [(runs: [StyledRun], ending: StyledLine.Ending)] = []

  /// `width` is at least 1.
  init(_ runs: [StyledRun], width: Int) {
    self.width = max(1, width)
    var glyphs: [Glyph] = []
    for run in runs {
      for character in run.text {
        let columns = PortableText.cells(of: character).reduce(0) { $0 + Int($1.width) }
        if columns > 0 {
          glyphs.append(Glyph(character: character, width: columns, style: run.style))
        }
      }
    }
    wrap(glyphs)
  }

  private mutating func wrap(_ glyphs: [Glyph]) {
    var start = 0
    while true {
      let end = lineEnd(glyphs, start)
      if end == glyphs.count {
        add(glyphs[start..<end], .hard)
        return
      }
      if glyphs[end].character == " " {
        add(glyphs[start..<end], .blank)
        start = end + 1
      } else {
        add(glyphs[start..<end], .nothing)
        start = end
      }
    }
  }

  /// The first glyph that is not on the line.
  private func lineEnd(_ glyphs: [Glyph], _ start: Int) -> Int {
    var column = 0
    var end = start
    var lastBreak: Int?
    while end < glyphs.count {
      let glyph = glyphs[end]
      if end > start, glyph.character == " " || Self.mayBreak(glyphs[end - 1], glyph) {
        lastBreak = end
      }
      if column + glyph.width > width {
        // A blank that does not fit is taken away, so the line may end right here.
        if glyph.character == " ", end > start { return end }
        return max(start + 1, lastBreak ?? end)
      }
      column += glyph.width
      end += 1
    }
    return end
  }

  private static func mayBreak(_ left: Glyph, _ right: Glyph) -> Bool {
    guard let before = left.character.unicodeScalars.first,
      let after = right.character.unicodeScalars.first
    else { return false }
    if left.character == "-", after.properties.isAlphabetic { return true }
    guard isIdeographic(before) || isIdeographic(after) else { return false }
    if left.character == " " || closing.contains(after) || opening.contains(before) { return false }
    // A Latin word beside ideographs may be parted from them, but not from its punctuation.
    return !after.properties.isWhitespace
  }

  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0x303F, 0x3040...0x30FF, 0x3100...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  private static let closing = Set(
    "、。，．・：；？！）］｝」』】〉》〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.!?:;)]}%".unicodeScalars)
  private static let opening = Set("（［｛「『【〈《〔([{".unicodeScalars)

  private mutating func add(_ glyphs: ArraySlice<Glyph>, _ ending: StyledLine.Ending) {
    var runs: [StyledRun] = []
    for glyph in glyphs {
      if let last = runs.last, last.style == glyph.style {
        runs[runs.count - 1].text.append(glyph.character)
      } else {
        runs.append(StyledRun(String(glyph.character), glyph.style))
      }
    }
    lines.append((runs, ending))
  }
}
