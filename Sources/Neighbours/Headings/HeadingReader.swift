import StudyDomain

/// Reads files in which each heading of one level is a front and what follows it the back.
///
/// mdanki and flashdown take the second level, older files of flashdown the first. A line `%` divides
/// a front of several lines from its back (mdanki); a line of links `[#tag](…)` holds tags (mdanki).
struct HeadingReader {
  private let source: SourceLines
  private var deck: NeighbourDeck

  private init(_ bytes: [UInt8], path: String) {
    source = SourceLines(bytes)
    deck = NeighbourDeck(path: path, format: .headings)
  }

  static func read(_ bytes: [UInt8], path: String) -> NeighbourDeck {
    var reader = HeadingReader(bytes, path: path)
    reader.read()
    return reader.deck
  }

  /// The level whose headings are fronts: the second, or the first where there is no second.
  static func level(of source: SourceLines) -> Int? {
    var counts = [0, 0]
    for place in source.lines.indices {
      if let heading = source.heading(place), heading.level <= 2 { counts[heading.level - 1] += 1 }
    }
    return counts[1] > 0 ? 2 : counts[0] > 0 ? 1 : nil
  }

  private mutating func read() {
    guard let level = Self.level(of: source) else { return }
    let start = frontMatterEnd
    var title: String?
    var titles = 0
    var begun: Int?
    for place in start..<source.lines.count {
      guard let heading = source.heading(place), heading.level <= level else { continue }
      if let begun { add(begun..<place, under: titles == 1 ? nil : title) }
      begun = heading.level == level ? place : nil
      if heading.level < level {
        title = heading.text
        titles += 1
      }
    }
    if let begun { add(begun..<source.lines.count, under: titles == 1 ? nil : title) }
    if titles == 1, let title { deck.name = DeckName(title) }
    // Headings above were told before it was known that there are several.
    if titles > 1, let first = deck.notes.first, first.headings.isEmpty { nameFirstSection() }
  }

  private var frontMatterEnd: Int {
    guard let first = source.lines.first, first == "---" || first == "+++",
      let end = source.lines.dropFirst().firstIndex(of: first)
    else { return 0 }
    return end + 1
  }

  private mutating func nameFirstSection() {
    var title: String?
    var place = 0
    for number in deck.notes.indices where deck.notes[number].headings.isEmpty {
      while place < deck.notes[number].line {
        if let heading = source.heading(place), heading.level == 1 { title = heading.text }
        place += 1
      }
      if let title { deck.notes[number].headings = [title] }
    }
  }

  private mutating func add(_ range: Range<Int>, under title: String?) {
    guard let heading = source.heading(range.lowerBound) else { return }
    let body = range.lowerBound + 1..<range.upperBound
    let divider = body.first { !source.isOpaque[$0] && Trimmed.text(source.lines[$0]) == "%" }
    var tags: [String] = []
    let answer = (divider.map { $0 + 1 } ?? body.lowerBound)..<body.upperBound
    let kept = answer.filter { place in
      guard !source.isOpaque[place], let found = Self.tags(source.lines[place]) else { return true }
      tags += found
      return false
    }
    let back = Trimmed.lines(kept.map { source.lines[$0] })
    var front = heading.text
    if let divider {
      let more = source.text(body.lowerBound..<divider)
      if !more.isEmpty { front += "\n\n" + more }
    }
    guard !back.isEmpty else {
      deck.problems.append(
        Problem(
          .warning, path: deck.path, line: range.lowerBound + 1,
          message: "'\(heading.text)' has nothing under it.",
          nextStep: "It is left out; write an answer under it if it is a card."))
      return
    }
    var note = NeighbourNote(.basic(front: front, back: back), line: range.lowerBound + 1)
    note.tags = tags
    if let title { note.headings = [title] }
    deck.notes.append(note)
  }

  /// The tags of a line of links `[#tag](target)`, blanks inside a tag as underscores; nil for any
  /// other line.
  static func tags(_ line: String) -> [String]? {
    var tags: [String] = []
    var rest = Array(Trimmed.text(line).utf8)[...]
    while rest.starts(with: "[#".utf8) {
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let tag = Trimmed.text(String(decoding: rest[..<close].dropFirst(2), as: UTF8.self))
      rest = rest[(close + 1)...]
      if rest.first == UInt8(ascii: "(") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { return nil }
        rest = rest[(end + 1)...]
      }
      if !tag.isEmpty { tags.append(tag) }
      rest = rest.drop { $0 == 32 || $0 == 9 }
    }
    return rest.isEmpty && !tags.isEmpty ? tags : nil
  }
}
