import StudyDomain

/// Reads Md2Anki: headings with ids, a line `---` between question and answer, and headings that
/// begin with `Subdeck: `.
struct Md2AnkiReader {
  private let source: SourceLines
  private var deck: NeighbourDeck
  /// Decks that are open: their names, depths of headings, and tags for all notes in them.
  private var open: [(name: String, level: Int, tags: [String])] = []

  private init(_ bytes: [UInt8], path: String) {
    source = SourceLines(bytes)
    deck = NeighbourDeck(path: path, format: .md2anki)
  }

  static func read(_ bytes: [UInt8], path: String) -> NeighbourDeck {
    var reader = Md2AnkiReader(bytes, path: path)
    reader.read()
    return reader.deck
  }

  private mutating func read() {
    var begun: Int?
    for place in source.lines.indices {
      guard let heading = source.heading(place) else {
        if begun == nil, !open.isEmpty, let tags = Self.tags(source.lines[place]) {
          open[open.count - 1].tags += tags
        }
        continue
      }
      let text = Self.withoutID(heading.text)
      let isDeck = open.isEmpty || text.hasPrefix(Self.subdeck)
      if open.isEmpty, heading.level != 1 { continue }
      if let start = begun {
        add(start..<place)
        begun = nil
      }
      if isDeck {
        close(to: heading.level)
        openDeck(text, heading.level)
      } else if heading.level > 1 {
        close(to: heading.level)
        begun = place
      } else {
        close(to: 1)
        openDeck(text, 1)
      }
    }
    if let begun { add(begun..<source.lines.count) }
  }

  private static let subdeck = "Subdeck: "

  /// A heading ends the decks at its depth and below.
  private mutating func close(to level: Int) {
    while let last = open.last, last.level >= level { open.removeLast() }
  }

  private mutating func openDeck(_ text: String, _ level: Int) {
    var name = text.hasPrefix(Self.subdeck) ? String(text.dropFirst(Self.subdeck.count)) : text
    // Their own separator in a name would be a deck of its own.
    name = name.split(separator: "::", omittingEmptySubsequences: false).joined(separator: ":")
    let parent = open.last
    open.append(
      (parent.map { "\($0.name)::\(name)" } ?? name, level, parent.map(\.tags) ?? []))
    if deck.name == nil { deck.name = DeckName(open[0].name) }
  }

  private mutating func add(_ range: Range<Int>) {
    guard let heading = source.heading(range.lowerBound), let home = open.last else { return }
    let body = range.lowerBound + 1..<range.upperBound
    let divider = body.first { source.isRule($0) }
    var tags = home.tags
    func text(_ range: Range<Int>) -> String {
      Trimmed.lines(
        range.filter { place in
          guard let found = Self.tags(source.lines[place]) else { return true }
          tags += found
          return false
        }.map { source.lines[$0] })
    }
    var question = Self.withoutID(heading.text)
    if let divider {
      let more = text(body.lowerBound..<divider)
      if !more.isEmpty { question += "\n\n" + more }
    }
    let answer = text((divider.map { $0 + 1 } ?? body.lowerBound)..<body.upperBound)
    let content: NeighbourNote.Content
    if Self.hasCloze(answer) {
      content = .cloze(text: question + "\n\n" + answer, extra: "")
    } else if Self.hasCloze(question) {
      content = .cloze(text: question, extra: answer)
    } else if answer.isEmpty {
      deck.problems.append(
        Problem(
          .warning, path: deck.path, line: range.lowerBound + 1,
          message: "'\(question)' has no answer.",
          nextStep: "It is left out; write an answer under it if it is a card."))
      return
    } else {
      content = .basic(front: question, back: answer)
    }
    var note = NeighbourNote(content, line: range.lowerBound + 1)
    note.tags = tags
    let name = DeckName(home.name)
    if name != deck.name { note.deck = name }
    deck.notes.append(note)
  }

  /// A heading without `(id)` at its end.
  static func withoutID(_ text: String) -> String {
    guard text.last == ")", let open = text.lastIndex(of: "("), open > text.startIndex else {
      return text
    }
    let id = text[text.index(after: open)...].dropLast()
    let isNumber = !id.isEmpty && id.utf8.allSatisfy { $0 &- 48 < 10 }
    guard isNumber || isIdentifier(Array(id.utf8)) else { return text }
    return Trimmed.text(text[..<open])
  }

  /// True for `5afd1da8-f5af-4abd-8809-6e3e47d164eb`.
  private static func isIdentifier(_ bytes: [UInt8]) -> Bool {
    bytes.count == 36
      && bytes.enumerated().allSatisfy { place, byte in
        [8, 13, 18, 23].contains(place)
          ? byte == UInt8(ascii: "-") : byte &- 48 < 10 || (97...102).contains(byte | 0x20)
      }
  }

  /// The tags of a line `{=:a, b:=}`, which may stand in backquotes; nil for any other line.
  private static func tags(_ line: String) -> [String]? {
    var text = Trimmed.text(line)
    if text.hasPrefix("`"), text.hasSuffix("`"), text.count > 1 {
      text = String(text.dropFirst().dropLast())
    }
    guard text.hasPrefix("{=:"), text.hasSuffix(":=}"), text.count >= 6 else { return nil }
    return text.dropFirst(3).dropLast(3).split(separator: ",").map { Trimmed.text($0) }
      .filter { !$0.isEmpty }
  }

  private static func hasCloze(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while let place = rest.firstIndex(of: UInt8(ascii: "{")) {
      rest = rest[place...]
      if rest.starts(with: "{{c".utf8), rest.count > 4, rest[place + 3] &- 48 < 10 { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
