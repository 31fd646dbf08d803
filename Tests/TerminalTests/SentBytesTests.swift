import Foundation
import TerminalUI
import TestSupport
import Testing

/// Text of cards and decks never drives the terminal: what is sent to a pseudo-terminal is read byte
/// by byte.
@Suite(.serialized) struct SentBytesTests {
  /// The whole text is read too: what was sent in place of a control is seen as U+FFFD.
  @Test(arguments: TerminalSizes.all)
  func `only the driver's own sequences are sent, whatever the cards say`(size: Size) async throws {
    let deck = try HostileDeck()
    let session = try TerminalSession(deck, size: size)
    try await DeckReading(deck, in: session).readAll()
    try await session.sees("16 answers")
    session.type("qq")
    #expect(try await session.end() == 0)
    #expect(session.screen.violations == [])
    #expect(session.screen.counts["?1049h"] == 1)
    #expect(session.screen.counts["?1049l"] == 1)
  }

  @Test func `names of decks, headings and files are text too`() async throws {
    let deck = try HostileDeck()
    let session = try TerminalSession(deck, size: Size(width: 120, height: 40))
    try await session.sees(HostileDeck.shownDeckName)
    try await session.type("!", sees: "roblem")
    try await session.type("q", sees: HostileDeck.shownDeckName)
    try await session.type("?", sees: "Fold")
    try await session.type("q", sees: HostileDeck.shownDeckName)
    try await session.type(
      "/\u{1B}[200~\u{9B}2J\u{1B}[2Jzz\u{1B}[201~", sees: "No deck is called so")
    try await session.type("\u{1B}", sees: "q quit")
    try await session.type("\u{1B}", sees: HostileDeck.shownDeckName)
    try await session.type("\r", sees: "Context �[2J�1m 日本 👩")
    session.type("qq")
    #expect(try await session.end() == 0)
    #expect(session.screen.violations == [])
  }

  @Test(arguments: [
    "\u{1B}[2;1H\u{1B}[31mx",
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[1;24r\u{1B}(B\u{1B}[m\u{1B}[4l\u{1B}[?7h",
    "日本e\u{301}\r\n", "\u{1B}[38;5;208;48;5;1mx\u{1B}[3b", "\u{1B}[?1006;1003;1002;1000;1004;2004l",
  ])
  func `the judge lets the driver's own pass`(text: String) {
    #expect(Self.violations(Array(text.utf8)) == [])
  }

  @Test(arguments: [
    "\u{7}", "\u{9}", "\0", "\u{7F}", "\u{9B}1m", "\u{85}", "\u{1B}c", "\u{1B}]0;x\u{7}",
    "\u{1B}P1q",
    "\u{1B}(0", "\u{1B}[6n", "\u{1B}[c", "\u{1B}[18t", "\u{1B}[9;5r", "\u{1B}[25;1H",
    "\u{1B}[?1003h",
    "\u{1B}[?5h", "\u{1B}[8m", "\u{1B}[99C", "\u{1B}[>1u", "\u{200B}", "\u{202E}", "\u{FEFF}",
    "x\u{1B}",
    "\u{E}", "\u{1B}[1;25r", "\u{1B}[3J", "\u{1B}[38;2;1;2;3m",
  ])
  func `the judge sees what a card might send`(text: String) {
    #expect(Self.violations(Array(text.utf8)).count >= 1)
  }

  @Test(
    arguments: [
      [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xE2, 0x82],
      [0x80], [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func `the judge sees what is no UTF-8`(bytes: [UInt8]) {
    #expect(Self.violations(bytes).count >= 1)
  }

  private static func violations(_ bytes: [UInt8]) -> [String] {
    var screen = TerminalScreen(size: Size(width: 80, height: 24))
    // As it may come, byte by byte.
    for byte in bytes { screen.feed([byte]) }
    screen.finish()
    return screen.violations
  }
}
