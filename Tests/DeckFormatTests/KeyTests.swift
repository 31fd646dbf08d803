import DeckFormat
import StudyDomain
import Testing

@Suite struct KeyTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var kind: String
    var face: String
    var deck: String
    var card: Int
    var normal: String
    var key: String
    var loose: String
    var testDescription: String { "\(kind) \(face) \(deck.prefix(40))" }
  }

  /// The rows that `make_keys.py` wrote.
  static func rows() throws -> [Row] {
    let text = String(decoding: try fixture("keys.tsv"), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(unescaped)
      return Row(
        kind: cells[0], face: cells[1], deck: cells[2], card: Int(cells[3]) ?? -1,
        normal: cells[4], key: cells[5], loose: cells[6])
    }
  }

  private static func unescaped(_ cell: Substring) -> String {
    var result = String.UnicodeScalarView()
    var isEscape = false
    for scalar in cell.unicodeScalars {
      if isEscape {
        result.append(
          scalar == "n" ? "\n" : scalar == "r" ? "\r" : scalar == "t" ? "\t" : scalar)
        isEscape = false
      } else if scalar == "\\" {
        isEscape = true
      } else {
        result.append(scalar == "\u{241F}" ? "\u{1F}" : scalar == "\u{241E}" ? "\u{1E}" : scalar)
      }
    }
    return String(result)
  }

  @Test func `keys and loose keys are those of the golden file`() throws {
    let rows = try Self.rows()
    #expect(rows.count > 40)
    for row in rows {
      let deck = ReadDeck(row.deck)
      guard deck.parsed.notes.count == 1, row.card < deck.parsed.cards.count else {
        Issue.record("no such card: \(row.testDescription) \(deck.messages)")
        continue
      }
      let card = deck.content(0).cards[row.card]
      #expect(deck.parsed.cards[row.card].key.text == row.key, "\(row.testDescription)")
      #expect(card.key.text == row.key, "\(row.testDescription)")
      #expect(CardContent.hex(card.looseKey) == row.loose, "loose \(row.testDescription)")
    }
  }

  @Test func `the notation does not count in a key`() {
    let keys = [
      "Q: a b\nA: c", "a b :: c", "- a b :: c", "1. a b :: c", "a b\n?\nc",
      "Q:\n\na b\n\nA:\n\nc\n",
    ]
    .map { ReadDeck($0).parsed.cards[0].key }
    #expect(Set(keys).count == 1)
    let both = ["T: a b\nD: c", "a b ::: c", "a b\n??\nc"].map {
      ReadDeck($0).parsed.cards.map(\.key)
    }
    #expect(Set(both).count == 1)
    #expect(both[0][0] == keys[0])
    #expect(both[0][1] != keys[0])
  }

  @Test func `a loose key survives case, blanks and punctuation, but not a sign or a number`() {
    func loose(_ text: String) -> UInt64 { ReadDeck(text).content(0).cards[0].looseKey }
    let key = loose("Q: What is x + 1?\nA: Two")
    #expect(loose("Q: what is  X + 1\nA: \"two!\"") == key)
    #expect(loose("Q: What is x - 1?\nA: Two") != key)
    #expect(loose("Q: What is x + 2?\nA: Two") != key)
  }

  @Test
  func `taking brackets off leaves the other holes their keys, and putting them back restores`()
    throws
  {
    // C10: a, b, c; without [a]; with [d] between.
    let before = ReadDeck("C: [a] [b] [c] d\n").parsed.cards.map(\.key)
    let without = ReadDeck("C: a [b] [c] d\n").parsed.cards.map(\.key)
    let more = ReadDeck("C: a [b] [c] [d]\n").parsed.cards.map(\.key)
    #expect(Array(before[1...]) == without)
    #expect(Array(more[..<2]) == without)
    #expect(!before.contains(more[2]))
    #expect(ReadDeck("C: [a] [b] [c] d\n").parsed.cards.map(\.key) == before)
  }

  @Test func `a numbered cloze that loses a number keeps the other card and makes no duplicate`() {
    // C11
    let before = ReadDeck("C: {{c1::A}} {{c2::B}}\n").parsed.cards.map(\.key)
    let after = ReadDeck("C: {{c1::A}} B\n").parsed.cards.map(\.key)
    #expect(after == [before[0]])
  }

  @Test func `a pinned id names the card whatever its text says`() {
    let first = ReadDeck("<!-- id: k7 -->\nQ: a\nA: b\n")
    let second = ReadDeck("<!-- id: k7 -->\nQ: other\nA: text\n")
    #expect(first.parsed.cards[0].key == second.parsed.cards[0].key)
    #expect(first.content(0).cards[0].textKey == ReadDeck("Q: a\nA: b\n").parsed.cards[0].key)
    #expect(first.content(0).pinnedID == "k7")
    #expect(first.parsed.notes[0].flags.contains(.pinned))
  }

  @Test func `what the history keeps of a card is its question and its answer`() {
    let card = ReadDeck("Q: to fetch\nA: traer\n").content(0).cards[0]
    #expect(card.excerpt == "to fetch\ntraer")
    let cloze = ReadDeck("C: The capital of Kenya is [Nairobi].\n").content(0).cards[0]
    #expect(cloze.excerpt == "The capital of Kenya is [...].\nNairobi")
    let long = ReadDeck("Q: \(String(repeating: "é", count: 400))\nA: b\n").content(0).cards[0]
    #expect(long.excerpt.count == 300)
    let other = ReadDeck("Q: to fetch\nA: recoger\n").content(0).cards[0]
    #expect(card.frontHash == other.frontHash)
    #expect(card.backHash != other.backHash)
  }
}
