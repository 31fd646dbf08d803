import StudyDomain

/// Reads hascard: cards between lines `---`, each a heading `# …` and one of five kinds of bodies.
struct HascardReader {
  private let source: SourceLines
  private var deck: NeighbourDeck

  private init(_ bytes: [UInt8], path: String) {
    source = SourceLines(bytes)
    deck = NeighbourDeck(path: path, format: .hascard)
  }

  static func read(_ bytes: [UInt8], path: String) -> NeighbourDeck {
    var reader = HascardReader(bytes, path: path)
    var start = 0
    for place in 0...reader.source.lines.count {
      if place == reader.source.lines.count || reader.source.isRule(place) {
        reader.add(start..<place)
        start = place + 1
      }
    }
    return reader.deck
  }

  private mutating func add(_ range: Range<Int>) {
    guard let top = range.first(where: { !Trimmed.text(source.lines[$0]).isEmpty }) else { return }
    guard let heading = source.heading(top), heading.level == 1 else {
      return skip(top, "The card does not begin with a heading '# …'.")
    }
    var body = top + 1..<range.upperBound
    var front = heading.text
    if let picture = body.first(where: { !Trimmed.text(source.lines[$0]).isEmpty }),
      source.lines[picture].hasPrefix("![")
    {
      front += "\n\n" + Trimmed.text(source.lines[picture])
      body = picture + 1..<range.upperBound
    }
    guard let first = body.first(where: { !Trimmed.text(source.lines[$0]).isEmpty }) else {
      return skip(top, "'\(heading.text)' has nothing under it.")
    }
    if let options = options(body, first) {
      let list = options.map { "- [\($0.isRight ? "x" : " ")] \($0.text)" }
      guard options.contains(where: \.isRight) else {
        return skip(first, "No option of '\(heading.text)' is marked as right.")
      }
      return add(.basic(front: front, back: list.joined(separator: "\n")), nil, top)
    }
    if let steps = steps(body, first) {
      let numbers = steps.map(\.number).sorted()
      guard numbers == Array(1...steps.count) else {
        return skip(first, "The numbers of '\(heading.text)' do not count from 1 without gaps.")
      }
      let list = steps.sorted { $0.number < $1.number }.map { "\($0.number). \($0.text)" }
      return add(
        .basic(front: front, back: list.joined(separator: "\n")), steps.count > 1 ? .order : nil,
        top)
    }
    let text = source.text(body)
    if let gaps = Self.gaps(text) {
      return add(
        .gaps([.text(front + "\n\n")] + gaps.pieces, extra: gaps.others), .type, top)
    }
    add(.basic(front: front, back: text), nil, top)
  }

  private mutating func add(_ content: NeighbourNote.Content, _ ask: AskMode?, _ place: Int) {
    var note = NeighbourNote(content, line: place + 1)
    note.ask = ask
    deck.notes.append(note)
  }

  private mutating func skip(_ place: Int, _ message: String) {
    deck.problems.append(
      Problem(
        .error, path: deck.path, line: place + 1, message: message,
        nextStep: "Mend it as hascard asks for it, then import again."))
  }

  // MARK: Kinds

  /// `* right`, `- wrong`, or `[*] right`, `[ ] wrong`; lines that follow belong to an option.
  private func options(
    _ body: Range<Int>, _ first: Int
  ) -> [(isRight: Bool, text: String)]? {
    let isBoxed = source.lines[first].hasPrefix("[")
    func option(_ line: String) -> (Bool, String)? {
      let bytes = Array(line.utf8)
      if isBoxed {
        guard bytes.count > 4, bytes[0] == UInt8(ascii: "["), bytes[2] == UInt8(ascii: "]"),
          bytes[3] == 32, "*x ".utf8.contains(bytes[1])
        else { return nil }
        return (bytes[1] != 32, String(decoding: bytes[4...], as: UTF8.self))
      }
      guard bytes.count > 2, bytes[1] == 32, "*-".utf8.contains(bytes[0]) else { return nil }
      return (bytes[0] == UInt8(ascii: "*"), String(decoding: bytes[2...], as: UTF8.self))
    }
    guard option(source.lines[first]) != nil else { return nil }
    var options: [(isRight: Bool, text: String)] = []
    for place in first..<body.upperBound {
      if let found = option(source.lines[place]) {
        options.append((found.0, Trimmed.text(found.1)))
      } else {
        Self.append(source.lines[place], to: &options[options.count - 1].text)
      }
    }
    // A list of points without a right one is a definition; boxes say what they are.
    if !isBoxed, !options.contains(where: \.isRight) { return nil }
    return options
  }

  /// `3. text` in any order.
  private func steps(_ body: Range<Int>, _ first: Int) -> [(number: Int, text: String)]? {
    func step(_ line: String) -> (Int, String)? {
      let digits = line.utf8.prefix { $0 &- 48 < 10 }
      guard !digits.isEmpty, digits.count < 6, let number = Int(String(Substring(digits))) else {
        return nil
      }
      let rest = line.dropFirst(digits.count)
      return rest.hasPrefix(". ") ? (number, Trimmed.text(rest.dropFirst(2))) : nil
    }
    guard step(source.lines[first]) != nil else { return nil }
    var steps: [(number: Int, text: String)] = []
    for place in first..<body.upperBound {
      if let found = step(source.lines[place]) {
        steps.append((found.0, found.1))
      } else {
        Self.append(source.lines[place], to: &steps[steps.count - 1].text)
      }
    }
    return steps
  }

  /// A line that goes on with the item above it.
  private static func append(_ line: String, to text: inout String) {
    let line = Trimmed.text(line)
    if !line.isEmpty { text += "\n  " + line }
  }

  /// The text around `_gap_` or `_one|other_`; all gaps are asked at once, and other right answers
  /// are told with the answer.
  private static func gaps(_ text: String) -> (pieces: [NeighbourNote.Piece], others: String)? {
    var pieces: [NeighbourNote.Piece] = []
    var others: [String] = []
    var plain: [UInt8] = []
    let bytes = Array(text.utf8)
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count {
        plain += bytes[place...place + 1]
        place += 2
        continue
      }
      guard bytes[place] == UInt8(ascii: "_"),
        let end = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "_")), end > place + 1
      else {
        plain.append(bytes[place])
        place += 1
        continue
      }
      let words = bytes[(place + 1)..<end].split(separator: UInt8(ascii: "|"))
        .map { Trimmed.text(String(decoding: $0, as: UTF8.self)) }.filter { !$0.isEmpty }
      if let word = words.first {
        if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
        plain = []
        pieces.append(.gap(word, group: 1))
        if words.count > 1 { others.append("\(word): also \(words[1...].joined(separator: ", "))") }
      } else {
        plain += bytes[place...end]
      }
      place = end + 1
    }
    if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
    let hasGap = pieces.contains { if case .gap = $0 { true } else { false } }
    return hasGap ? (pieces, others.joined(separator: "\n")) : nil
  }
}
