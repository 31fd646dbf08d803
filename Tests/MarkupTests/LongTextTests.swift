import Markup
import StudyDomain
import Testing

/// Texts so long that only their beginning becomes a document: its size has a bound, and so has the
/// work of all that is done with it.
struct LongTextTests {
  private static let remark = "[This text is very long: the rest of it is not shown here.]"

  private static func filled(_ piece: String, _ bytes: Int = 600_000) -> String {
    String(repeating: piece, count: bytes / piece.utf8.count)
  }

  private static let pieces = [
    "word ", "a\n", "a\n\n", "* a\n", "- a\n\n", "> a\n", "> *a*\n", "*a* ", "`a` ", "[a](b) ",
    "$a$ ",
    "&amp;", "|a\n", "# a\n", "~~~\n", "***\n", "![a](b) ", "<b>a</b>", "<br>", "<hr>\n", "<x>",
    "<ruby>a<rt>b</rt></ruby>", "<ul><li>", "<table><tr><td>a", "⟦a⟧", "日", "e\u{301}",
  ]

  @Test(.timeLimit(.minutes(5)), arguments: pieces)
  func `of a long text the beginning is shown, and said so`(piece: String) {
    let text = clozed(Self.filled(piece))
    // Of HTML that has little to show all is shown.
    let isLittle = piece == "&amp;" || piece == "<x>"
    let html = isLittle ? [] : [MarkupDocument(html: text)]
    for document in [MarkupDocument(markdown: text)] + html {
      var size = DocumentSize()
      size.add(document.blocks)
      #expect(size.bytes <= 260_000 && size.parts <= 90_000, "\(size)")
      #expect(size.depth <= 62)
      guard case .paragraph(let inlines) = document.blocks.last, case .run(let last) = inlines.first
      else {
        Issue.record("no remark")
        return
      }
      #expect(last.text == Self.remark)
    }
  }

  @Test func `what is shown is the beginning itself, with its looks`() {
    let document = MarkupDocument(markdown: "**start** " + Self.filled("é"))
    guard case .paragraph(let inlines) = document.blocks.first, case .run(let first) = inlines.first
    else {
      Issue.record("no paragraph")
      return
    }
    #expect(first.text == "start" && first.emphasis == .strong)
    // Cut between characters, not within one.
    #expect(!document.plainText.contains("\u{FFFD}"))
    let shown = MarkupDocument(markdown: Self.filled("word ", 200_000) + "end").plainText
    #expect(shown.hasSuffix("end") && !shown.contains(Self.remark))
  }

  @Test func `a picture that is written out in place takes no room`() {
    let data = "data:image/png;base64," + Self.filled("iVBOR/w0", 400_000)
    #expect(MarkupDocument(markdown: "![](\(data)) end").plainText == "[picture] end")
    #expect(MarkupDocument(html: "<img src=\"\(data)\"> end").plainText == "[picture] end")
  }

  @Test(arguments: [(500, 4000), (2000, 20_000)])
  func `rows that lack most of their cells are no square of the text`(columns: Int, rows: Int) {
    let markdown =
      String(repeating: "|a", count: columns) + "\n" + String(repeating: "|---", count: columns)
      + String(repeating: "\n|x", count: rows)
    let html =
      "<table><tr>" + String(repeating: "<td>a", count: columns)
      + String(repeating: "<tr><td>x", count: rows)
    for document in [
      MarkupDocument(markdown: markdown), MarkupDocument(markdown: html),
      MarkupDocument(html: html),
    ] {
      var size = DocumentSize()
      size.add(document.blocks)
      #expect(size.parts <= 300_000, "\(size)")
      #expect(document.plainText.contains("a"))
    }
  }

  // MARK: As HTML, which loses nothing

  @Test(.timeLimit(.minutes(5)), arguments: pieces)
  func `the HTML of a long text is whole and no longer than it must be`(piece: String) {
    let text = clozed(Self.filled(piece, 1_000_000)) + "\n\nthe end"
    let html = MarkdownHTML.fragment(of: text, gaps: [("{{c1::", "}}")]).html
    #expect(html.utf8.count <= text.utf8.count * 20)
    #expect(html.contains("the end"))
  }

  @Test(arguments: [(20, 4000), (500, 4000), (2000, 20_000)])
  func `the HTML of rows that lack most of their cells is no square of the text`(
    columns: Int, rows: Int
  ) {
    let text =
      String(repeating: "|a", count: columns) + "\n" + String(repeating: "|---", count: columns)
      + String(repeating: "\n|x", count: rows)
    let html = MarkdownHTML.fragment(of: text).html
    #expect(html.utf8.count <= 1_100_000 + text.utf8.count * 21)
    // A table that a person may have written is one.
    #expect(html.contains("<table>") == (columns == 20))
    #expect(html.split(separator: "x").count >= rows)
  }

  @Test(arguments: ["> ", ">", "- ", "1. ", "* > "])
  func `the HTML of lists and quotes is no deeper than what is shown`(marker: String) {
    let line = String(repeating: marker, count: 5000) + "end"
    let html = MarkdownHTML.fragment(
      of: line + String(repeating: "\nlazy", count: 20_000)
    ).html
    #expect(html.contains("end"))
    #expect(html.split(separator: "<blockquote>").count + html.split(separator: "<li>").count < 140)
  }

  @Test(arguments: ["> ", ">", "- ", "1. ", "* > "])
  func `lists and quotes begin so deep and no deeper`(marker: String) {
    let line = String(repeating: marker, count: 5000) + "end"
    let document = MarkupDocument(markdown: line + String(repeating: "\nlazy", count: 20_000))
    var size = DocumentSize()
    size.add(document.blocks)
    #expect(size.depth <= 62)
    #expect(document.plainText.contains("end"))
  }

  @Test func `a rule may be as long as it likes`() {
    #expect(outline(String(repeating: "- ", count: 500)) == "hr")
    #expect(outline(String(repeating: "* ", count: 500) + "*") == "hr")
  }

  @Test func `a shorter or marked line does not end a fence`() {
    #expect(outline("````\n$a$\n```\n``` x\n  ````  \n$b$").hasSuffix("p $b$"))
    #expect(outline("```\n$a$\n~~~\n```\n$b$").hasSuffix("p $b$"))
    #expect(outline("```\n$a$\n``` x\n$b$").hasPrefix("code"))
  }
}

/// How large a document is.
private struct DocumentSize: CustomStringConvertible {
  var bytes = 0
  /// Blocks, items, cells, runs and breaks.
  var parts = 0
  var depth = 0

  var description: String { "\(bytes) bytes, \(parts) parts, \(depth) deep" }

  mutating func add(_ blocks: [Block], depth: Int = 1) {
    self.depth = max(self.depth, depth)
    for block in blocks {
      parts += 1
      switch block {
      case .paragraph(let inlines), .heading(_, let inlines), .code(let inlines, _): add(inlines)
      case .rule: break
      case .quote(let blocks): add(blocks, depth: depth + 1)
      case .callout(let callout):
        add(callout.title)
        add(callout.blocks, depth: depth + 1)
      case .list(let list):
        for item in list.items {
          parts += 1
          add(item.blocks, depth: depth + 1)
        }
      case .table(let table):
        for cell in table.rows.joined() {
          parts += 1
          add(cell)
        }
      }
    }
  }

  private mutating func add(_ inlines: [Inline]) {
    for inline in inlines {
      parts += 1
      if case .run(let run) = inline { bytes += run.text.utf8.count }
    }
  }
}
