import Testing

@testable import AnkiExchange

@Suite struct TextPropertyTests {
  /// Numbers that are the same in every run.
  struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private static let pieces = [
    "a", "word", " ", "\t", ",", ";", "|", ":", "\"", "\"\"", "'", "\n", "#", "é", "漢字", "😀",
    "<b>", "&amp;", "\\", "::", "{{c1::x}}", "  ", "-",
  ]

  @Test(arguments: 0..<300)
  func `a table written by RFC 4180 is read back as it was`(seed: Int) throws {
    var numbers = Numbers(state: UInt64(seed))
    let separator = try #require(TextSeparator.allCases.randomElement(using: &numbers))
    let width = Int.random(in: 1...6, using: &numbers)
    var rows: [[String]] = []
    for _ in 0..<Int.random(in: 1...30, using: &numbers) {
      var row = (0..<width).map { _ in
        (0..<Int.random(in: 0...6, using: &numbers))
          .compactMap { _ in Self.pieces.randomElement(using: &numbers) }.joined()
      }
      // A row of nothing is an empty line, which is no row.
      if row.allSatisfy(\.isEmpty) { row[0] = "x" }
      rows.append(row)
    }
    let end = ["\n", "\r\n", "\r"][seed % 3]
    let sign = String(Unicode.Scalar(separator.rawValue))
    let text = rows.map { row in
      row.enumerated().map { quoted($1, sign, isFirst: $0 == 0, end: end) }.joined(separator: sign)
    }.joined(separator: end)
    var choice = TextFormatChoice()
    choice.separator = separator
    choice.hasHeading = false
    let table = try TextTable(reading: Array(text.utf8), path: "x", choice: choice)
    #expect((0..<table.count).map { table.cells(ofRow: $0) } == rows)
    #expect(table.format.hasQuotes)
  }

  private func quoted(_ cell: String, _ separator: String, isFirst: Bool, end: String) -> String {
    let needs =
      cell.contains(separator) || cell.contains("\"") || cell.contains("\n")
      || isFirst && (cell.hasPrefix("#") || cell.hasPrefix("tags:"))
    guard needs else { return cell }
    let inner = cell.unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar == "\"" ? "\"\"" : scalar == "\n" ? end : String(scalar)
    }
    return "\"\(inner)\""
  }

  @Test(arguments: 0..<400)
  func `any bytes are read or refused, and no cell is longer than the file`(seed: Int) {
    var numbers = Numbers(state: UInt64(seed) &+ 77)
    let alphabets: [[UInt8]] = [
      Array(0...255), Array("ab\"\n\r\t,;:|# <>&".utf8), Array("#separator:tab\n,\"é\r".utf8),
      [0xFF, 0xFE, 0, 9, 10, 0x61, 0xD8, 0xDC], [0x80, 0xE2, 0xF0, 0x9F, 10, 44, 34],
    ]
    let alphabet = alphabets[seed % alphabets.count]
    let bytes = (0..<Int.random(in: 0...3000, using: &numbers)).map { _ in
      alphabet.randomElement(using: &numbers) ?? 0
    }
    do {
      let table = try TextTable(reading: bytes, path: "x")
      var total = 0
      for row in 0..<table.count {
        for column in 0..<table.cellCount(ofRow: row) { total += table[row, column].utf8.count }
      }
      // A byte of Windows-1252 takes at most three in UTF-8.
      #expect(total <= bytes.count * 3)
      let mapping = TextMapping(finding: table)
      #expect(mapping.roles.count == table.columnCount)
      #expect(mapping.preview(of: table).count == min(5, table.count))
    } catch {
      #expect(!error.description.isEmpty)
    }
  }
}
