import TerminalUI
import Testing

/// The sizes at which all is tried: usual, tiny, large.
enum TerminalSizes {
  static let all = [
    Size(width: 80, height: 24), Size(width: 20, height: 6), Size(width: 120, height: 40),
  ]
}

/// Reads the hostile deck in a terminal, from Home to the last answer, and compares.
struct DeckReading {
  private let deck: HostileDeck
  private let view: any TerminalView
  private let walk: CardWalk

  init(_ deck: HostileDeck, in view: any TerminalView) {
    self.deck = deck
    self.view = view
    walk = CardWalk(view)
  }

  /// Checks Home's columns, then each card's question and answer, borders and rules; ends with the
  /// last answer given.
  func readAll() async throws {
    try await expectStraightHome()
    try view.press(.top)
    try view.press(.enter)
    var headerEnds: Set<Int> = []
    for (number, card) in deck.cards.enumerated() {
      try await walk.sees(HostileDeck.begin(number))
      let question = ShownLine.question(card, number)
      // Hundreds of pages are turned once: they stand above the answer too.
      if card.shown.count < 20 * walk.frame.body.height {
        try await expect(card, question, number)
      }
      headerEnds.insert(try headerEnd())
      try view.press(.top)
      try view.press(.space)
      // The answer itself may lie below.
      _ = try await walk.waits(for: "the grades") { $0.last?.contains("4 E") == true ? true : nil }
      let gap: [ShownLine] = walk.frame.body.height >= 8 ? [.text("")] : []
      let answer = question + gap + [.rule] + gap + ShownLine.answer(card, number)
      try await expect(card, answer, number)
      headerEnds.insert(try headerEnd())
      try view.press(.easy)
    }
    #expect(headerEnds.count == 1, "the counts end in columns \(headerEnds.sorted())")
  }

  /// Reads the card, again where the terminal was seen in the middle of a frame.
  private func expect(_ card: HostileCard, _ lines: [ShownLine], _ number: Int) async throws {
    var difference: String?
    for _ in 1...3 {
      do {
        let rows = try await walk.rows(
          begin: HostileDeck.begin(number), isLong: card.shown.count > 100)
        difference = ShownText.difference(rows, from: lines, body: walk.frame.body)
      } catch let failure as CardWalk.Failure {
        difference = failure.description
      }
      if difference == nil { break }
    }
    #expect(difference == nil, "\(card.name) at \(view.size)")
  }

  /// Checks that rules cross the whole column; the column in which the header's counts end.
  private func headerEnd() throws -> Int {
    let width = view.size.width
    let rows = try view.rows().map { CapturedRow($0, width: width) }
    for y in walk.frame.rules {
      let column = walk.frame.column
      #expect(rows[y].places(of: "─") == Array(column.x..<column.maxX))
    }
    for row in rows { #expect(row.columns.count == width) }
    return rows[0].columns.lastIndex { $0 != " " } ?? 0
  }

  /// The counts of decks of all names stand below each other.
  private func expectStraightHome() async throws {
    let (width, body) = (view.size.width, walk.frame.body)
    let rows = try await walk.waits(for: "four decks") { rows -> [CapturedRow]? in
      let found = rows[body.y..<body.maxY].filter { $0.last?.isNumber == true }
      return found.count == 4 ? found.map { CapturedRow($0, width: width) } : nil
    }
    let ends = rows.map { row in
      row.columns.indices.filter { place in
        place > body.x + 7 && "0"..."9" ~= row.columns[place]
          && (place + 1 == row.columns.count || row.columns[place + 1] == " ")
      }
    }
    #expect(Set(ends).count == 1, "\(rows.map { $0.text(0..<width) })")
    #expect(ends.first?.isEmpty == false)
  }
}
