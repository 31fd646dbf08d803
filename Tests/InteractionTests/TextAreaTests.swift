import Testing

@testable import Interaction

struct TextAreaTests {
  private func area(_ text: String, columns: Int = 11, rows: Int = 4) -> TextArea {
    var area = TextArea(text)
    area.fit(columns: columns, rows: rows, width: Self.width)
    return area
  }

  /// Two columns for what is not ASCII.
  private static func width(_ character: Character) -> Int { character.isASCII ? 1 : 2 }

  private func texts(_ area: TextArea) -> [String] { area.rows.indices.map(area.text(ofRow:)) }

  @Test func `lines wrap at blanks, and long words where they have to`() {
    #expect(texts(area("one two three")) == ["one two ", "three"])
    #expect(texts(area("abcdefghijklmnop")) == ["abcdefghij", "klmnop"])
    #expect(texts(area("a\n\nb\n")) == ["a", "", "b", ""])
    #expect(texts(area("漢字漢字漢字")) == ["漢字漢字漢", "字"])
    #expect(texts(area("")) == [""])
  }

  @Test func `the cursor stands where the next character goes`() {
    var text = area("one two three")
    #expect(text.place == (1, 5))
    text.apply(.top)
    #expect(text.place == (0, 0))
    for _ in 0..<8 { text.apply(.right) }
    #expect(text.place == (1, 0))
    text.apply(.left)
    #expect(text.place == (0, 7))
    text.apply(.end)
    #expect(text.place == (1, 5))
    text.apply(.start)
    #expect(text.place == (0, 0))
  }

  @Test func `up and down keep to a column through shorter rows`() {
    var text = area("abcdef\nx\nabcdef")
    text.apply(.up)
    #expect(text.place == (1, 1))
    text.apply(.up)
    #expect(text.place == (0, 6))
    text.apply(.up)
    #expect(text.cursor == 0)
    text.apply(.bottom)
    text.apply(.down)
    #expect(text.cursor == text.text.count)
  }

  @Test func `readline keys act on the line at hand`() {
    var text = area("one two\nthree four")
    text.apply(.deleteWordBack)
    #expect(text.text == "one two\nthree ")
    text.apply(.deleteToStart)
    #expect(text.text == "one two\n")
    text.apply(.deleteToStart)
    #expect(text.text == "one two")
    text.apply(.start)
    text.apply(.deleteToEnd)
    #expect(text.text == "")
    text.apply(.yank)
    #expect(text.text == "one two")
    text.apply(.wordLeft)
    text.apply(.insert("x\r\ny\u{7}"))
    #expect(text.text == "one x\nytwo")
    text.apply(.deleteForward)
    text.apply(.deleteBack)
    #expect(text.text == "one x\nwo")
  }

  @Test func `a mark joins the character before it`() {
    var text = area("e")
    text.apply(.insert("\u{301}"))
    #expect(text.text == "e\u{301}" && text.cursor == 1)
    text.apply(.insert("👩"))
    text.apply(.insert("\u{200D}💻"))
    #expect(text.cursor == 2)
    text.apply(.deleteBack)
    #expect(text.text == "e\u{301}")
  }

  @Test func `the window follows the cursor`() {
    var text = area("1\n2\n3\n4\n5\n6", rows: 3)
    #expect(text.top == 3)
    text.apply(.pageUp)
    #expect(text.place.row == 3 && text.top == 3)
    text.apply(.top)
    #expect(text.top == 0)
  }

  @Test func `thousands of edits keep text, cursor and rows together`() {
    var seed: UInt64 = 3
    func random(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    let edits: [TextArea.Edit] = [
      .insert("a"), .insert(" "), .insert("\n"), .insert("漢"), .insert("\u{301}"), .deleteBack,
      .deleteForward, .deleteWordBack, .deleteWordForward, .deleteToStart, .deleteToEnd, .left,
      .right, .wordLeft, .wordRight, .start, .end, .up, .down, .pageUp, .pageDown, .top, .bottom,
      .yank, .insert("word and word"),
    ]
    var text = area("", columns: 7, rows: 3)
    for step in 0..<4000 {
      text.apply(edits[random(edits.count)])
      if step % 3 == 0 { text.fit(columns: 3 + random(9), rows: 1 + random(4), width: Self.width) }
      #expect(text.cursor >= 0 && text.cursor <= text.text.count)
      #expect(text.rows.last?.characters.upperBound == text.text.count)
      #expect(text.rows.indices.contains(text.place.row))
      if text.text.count > 200 { text.replaceAll(with: "", cursor: 0) }
    }
  }
}
