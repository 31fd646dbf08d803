import Interaction
import Markup
import Testing

@testable import TerminalUI

struct MarkupLayoutDrawingTests {
  private func drawn(
    _ line: StyledLine, width: Int, sideways: Int = 0, x: Int = 0
  ) -> String {
    var canvas = Canvas(size: Size(width: 12, height: 1))
    canvas.fill(canvas.bounds, style: .plain)
    for column in 0..<12 { canvas.put(Cell(text: "."), x: column, y: 0) }
    canvas.draw(line, x: x, y: 0, width: width, sideways: sideways)
    return canvas.cells.map(\.text).joined()
  }

  @Test func `a line is cut at its edges`() {
    let code = StyledLine([StyledRun("abcdef", Style(.code))], isUnwrapped: true)
    #expect(drawn(code, width: 4) == "abcd........")
    #expect(drawn(code, width: 4, sideways: 2) == "cdef........")
    #expect(drawn(code, width: 4, sideways: 5) == "f...........")
    #expect(drawn(code, width: 4, sideways: 2, x: 3) == "...cdef.....")
    #expect(drawn(code, width: 0) == "............")
  }

  @Test func `only unwrapped lines move sideways`() {
    #expect(drawn(StyledLine([StyledRun("abcdef")]), width: 4, sideways: 2) == "abcd........")
  }

  @Test func `a wide character at an edge is blank`() {
    let code = StyledLine([StyledRun("日本語")], isUnwrapped: true)
    #expect(drawn(code, width: 3) == "日 .........")
    #expect(drawn(code, width: 4, sideways: 1) == " 本 ........")
    #expect(drawn(code, width: 1) == " ...........")
    #expect(drawn(code, width: 3, sideways: 1, x: 2) == ".. 本.......")
  }

  @Test func `drawing outside the canvas does nothing`() {
    for size in [Size(width: 0, height: 0), Size(width: 1, height: 1)] {
      var canvas = Canvas(size: size)
      let line = StyledLine([StyledRun("日本 abc")], isUnwrapped: true)
      for (x, y) in [(0, 0), (-3, 0), (0, -1), (0, 5), (9, 0)] {
        canvas.draw(line, x: x, y: y, width: 5, sideways: 1)
      }
      #expect(canvas.cells.count == size.width * size.height)
    }
  }

  @Test func `the styles are drawn`() {
    var canvas = Canvas(size: Size(width: 3, height: 1))
    canvas.draw(
      StyledLine([StyledRun("a", Style(.cloze)), StyledRun("b", Style(.code, .bold))]), x: 0, y: 0,
      width: 3)
    #expect(canvas[0, 0].style == Style(.cloze))
    #expect(canvas[1, 0].style == Style(.code, .bold))
    #expect(canvas[2, 0] == .blank)
  }
}

struct MarkupLayoutScrollingTests {
  private static let lines = (1...30).map { StyledLine([StyledRun("line \($0)")]) }

  @Test func `a text starts at its top (D17)`() {
    var text = ScrollingText(Self.lines)
    text.fit(width: 20, height: 10)
    #expect(text.top == 0 && !text.hasMoreAbove && text.hasMoreBelow)
    text.apply(.bottom)
    #expect(text.top == 20 && text.hasMoreAbove && !text.hasMoreBelow)
    text = ScrollingText(Self.lines)
    text.fit(width: 20, height: 10)
    #expect(text.top == 0)
  }

  @Test(
    arguments: [
      ([Movement.down, .down, .up], 1), ([.up], 0), ([.pageDown], 9), ([.halfPageDown], 5),
      ([.pageDown, .pageDown, .pageDown], 20), ([.bottom, .halfPageUp], 15), ([.bottom, .top], 0),
    ])
  func `it moves within its text (D16)`(movements: [Movement], top: Int) {
    var text = ScrollingText(Self.lines)
    text.fit(width: 20, height: 10)
    for movement in movements { text.apply(movement) }
    #expect(text.top == top)
  }

  @Test func `a text that fits does not move`() {
    var text = ScrollingText(Array(Self.lines.prefix(3)))
    text.fit(width: 20, height: 10)
    text.apply(.bottom)
    text.move(by: 5)
    #expect(text.top == 0 && text.sideways == 0 && !text.hasMoreAbove && !text.hasMoreBelow)
  }

  @Test func `it moves sideways as far as code is wide`() {
    var text = ScrollingText([
      StyledLine([StyledRun("a long line that is wrapped")]),
      StyledLine([StyledRun("0123456789")], isUnwrapped: true),
    ])
    text.fit(width: 6, height: 10)
    text.move(by: 3)
    #expect(text.sideways == 3)
    text.move(by: 8)
    #expect(text.sideways == 4)
    var canvas = Canvas(size: Size(width: 6, height: 3))
    text.draw(on: &canvas, in: Rect(canvas.size))
    #expect(canvas.cells.map(\.text).joined() == "a long456789      ")
    text.move(by: -9)
    #expect(text.sideways == 0)
  }

  @Test func `a new width keeps the place within the text`() {
    var text = ScrollingText(Self.lines)
    text.fit(width: 20, height: 10)
    text.apply(.bottom)
    text.replace(with: Array(Self.lines.prefix(12)))
    #expect(text.top == 2)
    text.fit(width: 20, height: 40)
    #expect(text.top == 0)
  }
}
