import Foundation
import Markup
import StudyDomain
import Testing

struct HostileHTMLTests {
  static let pieces = [
    "<", "<a", "<a ", "<b>", "</b>", "<i><b>", "<b><p>", "<p>", "<div>", "</div>",
    "<span><div></span>",
    "<ul><li>", "<li>", "<table>", "<table><tr><td>", "<td>", "<tr>", "<b><table>", "<table><b>x",
    "<table></b>", "<a href=x>", "<a href='", "<a \"<a '", "<img src=\"", "<ruby><rt>", "<rt>",
    "<dd>",
    "<h1>", "<sup>", "<sub>x</sub>", "<pre>", "<code>\\(", "\\(", "\\(x\\)", "\\[<div>", "[latex]",
    "[$]", "[sound:", "[sound:a]", "[anki:tts x]", "[[type:a]]", "[[type:", "<!--", "<!", "<?",
    "</",
    "<script>", "</script>", "<style", "<svg>", "<textarea>", "<select><option>", "<math>",
    "<object>",
    "<button>", "<font color=a>", "<span class=cloze>", "<span class=cloze>[", "<details>",
    "<b style='font-weight:1'>", "<div hidden>", "<blockquote>", "<template>", "<form>", "<body>",
    "&", "&amp", "&#", "&a;", "⟦", "⟧", "<b>⟦", "<x ⟦>", "<anki-mathjax>", "<hr>", "<dl><dt>",
    "<b></i>", "<p></b>", "<caption>", "<tbody>", "<table><caption>",
  ]

  /// One that took the square of its time would hold the whole suite up for minutes.
  @Test(arguments: pieces)
  func `a long run of one thing is read`(piece: String) {
    let text = clozed("begin " + String(repeating: piece, count: 20_000 / piece.utf8.count))
    let shown = MarkupDocument(html: text, showsHidden: false).plainText
    #expect(shown.hasPrefix("begin"))
    _ = MarkupDocument(html: text).plainText
  }

  /// Blocks whose texts must all be shown, whatever is open or closed around them.
  private static let harmless = [
    "alpha", " beta ", "日本", "é", "&amp;", "<b>", "</b>", "<i>", "</i>", "<u>", "</u>", "<span>",
    "</span>", "<div>", "</div>", "<p>", "</p>", "<ul>", "</ul>", "<ol>", "</ol>", "<li>", "</li>",
    "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "<tbody>", "</tbody>", "<br>",
    "<hr>", "<h3>", "</h3>", "<blockquote>", "</blockquote>", "<pre>", "</pre>", "<code>",
    "</code>",
    "<a href=x>", "</a>", "<details>", "</details>", "<summary>", "</summary>", "<font>", "</font>",
    "<dl>", "<dt>", "<dd>", "</dl>", "<o:p>", "</o:p>", "<center>", "</center>", "<caption>",
    "</caption>", "<sub>", "</sub>", "<ruby>", "<rt>", "</rt>", "</ruby>", "<!-- x -->", "< ",
    "⟦", "⟧", "<section>", "</section>", "<strike>", "</strike>", "<em>", "</strong>",
  ]

  @Test func `no word of broken HTML is lost`() {
    var random = SeededMarkdown(seed: 11)
    for round in 0..<500 {
      let html = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        Self.harmless[Int.random(in: 0..<Self.harmless.count, using: &random)]
      }.joined()
      let shown = MarkupDocument(html: clozed(html)).plainText
      let words = html.replacing(/<[!a-z\/][^>]*>/, with: "").replacing("&amp;", with: "")
      let wanted = words.filter { $0.isLetter }.sorted()
      // Small letters of `sub` are other letters.
      let found = shown.filter { $0.isLetter }.map { Self.lowered[$0] ?? $0 }.sorted()
      #expect(found == wanted, "round \(round): \(html)\n\(shown)")
      if found != wanted { return }
    }
  }

  private static let lowered: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip("ₐₑₕₗₚₜ", "aehlpt"))

  @Test(arguments: 0..<4)
  func `any HTML is a document without controls`(seed: UInt64) {
    var random = SeededMarkdown(seed: seed)
    for round in 0..<500 {
      let html = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        let pieces = Bool.random(using: &random) ? Self.pieces : Self.harmless
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
        return piece
          + ["", "x", ">", "\u{1B}", "&#27;", "'>", "]"][Int.random(in: 0..<7, using: &random)]
      }.joined()
      let document = MarkupDocument(
        html: clozed(html), showsHidden: Bool.random(using: &random)
      ) { $0.count % 2 == 0 }
      let bad = "\(document)\(document.plainText)".unicodeScalars.first { scalar in
        scalar.value < 32 && scalar != "\n" && scalar != "\t"
          || (0x7F..<0xA0).contains(scalar.value) || (0xFDD0...0xFDEF).contains(scalar.value)
          || (0x10FDD0...0x10FDD7).contains(scalar.value)
      }
      #expect(bad == nil, "round \(round): \(html.debugDescription)")
      if bad != nil { return }
    }
  }
}
