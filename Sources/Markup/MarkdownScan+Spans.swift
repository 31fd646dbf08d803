extension MarkdownScan {
  // MARK: Formulas

  /// Hides the formula that begins at `position`, or copies the dollars.
  mutating func readDollar() {
    let length = runLength(position)
    let end = length == 1 ? formulaEnd() : length == 2 ? displayEnd() : nil
    guard let end else { return copy(to: position + length) }
    let content = unindented(input[(position + length)..<(end - length)])
    hide(
      HiddenSpan(
        kind: length == 1 ? .math : .displayMath, source: Array(input[position..<end]),
        content: content),
      to: end)
  }

  /// Behind the formula, by Pandoc's rule: a non-blank after the opening dollar, one before the
  /// closing, and no digit after it.
  ///
  /// Beyond that rule, so that variables and prices stay: no backquote and no end of a tag inside,
  /// no bar in the row of a table, and no word directly after a formula that ends in a sign
  /// ("$HOME/bin:$PATH").
  private func formulaEnd() -> Int? {
    let inTable = contentStart < input.count && input[contentStart] == UInt8(ascii: "|")
    var index = position + 1
    guard let first = unmarked(index), !isBlank(input[first]) else { return nil }
    var depth = 0
    while index < input.count {
      switch input[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "`"): return nil
      case UInt8(ascii: "|") where inTable: return nil
      case UInt8(ascii: "<") where hasPrefix("</", index): return nil
      case 0x0A:
        guard continuesParagraph(index + 1) else { return nil }
        index += 1
      case UInt8(ascii: "$"):
        return depth == 0 && mayClose(index, first: first) ? index + 1 : nil
      case 0xF4:
        guard let isOpen = ClozeBytes.mark(input, index) else {
          index += 1
          continue
        }
        depth += isOpen ? 1 : -1
        if depth < 0 { return nil }
        index += ClozeBytes.count
      default: index += 1
      }
    }
    return nil
  }

  private func mayClose(_ index: Int, first: Int) -> Bool {
    var last = index - 1
    while last - 3 > position, ClozeBytes.mark(input, last - 3) != nil { last -= ClozeBytes.count }
    guard first < index, last > position, !isBlank(input[last]) else { return false }
    guard index + 1 < input.count else { return true }
    let next = input[index + 1]
    if isDigit(next) || next == UInt8(ascii: "$") { return false }
    return !isLetter(next) || isLetter(input[last]) || isDigit(input[last])
      || [UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "'")]
        .contains(input[last])
      || input[last] >= 0x80
  }

  /// Behind `$$…$$`; when it begins its line, blank lines may stand inside.
  private func displayEnd() -> Int? {
    let start = unmarkedBackwards(position)
    let beginsLine = start == contentStart || start == lineStart + lineIndent
    var index = position + 2
    var depth = 0
    while index < input.count {
      switch input[index] {
      case UInt8(ascii: "\\"): index += 2
      case 0x0A:
        let ends = endsParagraph(index + 1)
        if ends, !beginsLine || !isBlankLine(index + 1) { return nil }
        index += 1
      case UInt8(ascii: "$") where hasPrefix("$$", index):
        let isEmpty = input[(position + 2)..<index].allSatisfy(isBlank)
        return isEmpty || depth != 0 ? nil : index + 2
      case 0xF4:
        guard let isOpen = ClozeBytes.mark(input, index) else {
          index += 1
          continue
        }
        depth += isOpen ? 1 : -1
        if depth < 0 { return nil }
        index += ClozeBytes.count
      default: index += 1
      }
    }
    return nil
  }

  /// Whether a line goes on with the paragraph before it: it is not blank and begins no block.
  private func continuesParagraph(_ start: Int) -> Bool {
    if endsParagraph(start) { return false }
    let index = afterIndent(start)
    if input[start..<index].filter({ $0 == UInt8(ascii: ">") }).count
      != input[lineStart..<(lineStart + lineIndent)].filter({ $0 == UInt8(ascii: ">") }).count
    {
      return false
    }
    switch input[index] {
    case UInt8(ascii: "#"), UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "*"), 0x30...0x39:
      return false
    default: return true
    }
  }

  /// A formula without the indentation and quote marks of its later lines and without blanks
  /// around it.
  private func unindented(_ source: ArraySlice<UInt8>) -> [UInt8] {
    var content: [UInt8] = []
    // What stands before a later line that belongs to the same block.
    let indent =
      position == contentStart ? max(lineIndent, contentStart - lineStart) : lineIndent
    var index = source.startIndex
    while index < source.endIndex {
      content.append(source[index])
      index += 1
      guard content.last == 0x0A else { continue }
      let end = min(index + indent, source.endIndex)
      while index < end, source[index] == UInt8(ascii: ">") || isBlank(source[index]),
        source[index] != 0x0A
      {
        index += 1
      }
    }
    let trimmed = content.drop(while: isBlank)
    return Array(trimmed.reversed().drop(while: isBlank).reversed())
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    0x41...0x5A ~= byte || 0x61...0x7A ~= byte
  }

  private func unmarked(_ start: Int) -> Int? {
    var index = start
    while isMark(index) { index += ClozeBytes.count }
    return index < input.count ? index : nil
  }

  private func unmarkedBackwards(_ end: Int) -> Int {
    var index = end
    while index - ClozeBytes.count >= lineStart, isMark(index - ClozeBytes.count) {
      index -= ClozeBytes.count
    }
    return index
  }

  // MARK: Sounds and embedded pictures

  /// Hides `[sound:x]` or `![[x]]` at `position`, or copies one byte.
  mutating func readBracket() {
    if hasPrefix("[sound:", position), let end = nameEnd(position + 7, "]") {
      hide(file: .sound, position + 7, end, to: end + 1)
    } else if hasPrefix("![[", position), let end = nameEnd(position + 3, "]]") {
      hide(file: .picture, position + 3, end, to: end + 2)
    } else {
      copy(to: position + 1)
    }
  }

  private mutating func hide(file kind: HiddenSpan.Kind, _ start: Int, _ stop: Int, to end: Int) {
    // Obsidian writes a size or caption behind a bar.
    let name =
      kind == .picture
      ? input[start..<stop].prefix { $0 != UInt8(ascii: "|") } : input[start..<stop]
    hide(
      HiddenSpan(kind: kind, source: Array(input[position..<end]), content: Array(name)), to: end)
  }

  /// Where a name of a file ends; names are short and hold no brackets, line ends or cloze marks.
  private func nameEnd(_ start: Int, _ closing: StaticString) -> Int? {
    var index = start
    while index < min(input.count, start + 300) {
      if input[index] == UInt8(ascii: "]") {
        return index > start && hasPrefix(closing, index) ? index : nil
      }
      if input[index] == UInt8(ascii: "[") || input[index] == 0x0A || isMark(index) { return nil }
      index += 1
    }
    return nil
  }

  // MARK: Marks of clozes

  /// Whether a mark has emphasis outside of it that is itself inside a word, as in `un**[x]**`:
  /// only a letter lets such emphasis begin or end.
  func isBesideWord(_ mark: Int, isOpen: Bool) -> Bool {
    if isOpen {
      var index = mark
      while index > 0, isDelimiter(input[index - 1]) { index -= 1 }
      return index < mark && index > 0 && isWord(input[..<index].suffix(4), last: true)
    }
    let start = mark + ClozeBytes.count
    var index = start
    while index < input.count, isDelimiter(input[index]) { index += 1 }
    return index > start && index < input.count && !isMark(index)
      && isWord(input[index...].prefix(4), last: false)
  }

  private func isDelimiter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "~")
  }

  private func isWord(_ bytes: ArraySlice<UInt8>, last: Bool) -> Bool {
    guard let near = last ? bytes.last : bytes.first else { return false }
    if near < 0x80 { return isLetter(near) || isDigit(near) }
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    guard let scalar = last ? scalars.last : scalars.first else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }
}
