import DeckFormat
import Testing

@Suite struct SearchFoldingTests {
  @Test(arguments: [
    "", " ", "Plain  TEXT\n\twith blanks ", "ends in blank ", "Él Niño  año", "ascii then é",
    "日本 語",
    "\u{0}a\u{1}b",
  ])
  func `folding many texts at once is folding each`(text: String) {
    let bytes = Array(text.utf8)
    var folded = Array("before".utf8)
    bytes.withUnsafeBytes { SearchFolding.append($0, to: &folded) }
    #expect(folded == Array("before".utf8) + SearchFolding.fold(bytes[...]))
  }

  @Test func `capitals, accents and blanks do not count`() {
    #expect(
      SearchFolding.fold(Array("ÉL  Niño\n".utf8)[...])
        == SearchFolding.fold(
          Array("el nino".utf8)[...]))
  }
}
