/// Text as it looks alike in every terminal.
///
/// A grapheme cluster is measured and drawn as one spacing scalar with at most four marks; joined
/// emoji fall back to their first picture, flags to letters, controls to U+FFFD.
public enum PortableText {
  /// The cells that one character takes; none for what has no width of its own.
  public static func cells(of character: Character) -> [Cell] {
    if let ascii = character.asciiValue { return [cell(ascii: ascii)] }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return [] }
    let value = first.value
    let isAlone = scalars.index(after: scalars.startIndex) == scalars.endIndex
    // Most characters beyond ASCII: one scalar of the scripts that need no further look.
    if isAlone, isPlain(value) {
      return [Cell(text: String(character), width: UInt8(WidthTable.width(of: first)))]
    }
    if value == 0x0D { return [replacement] }  // CR LF, one character
    if let syllable = hangulSyllable(scalars) { return [Cell(text: syllable, width: 2)] }
    if isRegionalIndicator(first) {
      return scalars.compactMap { scalar in
        guard isRegionalIndicator(scalar) else { return nil }
        return Unicode.Scalar(scalar.value - 0x1F1A5).map { Cell(text: String(Character($0))) }
      }
    }
    switch first.properties.generalCategory {
    case .format: return []
    case .lineSeparator, .paragraphSeparator: return [.blank]
    case .control, .unassigned, .surrogate: return [replacement]
    default: return composed(scalars, first: first)
    }
  }

  /// The columns that a text takes on one row; tabs are to be expanded before.
  public static func width(of text: String) -> Int {
    if let plain = plainWidth(of: text) { return plain }
    var width = 0
    for character in text { width += self.width(of: character) }
    return width
  }

  /// The columns that one character takes.
  public static func width(of character: Character) -> Int {
    if character.asciiValue != nil { return 1 }
    let scalars = character.unicodeScalars
    if let first = scalars.first, isPlain(first.value),
      scalars.index(after: scalars.startIndex) == scalars.endIndex
    {
      return WidthTable.width(of: first)
    }
    // Letters with accents of their own.
    if let first = scalars.first, isPlain(first.value) || 0x20..<0x7F ~= first.value,
      scalars.dropFirst().allSatisfy({ 0x300...0x36F ~= $0.value })
    {
      return WidthTable.width(of: first)
    }
    return cells(of: character).reduce(0) { $0 + Int($1.width) }
  }

  /// The text if it fits, else its beginning and an ellipsis; cut between characters.
  public static func truncate(_ text: String, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    guard width(of: text) > columns else { return text }
    var kept = ""
    var used = 0
    for character in text {
      used += width(of: character)
      if used > columns - 1 { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// Tabs become spaces up to the next stop; `column` is where the text begins.
  public static func expandingTabs(in text: String, every stop: Int = 4, column: Int = 0) -> String
  {
    guard stop > 0, text.utf8.contains(0x09) else { return text }
    var expanded = ""
    var position = column
    for character in text {
      switch character {
      case "\t":
        let spaces = stop - position % stop
        expanded.append(String(repeating: " ", count: spaces))
        position += spaces
      case "\n", "\r\n":
        expanded.append(character)
        position = 0
      default:
        expanded.append(character)
        position += width(of: character)
      }
    }
    return expanded
  }

  static func cell(ascii: UInt8) -> Cell {
    ascii < 32 || ascii == 127 ? replacement : asciiCells[Int(ascii)]
  }

  static let replacement = Cell(text: "\u{FFFD}")
  private static let asciiCells = (0..<128).map { Cell(CellScalars(Unicode.Scalar(UInt8($0)))) }

  /// The columns of a text whose every scalar is a cell as it stands; nil with anything else.
  ///
  /// CR LF is one character, so a text with CR is measured the long way.
  private static func plainWidth(of text: String) -> Int? {
    var width = 0
    for scalar in text.unicodeScalars {
      guard isCell(scalar) else { return nil }
      width += scalar.value < 0x300 ? 1 : WidthTable.width(of: scalar)
    }
    return width
  }

  /// Whether a scalar is a cell and a character by itself among others of its kind.
  static func isCell(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 ? scalar.value != 0x0D : isPlain(scalar.value)
  }

  /// The cell of a scalar for which `isCell` holds.
  static func cell(plain scalar: Unicode.Scalar) -> Cell {
    if scalar.value < 0x80 { return cell(ascii: UInt8(scalar.value)) }
    return Cell(CellScalars(scalar), width: UInt8(WidthTable.width(of: scalar)))
  }

  /// Letters and ideographs that are a cell as they stand.
  private static func isPlain(_ value: UInt32) -> Bool {
    switch value {
    case 0xA0...0xAC, 0xAE...0x2FF, 0x400...0x481, 0x2500...0x259F, 0x3041...0x3096,
      0x30A1...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
      true
    default: false
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    0x1F1E6...0x1F1FF ~= scalar.value
  }

  private static func isSkinTone(_ scalar: Unicode.Scalar) -> Bool {
    0x1F3FB...0x1F3FF ~= scalar.value
  }

  /// Conjoining jamo as the syllable they spell; terminals do not join them alike.
  private static func hangulSyllable(_ scalars: Character.UnicodeScalarView) -> String? {
    var jamo = scalars.makeIterator()
    guard let lead = jamo.next()?.value, 0x1100...0x1112 ~= lead,
      let vowel = jamo.next()?.value, 0x1161...0x1175 ~= vowel
    else { return nil }
    var tail: UInt32 = 0
    if let third = jamo.next()?.value, 0x11A8...0x11C2 ~= third { tail = third - 0x11A7 }
    let syllable = 0xAC00 + ((lead - 0x1100) * 21 + vowel - 0x1161) * 28 + tail
    return Unicode.Scalar(syllable).map { String(Character($0)) }
  }

  /// Whether a scalar is a mark that every terminal puts on the cell before.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x20E3: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return WidthTable.width(of: scalar) == 0
    default: return false
    }
  }

  private static func composed(
    _ scalars: Character.UnicodeScalarView, first: Unicode.Scalar
  ) -> [Cell] {
    let width = WidthTable.width(of: first)
    switch first.value {
    // Hexagrams, lone skin tones and lone vowels or tails: terminals disagree about the width.
    case 0x4DC0...0x4DFF, 0x1F3FB...0x1F3FF, 0x1160...0x11FF: return [replacement]
    default: break
    }
    if width < 0 { return [replacement] }
    if width == 0 {
      guard isMark(first) else { return [] }
      return [Cell(text: "\u{25CC}" + String(Character(first)))]
    }
    var cells: [Cell] = []
    var text = String.UnicodeScalarView([first])
    var count = 1
    var cellWidth = UInt8(width)
    for scalar in scalars.dropFirst() {
      if scalar.value == 0x200D || isSkinTone(scalar) {
        if first.properties.isEmoji { break } else { continue }
      }
      if isMark(scalar) {
        guard count < 5 else { continue }
        text.append(scalar)
        count += 1
      } else if case let next = WidthTable.width(of: scalar), next > 0 {
        cells.append(Cell(text: String(text), width: cellWidth))
        text = String.UnicodeScalarView([scalar])
        count = 1
        cellWidth = UInt8(next)
      }
    }
    cells.append(Cell(text: String(text), width: cellWidth))
    return cells
  }
}
