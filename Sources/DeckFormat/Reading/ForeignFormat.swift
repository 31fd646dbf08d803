/// The formats of other programs that are imported, not read in place.
public enum ForeignFormat: String, CaseIterable, Sendable {
  case mdanki, inka, md2anki, carddown, logseq, hascard

  /// The name that its users know.
  public var name: String {
    switch self {
    case .mdanki: "mdanki"
    case .inka: "inka"
    case .md2anki: "Md2Anki"
    case .carddown: "carddown or NeuraCache"
    case .logseq: "Logseq"
    case .hascard: "hascard"
    }
  }

  /// The format whose marks the lines of a file bear; for files without cards of our own.
  static func recognise(_ bytes: Bytes, _ lines: [Line]) -> ForeignFormat? {
    var marks = Marks()
    for line in lines where line.kind != .blank && line.kind != .opaque {
      marks.note(bytes, line)
    }
    return marks.format
  }

  /// What has been seen of each format.
  private struct Marks {
    private var sectionHeadings = 0
    private var percentLines = 0
    private var tagLinks = 0
    private var quotedAnswers = 0
    private var identifiedHeadings = 0
    private var cardMarks = 0
    private var blockCards = 0
    private var options = 0
    private var gaps = 0
    private var separatedHeadings = 0
    private var headings = 0
    private var previous: (isNumbered: Bool, isSeparator: Bool) = (false, true)

    mutating func note(_ bytes: Bytes, _ line: Line) {
      let range = bytes.trimmingBlanks(line.range)
      let first = bytes[range.lowerBound]
      let end = range.upperBound
      if line.kind == .heading {
        headings += 1
        if line.level == 2 { sectionHeadings += 1 }
        if line.level == 1, previous.isSeparator { separatedHeadings += 1 }
        if endsWithIdentifier(bytes, range) { identifiedHeadings += 1 }
      }
      if range.count == 1, first == UInt8(ascii: "%") { percentLines += 1 }
      if bytes.matches("[#", at: range.lowerBound, end: end),
        bytes.first("](", in: range) != nil
      {
        tagLinks += 1
      }
      if previous.isNumbered, first == UInt8(ascii: ">") { quotedAnswers += 1 }
      if bytes.first("\u{1F9E0}", in: range) != nil || hasWord("#flashcard", bytes, range) {
        cardMarks += 1
      }
      if bytes.first("card-last-interval::", in: range) != nil
        || first == UInt8(ascii: "-") && hasWord("#card", bytes, range)
      {
        blockCards += 1
      }
      if bytes.matches("[*] ", at: range.lowerBound, end: end)
        || (bytes.matches("* ", at: range.lowerBound, end: end) && headings > 0)
      {
        options += 1
      }
      if first == UInt8(ascii: "_"), bytes[end - 1] == UInt8(ascii: "_"), range.count > 2 {
        gaps += 1
      }
      let marker = ListMarker.end(bytes, range)
      previous = (
        marker != nil && ASCII.isDigit(first), line.kind == .separator
      )
    }

    /// `(5afd1da8-f5af-4abd-8809-6e3e47d164eb)` at the end of a heading.
    private func endsWithIdentifier(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
      guard range.count > 38, bytes[range.upperBound - 1] == UInt8(ascii: ")"),
        bytes[range.upperBound - 38] == UInt8(ascii: "(")
      else { return false }
      let inner = range.upperBound - 37..<range.upperBound - 1
      return bytes[inner].enumerated().allSatisfy { offset, byte in
        [8, 13, 18, 23].contains(offset)
          ? byte == UInt8(ascii: "-")
          : ASCII.isDigit(byte) || (97...102).contains(byte | 0x20)
      }
    }

    /// True for the word between blanks, not for part of a longer one.
    private func hasWord(_ word: StaticString, _ bytes: Bytes, _ range: Range<Int>) -> Bool {
      var start = range.lowerBound
      while let place = bytes.first(word, in: start..<range.upperBound) {
        let end = place + word.utf8CodeUnitCount
        if place > range.lowerBound, ASCII.isBlank(bytes[place - 1]),
          end == range.upperBound || ASCII.isBlank(bytes[end])
        {
          return true
        }
        start = end
      }
      return false
    }

    var format: ForeignFormat? {
      if identifiedHeadings > 0 { return .md2anki }
      if blockCards > 0 { return .logseq }
      if cardMarks > 0 { return .carddown }
      if quotedAnswers > 0 { return .inka }
      if sectionHeadings >= 1, percentLines > 0 || tagLinks > 0 { return .mdanki }
      if separatedHeadings >= 2, options + gaps > 0 { return .hascard }
      return nil
    }
  }
}
