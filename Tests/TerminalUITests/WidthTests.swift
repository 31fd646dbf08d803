import Glibc
import Testing

@testable import TerminalUI

@_silgen_name("wcwidth") private func wcwidth(_ scalar: wchar_t) -> Int32
@_silgen_name("gnu_get_libc_version") private func libraryVersion() -> UnsafePointer<CChar>

struct WidthTests {
  private static let isSameLibrary =
    "glibc \(String(cString: libraryVersion()))" == WidthTable.source

  @Test(
    .enabled(
      if: isSameLibrary, "this system's glibc is not the \(WidthTable.source) of the table"))
  func `the table is wcwidth of every scalar`() throws {
    try #require(setlocale(LC_CTYPE, "C.UTF-8") != nil)
    var different: [UInt32] = []
    for value in 0...UInt32(0x10FFFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if WidthTable.width(of: scalar) != Int(wcwidth(wchar_t(bitPattern: value))) {
        different.append(value)
      }
    }
    #expect(different.isEmpty)
  }

  @Test(
    arguments: [
      ("a", ["a"], 1), ("\u{7}", ["\u{FFFD}"], 1), ("日", ["日"], 2), ("e\u{301}", ["e\u{301}"], 1),
      ("👩‍🌾", ["👩"], 2), ("👍🏽", ["👍"], 2), ("🇫🇷", ["F", "R"], 2), ("❤️", ["❤"], 1),
      ("\u{200B}", [], 0), ("\u{301}", ["◌\u{301}"], 1), ("\u{1112}\u{1161}\u{11AB}", ["한"], 2),
      ("\u{9B}", ["\u{FFFD}"], 1), ("\r\n", ["\u{FFFD}"], 1),
    ] as [(Character, [String], Int)])
  func `a cluster is drawn in its portable form`(
    character: Character, texts: [String], width: Int
  ) {
    let cells = PortableText.cells(of: character)
    #expect(cells.map(\.text) == texts)
    #expect(PortableText.width(of: String(character)) == width)
  }

  @Test(arguments: [
    ("Über-Vokabeln 日本語", 12, "Über-Vokabe…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"), ("日本語", 1, "…"), ("日本語", 0, ""), ("abc", 3, "abc"),
    ("👩‍🌾👩‍🌾", 3, "👩‍🌾…"), ("", 3, ""),
  ])
  func `text is cut between clusters, with an ellipsis`(text: String, columns: Int, cut: String) {
    #expect(PortableText.truncate(text, to: columns) == cut)
  }

  @Test func `tabs reach the next stop`() {
    #expect(PortableText.expandingTabs(in: "a\tb\t\tc") == "a   b       c")
    #expect(PortableText.expandingTabs(in: "日本\tx\n\ty") == "日本    x\n    y")
  }

  @Test func `a text drawn takes the columns it is measured at`() {
    let text = "Q: 👩‍🌾 🇫🇷 ❤️ 👍🏽 e\u{301} x 日本 שלום"
    var canvas = Canvas(size: Size(width: 80, height: 1))
    #expect(canvas.draw(text, x: 0, y: 0) == PortableText.width(of: text))
  }

  @Test func `a wide glyph overdrawn by half leaves no residue`() {
    var canvas = Canvas(size: Size(width: 4, height: 1))
    canvas.draw("日本", x: 0, y: 0)
    canvas.draw("x", x: 1, y: 0)
    #expect(canvas.cells.map(\.text) == [" ", "x", "本", ""])
    canvas.draw("語", x: 1, y: 0)
    #expect(canvas.cells.map(\.text) == [" ", "語", "", " "])
  }

  @Test func `drawing outside is cut`() {
    var canvas = Canvas(size: Size(width: 3, height: 1))
    canvas.draw("ab", x: -1, y: 0)
    canvas.draw("日", x: 2, y: 0)
    canvas.draw("x", x: 0, y: 9)
    #expect(canvas.cells.map(\.text) == ["b", " ", " "])
    var empty = Canvas(size: Size(width: 0, height: 0))
    #expect(empty.draw("x", x: 0, y: 0) == 0)
  }
}
