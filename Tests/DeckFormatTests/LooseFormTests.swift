import Testing

@testable import DeckFormat

@Suite struct LooseFormTests {
  private func reduced(_ text: String) -> String {
    let out = ByteBuffer()
    Array(text.utf8).withUnsafeBufferPointer { LooseForm.append($0, to: out) }
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// The same by the library alone.
  private func byLibrary(_ text: String) -> String {
    let out = ByteBuffer()
    Array(text.utf8).withUnsafeBufferPointer { LooseForm.appendByLibrary($0, to: out) }
    return String(decoding: out.bytes, as: UTF8.self)
  }

  @Test func `characters of Latin are reduced as the library reduces them`() {
    for value in UInt32(0)...0x2FF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a" + String(Character(scalar)) + "B"
      #expect(reduced(text).utf8.elementsEqual(byLibrary(text).utf8), "\(value)")
    }
  }

  @Test func `scalars that stand by themselves are reduced as the library reduces them`() {
    var random = SeededNumbers(state: 3)
    let lone = (0x80...0xFFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter {
      Array(String(Character($0)).utf8).withUnsafeBufferPointer { LoneScalar.at(0, of: $0) != nil }
    }
    #expect(lone.count > 30_000)
    for scalar in lone where scalar.value < 0x4E00 || scalar.value >= 0xFF00 {
      let text = "a" + String(Character(scalar)) + "B"
      #expect(reduced(text).utf8.elementsEqual(byLibrary(text).utf8), "\(scalar.value)")
    }
    for _ in 0..<3_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<12 {
        let isASCII = Bool.random(using: &random)
        let scalar =
          isASCII
          ? "aZ9 +=".unicodeScalars.randomElement(using: &random)
          : lone.randomElement(using: &random)
        if let scalar { text.append(scalar) }
      }
      #expect(reduced(String(text)).utf8.elementsEqual(byLibrary(String(text)).utf8))
    }
  }

  @Test(arguments: [
    "STRAẞE Straße ÀÖØÞ àöøþ × ÷ ÿ", "e\u{301} É", "x + 1 = 2 <b> {[-]} ~ | ^ `", "",
    "A\u{30A} Å \u{212B}", "ﬁ ½ ²",
  ])
  func `texts are reduced as the library reduces them`(text: String) {
    #expect(reduced(text).utf8.elementsEqual(byLibrary(text).utf8))
  }

  @Test func `scratch that is used again gives the same as a fresh one`() {
    let scratch = NoteScratch()
    for text in [
      "Q: Straße?\nA: é", "<!-- id: x -->\nQ: a\nA: b", "C: {{c1::a}} [b]", "T: a\nD: b",
    ] {
      let deck = ReadDeck(text)
      let fresh = deck.content(0)
      let note = deck.parsed.notes[0]
      let again = Array(Array(text.utf8)[note.byteRange]).withUnsafeBytes {
        NoteContent(block: $0, note: note, scratch: scratch)
      }
      for (one, other) in zip(fresh.cards, again.cards) {
        #expect(one.key == other.key && one.textKey == other.textKey)
        #expect(one.looseKey == other.looseKey && one.excerpt == other.excerpt)
        #expect(one.frontHash == other.frontHash && one.backHash == other.backHash)
      }
      #expect(fresh.cards.count == again.cards.count && !again.cards.isEmpty)
    }
  }
}
