import DeckFormat
import Testing

@Suite struct SearchFoldingTests {
  @Test(arguments: [
    "", " ", "Plain  TEXT\n\twith blanks ", "ends in blank ", "Él Niño  año", "ascii then é",
    "日本 語", "\u{0}a\u{1}b", "a \u{301} b", "\u{301}", " \u{301} a", "a \u{301}", "a\u{301} b",
    "K\u{212A} \u{37E}; ≠ <\u{338} ŉ ΐ İ ﬁ", "각 \u{1100}\u{1161}\u{11A8}", "a\u{A0} \u{2003}b",
    "क्षि", "👩\u{200D}👧",
  ])
  func `folding many texts at once is folding each`(text: String) {
    Self.check(Array(text.utf8))
  }

  @Test func `folding in runs is folding whole, for every letter there is`() {
    // Neighbours of ASCII on both sides: none may join what is beside it.
    for value in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // The private planes and those without letters all fold alike.
      if value > 0x32000, value % 997 != 0 { continue }
      Self.check(Array("E\(scalar)k \(scalar) \(scalar)\(scalar)".utf8))
    }
  }

  @Test func `what is no UTF-8 is repaired the same way`() {
    var state: UInt64 = 1
    func next(_ bound: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % bound)
    }
    let alphabet: [UInt8] = [
      0x41, 0x20, 0x65, 0x80, 0xA0, 0xBF, 0xC0, 0xC3, 0xA9, 0xCC, 0x81, 0xE2, 0xED, 0xF0, 0x9F,
      0xF4, 0x90, 0xFF,
    ]
    for _ in 0..<20_000 {
      Self.check((0..<next(12)).map { _ in alphabet[next(UInt64(alphabet.count))] })
    }
  }

  private static func check(_ bytes: [UInt8]) {
    var folded = Array("before".utf8)
    bytes.withUnsafeBytes { SearchFolding.append($0, to: &folded) }
    let whole = Array("before".utf8) + SearchFolding.fold(bytes[...])
    // Not in the macro: its record of half a million texts would cost more than they do.
    if folded != whole { Issue.record("\(bytes): \(folded) is not \(whole)") }
  }

  @Test func `capitals, accents and blanks do not count`() {
    #expect(
      SearchFolding.fold(Array("ÉL  Niño\n".utf8)[...])
        == SearchFolding.fold(
          Array("el nino".utf8)[...]))
  }
}
