import StudyDomain

/// Markdown as the parser is to see it.
///
/// The marks of a cloze must not disturb the parser, which would take them for letters, and
/// `**[x]**` is to be bold however the mark is read. So a mark becomes a noncharacter with a
/// *face* on each side: a section sign, which is punctuation, or nothing, which is a letter.
/// Formulas become one word, a number between two noncharacters. `CleanText` has taken these
/// noncharacters out of the text, so none can be forged.
struct DisguisedMarkdown {
  private(set) var bytes: [UInt8] = []
  private(set) var spans: [HiddenSpan] = []

  init(_ markdown: String) {
    var clean = CleanText.bytes(of: markdown)
    if clean.contains(0xF4) { clean = hideHTML(clean) }
    var scan = MarkdownScan(ClozeBytes.settled(clean), spans: spans)
    scan.run()
    // md4c 0.4.8 reads on behind a text that ends within a link: a line end stops it.
    bytes = scan.output + [0x0A]
    spans = scan.spans.map { $0.withoutWords(of: spans) }
  }

  /// Hides the parts that are HTML before anything else is looked for.
  private mutating func hideHTML(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    while let part = HTMLBytes.firstPart(in: rest) {
      result += rest[..<part.range.lowerBound]
      result += Self.word(forSpan: spans.count)
      let content = Array(rest[part.content])
      spans.append(
        HiddenSpan(
          kind: .html(showsHidden: part.showsHidden), source: content, content: content))
      rest = rest[part.range.upperBound...]
    }
    return HTMLBytes.withoutMarks(result + rest)
  }

  // MARK: Signs, each U+FDD0 and following: EF B7 and one more byte

  static let lead: [UInt8] = [0xEF, 0xB7]
  static let face: [UInt8] = [0xC2, 0xA7]

  enum Sign {
    static let span: UInt8 = 0x90
    static let open: UInt8 = 0x91
    static let close: UInt8 = 0x92
    static let openAfterLetter: UInt8 = 0x93
    static let closeBeforeLetter: UInt8 = 0x94
  }

  static func mark(isOpen: Bool, isLetter: Bool) -> [UInt8] {
    switch (isOpen, isLetter) {
    case (true, false): face + lead + [Sign.open] + face
    case (false, false): face + lead + [Sign.close] + face
    case (true, true): lead + [Sign.openAfterLetter] + face
    case (false, true): face + lead + [Sign.closeBeforeLetter]
    }
  }

  static func word(forSpan index: Int) -> [UInt8] {
    lead + [Sign.span] + Array(String(index).utf8) + lead + [Sign.span]
  }

  /// The number of the span whose word stands at a place, and where the word ends.
  static func spanWord(in bytes: [UInt8], at start: Int) -> (number: Int, end: Int)? {
    let sign = lead + [Sign.span]
    guard bytes[start] == lead[0], bytes[start...].starts(with: sign) else { return nil }
    let digits = bytes[(start + 3)...].prefix(9).prefix { 0x30...0x39 ~= $0 }
    guard !digits.isEmpty, bytes[digits.endIndex...].starts(with: sign) else { return nil }
    return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.endIndex + 3)
  }

  // MARK: Back again

  /// A stretch of what the parser reports: text with the marks of clozes, or a hidden span.
  enum Piece {
    case text([UInt8])
    case span(HiddenSpan)
  }

  func pieces(of seen: UnsafeRawBufferPointer) -> [Piece] {
    guard seen.contains(Self.lead[0]) else { return [.text(Array(seen))] }
    var pieces: [Piece] = []
    var text: [UInt8] = []
    var index = 0
    while index < seen.count {
      if let sign = Self.sign(seen, index) {
        index += 3
        switch sign {
        case Sign.span:
          var number = 0
          while index < seen.count, 0x30...0x39 ~= seen[index] {
            number = number &* 10 &+ Int(seen[index] - 0x30)
            index += 1
          }
          index += 3
          guard spans.indices.contains(number) else { continue }
          if !text.isEmpty { pieces.append(.text(text)) }
          text = []
          pieces.append(.span(spans[number]))
        case Sign.open, Sign.openAfterLetter:
          text += ClozeBytes.open
          if Self.isFace(seen, index) { index += 2 }
        default:
          text += ClozeBytes.close
          if sign == Sign.close, Self.isFace(seen, index) { index += 2 }
        }
      } else if Self.isFace(seen, index), let sign = Self.sign(seen, index + 2),
        sign != Sign.span, sign != Sign.openAfterLetter
      {
        index += 2
      } else {
        text.append(seen[index])
        index += 1
      }
    }
    if !text.isEmpty { pieces.append(.text(text)) }
    return pieces
  }

  /// The text as it was written, for places where nothing is hidden.
  func source(of seen: UnsafeRawBufferPointer) -> [UInt8] {
    pieces(of: seen).reduce(into: []) { source, piece in
      switch piece {
      case .text(let text): source += text
      case .span(let span): source += span.source
      }
    }
  }

  private static func sign(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt8? {
    guard index + 2 < bytes.count, bytes[index] == lead[0], bytes[index + 1] == lead[1],
      Sign.span...Sign.closeBeforeLetter ~= bytes[index + 2]
    else { return nil }
    return bytes[index + 2]
  }

  private static func isFace(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    index + 1 < bytes.count && bytes[index] == face[0] && bytes[index + 1] == face[1]
  }
}
