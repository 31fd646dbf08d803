import Foundation
import Testing

@testable import AnkiExchange

@Suite struct TextTableTests {
  private func table(
    _ text: String, _ change: (inout TextFormatChoice) -> Void = { _ in }
  ) throws -> TextTable {
    try table(Array(text.utf8), change)
  }

  private func table(
    _ bytes: [UInt8], _ change: (inout TextFormatChoice) -> Void = { _ in }
  ) throws -> TextTable {
    var choice = TextFormatChoice()
    change(&choice)
    return try TextTable(reading: bytes, path: "a.csv", choice: choice)
  }

  private func rows(_ table: TextTable) -> [[String]] {
    (0..<table.count).map { table.cells(ofRow: $0) }
  }

  // MARK: Rows

  @Test func `quoted cells hold separators, quotes and lines, and rows know their lines`() throws {
    let table = try table("a,b\n\"x, \"\"y\"\"\nz\",c\r\n\n# said\nd,\"e\"f\n")
    #expect(rows(table) == [["a", "b"], ["x, \"y\"\nz", "c"], ["d", "ef"]])
    #expect((0..<3).map { table.line(ofRow: $0) } == [1, 2, 6])
    #expect(table.comments == 1)
  }

  @Test(arguments: [("\n", TextFormat.LineEnd.lf), ("\r\n", .crlf), ("\r", .cr)])
  func `every kind of line end ends a row`(end: String, name: TextFormat.LineEnd) throws {
    let table = try table("a\tb\(end)c\t\"d\(end)e\"\(end)f\tg")
    #expect(rows(table) == [["a", "b"], ["c", "d\ne"], ["f", "g"]])
    #expect(table.format.lineEnd == name)
  }

  @Test func `only double quotes quote`() throws {
    #expect(try rows(table("a\t''\nb\t'c'")) == [["a", "''"], ["b", "'c'"]])
  }

  @Test func `a quote that is never closed swallows nothing`() throws {
    let table = try table("a\tb\nc\t\"d\ne\tf\n")
    #expect(rows(table) == [["a", "b"], ["c", "\"d"], ["e", "f"]])
    #expect(table.format.doubts == [.openQuote(line: 2)])
    #expect(!table.format.hasQuotes)
  }

  @Test func `rows may differ in length`() throws {
    let plain = try table("a;b\nc\nd;e;f\n")
    #expect(rows(plain) == [["a", "b", ""], ["c", "", ""], ["d", "e", "f"]])
    #expect(plain.overlongRows == 0)
    // In Anki's own files the first row says how many columns there are.
    let anki = try table("#separator:semicolon\na;b\nc\nd;e;f\n")
    #expect(rows(anki) == [["a", "b"], ["c", ""], ["d", "e"]])
    #expect(anki.overlongRows == 1)
  }

  // MARK: Separators

  @Test(
    arguments: [
      ("time,note\n9:00,wake up\n10:30,run\nx,a::b", TextSeparator.comma),
      ("front;back\nan apple, red;ein Apfel\nx;y, z", .semicolon),
      ("one | two: three\nfour, five | six\nseven | eight", .pipe),
      ("a, b and c\td\ne, f: g\th\n", .tab),
      ("front:back\nanother:one", .colon),
      ("cat Katze\ndog Hund\n", .space),
      ("one word\nand three words\nalone\n", .tab),
      ("\"a;b\",c\n\"d;e;f\",g\n", .comma),
    ])
  func `a separator is told by how many columns it gives each row`(
    text: String, separator: TextSeparator
  ) throws {
    #expect(try table(text).format.separator == separator)
  }

  @Test func `a person's separator counts more than any sign in the text`() throws {
    let table = try table("#separator:tab\na,b\tc\n") { $0.separator = .comma }
    #expect(rows(table) == [["a", "b\tc"]])
  }

  @Test func `a file of Anki without a separator is read as Anki reads it`() throws {
    #expect(try table("#html:false\nx, y; z\na, b; c\n").format.separator == .semicolon)
  }

  // MARK: Encodings

  @Test(arguments: ["\u{FEFF}front;back", "\u{FEFF}#separator:;\nfront;back"])
  func `E3 a byte order mark is no part of the first cell`(text: String) throws {
    #expect(try rows(table(text) { $0.hasHeading = false }) == [["front", "back"]])
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 is read with its mark and without`(isBig: Bool, hasMark: Bool) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + "Füße\tfeet\nПривет\t你好 😀\n"
    let bytes = text.utf16.flatMap { unit in
      isBig ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
    }
    let table = try table(bytes)
    #expect(table.format.encoding == (isBig ? .utf16BigEndian : .utf16LittleEndian))
    #expect(rows(table) == [["Füße", "feet"], ["Привет", "你好 😀"]])
    #expect(table.format.doubts == [])
  }

  @Test func `what is not UTF-8 is read as Windows-1252 and said to be a guess`() throws {
    let bytes: [UInt8] = [0x46, 0xFC, 0xDF, 0x65, 9, 0x80, 0x20, 0x93, 0x78, 0x94]
    let table = try table(bytes)
    #expect(rows(table) == [["Füße", "€ “x”"]])
    #expect(table.format.encoding == .windows1252)
    #expect(table.format.doubts.contains(.encoding))
    let chosen = try self.table(bytes) { $0.encoding = .latin1 }
    #expect(chosen[0, 0] == "Füße")
    #expect(!chosen.format.doubts.contains(.encoding))
  }

  @Test func `Windows-1252 is decoded as iconv does it`() throws {
    let bytes = [UInt8](0xA0...0xFF) + [0x80, 0x82, 0x85, 0x8C, 0x8E, 0x91, 0x99, 0x9A, 0x9C, 0x9F]
    let ours = String(decoding: TextEncoding.windows1252.decoded(bytes), as: UTF8.self)
    #expect(ours == String(data: Data(bytes), encoding: .windowsCP1252))
  }

  // MARK: Refused

  @Test(
    arguments: [
      ([97, 9, 98, 10, 99, 0, 100] as [UInt8], TextFileError.binary(path: "a.csv", line: 2)),
      ([], .noRows(path: "a.csv")), (Array("\n\n# nothing\n".utf8), .noRows(path: "a.csv")),
      ([UInt8](repeating: 1, count: 100), .binary(path: "a.csv", line: 1)),
    ])
  func `what is no text is refused with its line`(bytes: [UInt8], error: TextFileError) {
    #expect(throws: error) { try TextTable(reading: bytes, path: "a.csv") }
    #expect(error.description.contains("a.csv"))
    #expect(!error.advice.isEmpty)
  }

  @Test func `limits hold`() {
    var limits = TextLimits()
    limits.cells = 10
    let bytes = Array(String(repeating: "a,b,c\n", count: 10).utf8)
    #expect(throws: TextFileError.tooManyCells(path: "x", line: 4, limit: 10)) {
      try TextTable(reading: bytes, path: "x", limits: limits)
    }
    limits.bytes = 30
    #expect(throws: TextFileError.tooLarge(path: "x", limit: 30)) {
      try TextTable(reading: bytes, path: "x", limits: limits)
    }
  }

  // MARK: Directives

  @Test func `directives are read with any case, blanks and a spreadsheet's tail`() throws {
    let table = try table(
      """
      #Separator: Comma,,
      #HTML:TRUE,,
      #tags: a b::c,,
      #deck:One::Two,,
      #notetype:Basic
      #tags column:3,,
      #if matches: keep both
      #match scope:notetype + deck
      #columns:Front,Back,"My, tags"
      #nobody knows this
      f,b,t
      """)
    let told = table.format.directives
    #expect(told.separator == .comma)
    #expect(told.isHTML == true)
    #expect(told.tags == ["a", "b::c"])
    #expect(told.deck == "One::Two")
    #expect(told.tagsColumn == 3)
    #expect(told.matches == .both)
    #expect(told.isWithinDeck == true)
    #expect(table.names == ["Front", "Back", "My, tags"])
    #expect(rows(table) == [["f", "b", "t"]])
    #expect(table.line(ofRow: 0) == 11)
  }

  @Test(
    arguments: [
      ("front,back,tags\na,b,c\nd,e,f", true), ("question,answer\na,b\nc,d", true),
      ("expression,reading,meaning,tags,guid\na,b,c,d,e", true),
      ("country,country:de,country:fr\nA,B,C", true), ("mesa,table\nsilla,chair", false),
      ("deck,Karte\nback,Rücken", false), ("a question,an answer\nb,c", false),
      ("front,back", false), ("Front;;Back\na;b;c", false),
    ])
  func `a heading is told by words that everybody would know`(text: String, isHeading: Bool) throws
  {
    let table = try table(text)
    #expect(table.format.hasHeading == isHeading)
    #expect(table.count == text.split(separator: "\n").count - (isHeading ? 1 : 0))
  }

  @Test(
    arguments: [
      ("a\t<b>c</b>", true), ("a\tx<br>y", true), ("a\t<img src=\"x.png\">", true),
      ("a\t1 < 2 > 0", false), ("a\tList<Int> b", false), ("a\t<b without end", false),
      ("a\t</div>", true),
    ])
  func `HTML is told by its tags`(text: String, isHTML: Bool) throws {
    #expect(try table(text).format.isHTML == isHTML)
  }
}
