import Testing

@testable import TerminalUI

struct KeyDecoderTests {
  private func decode(_ bytes: [UInt8]) -> [InputEvent] {
    var decoder = KeyDecoder()
    return decoder.feed(bytes, at: 0) + decoder.expire(at: 100_000)
  }

  @Test(arguments: [
    ("\u{1B}[A", Key.up), ("\u{1B}OB", .down), ("\u{1B}[1;5C", .right), ("\u{1B}[H", .home),
    ("\u{1B}OF", .end), ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[5~", .pageUp),
    ("\u{1B}[6;2~", .pageDown), ("\u{1B}[3~", .delete), ("\u{1B}[2~", .insert),
    ("\u{1B}[Z", .backTab), ("\u{1B}OP", .function(1)), ("\u{1B}[15~", .function(5)),
    ("\u{1B}[24~", .function(12)), ("\u{1B}[[A", .function(1)), ("\u{1B}", .escape),
    ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{8}", .backspace), ("\u{7F}", .backspace),
    ("\u{4}", .control("d")), ("\u{1F}", .control("_")), (" ", .character(" ")),
    ("ü", .character("ü")), ("日", .character("日")), ("👍", .character("👍")),
  ])
  func `a sequence is its key`(text: String, key: Key) {
    #expect(decode(Array(text.utf8)) == [.key(key)])
    // The same in single bytes.
    var decoder = KeyDecoder()
    var events: [InputEvent] = []
    for byte in text.utf8 { events += decoder.feed([byte], at: 0) }
    #expect(events + decoder.expire(at: 1000) == [.key(key)])
  }

  @Test func `a lone Esc acts within 50 ms`() throws {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B], at: 1000).isEmpty)
    #expect(try #require(decoder.deadline) <= 1050)
    #expect(decoder.expire(at: 1020).isEmpty)
    #expect(decoder.expire(at: 1050) == [.key(.escape)])
    #expect(decoder.deadline == nil)
  }

  @Test func `a bracket long after Esc is a character`() {
    var decoder = KeyDecoder()
    _ = decoder.feed([0x1B], at: 0)
    #expect(decoder.feed([0x5B], at: 100) == [.key(.escape), .key(.character("["))])
  }

  @Test func `a paste is text and never keys`() {
    let bytes = Array("a\u{1B}[200~q\rd\r\ny\u{1B}[A1\u{1B}[201~b".utf8)
    #expect(
      decode(bytes) == [
        .key(.character("a")), .paste("q\nd\ny\u{1B}[A1"), .key(.character("b")),
      ])
  }

  @Test func `keys work again when the end of a paste never comes`() {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array("\u{1B}[200~abc".utf8), at: 0).isEmpty)
    #expect(decoder.feed(Array("j".utf8), at: 2000) == [.paste("abc"), .key(.character("j"))])
  }

  @Test func `invalid bytes never jam`() {
    #expect(decode([0xFF, 0x61]) == [.key(.character("\u{FFFD}")), .key(.character("a"))])
    #expect(decode([0xE3, 0x61]) == [.key(.character("\u{FFFD}")), .key(.character("a"))])
    #expect(decode([0x00, 0x61]) == [.key(.character("a"))])
  }

  @Test func `mouse reports of the old form and replies are dropped`() {
    #expect(decode(Array("\u{1B}[M !!x".utf8)) == [.key(.character("x"))])
    #expect(decode(Array("\u{1B}[?62;1cx".utf8)) == [.key(.character("x"))])
    #expect(decode(Array("\u{1B}]11;rgb:0/0/0\u{1B}\\x".utf8)) == [.key(.character("x"))])
  }

  @Test func `focus is an event`() {
    #expect(decode(Array("\u{1B}[I\u{1B}[O".utf8)) == [.focusGained, .focusLost])
  }

  @Test func `after any bytes and a pause a key is a key`() {
    var random = SystemRandomNumberGenerator()
    let likely: [UInt8] = Array("\u{1B}\u{1B}[[O0;~<M2001é日".utf8)
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random) : (likely.randomElement(using: &random) ?? 0)
      }
      var decoder = KeyDecoder()
      _ = decoder.feed(bytes, at: 0)
      _ = decoder.expire(at: 5000)
      #expect(decoder.deadline == nil, "\(bytes)")
      #expect(decoder.feed([0x6A], at: 5001) == [.key(.character("j"))], "\(bytes)")
    }
  }

  @Test(
    arguments: [
      ("й", "q"), ("Г", "U"), ("і", "s"), ("ξ", "j"), ("ח", "j"), ("ت", "j"), ("３", "3"),
      ("٣", "3"), ("۳", "3"), ("\u{3000}", " "), ("ｊ", "j"),
    ] as [(Character, Character)])
  func `a key of another layout is the Latin one at its place`(foreign: Character, latin: Character)
  {
    #expect(Key.character(foreign).aliases == [.character(foreign), .character(latin)])
  }

  @Test func `a Latin key has no alias`() {
    #expect(Key.character("j").aliases == [.character("j")])
    #expect(Key.up.aliases == [.up])
  }
}
