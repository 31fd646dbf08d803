import Foundation
import Markup
import Testing

/// Rendered cards of real packages: their documents say what their plain lines say.
struct RenderedCardTests {
  private struct Card: Decodable {
    var question: String?
    var answer: String?
    var question_text: String?
    var answer_text: String?
  }

  private struct Package: Decodable {
    var cards: [Card]
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "AnkiExchangeTests/Fixtures")

  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))
    .map { $0.filter { $0.hasSuffix(".expected.json") }.sorted() } ?? []

  /// The plain lines take HTML apart without reading it, so they differ where it is broken: a `>` in
  /// an attribute, a `<` that is none of a tag, an entity beside a lone `&`.
  private static let broken = [
    "alt=\"a > b\"", "alt=\"x > y\"", "< 5 and > 3", "&bogus;", "value='<b>'", "'>",
  ]

  /// Letters and signs without what a document lays out otherwise.
  private static func essence(_ text: String) -> String {
    var text = text
    for sign in ["\\(", "\\)", "\\[", "\\]", "[latex]", "[/latex]", "[$]", "[/$]", "[$$]", "[/$$]"]
    {
      text = text.replacing(sign, with: "")
    }
    text = text.replacing(/\[(missing )?picture(: ([^\]]*))?\]/) { String($0.3 ?? "") }
      .replacing(/\[(sound|film|speech): ([^\]]*)\]/) { String($0.2) }
      .replacing(/\[anki:tts [^\]]*\]/, with: "").replacing("[/anki:tts]", with: "")
      .replacing(#/(?m)^ *([-•>]|\d+\.) /#, with: "").replacing("---", with: "")
    let raised: [Character: Character] = ["₂": "2", "²": "2"]
    return String(
      text.map { raised[$0] ?? $0 }.filter { !$0.isWhitespace && !"|[]()".contains($0) })
  }

  @Test func `there are packages`() {
    #expect(Self.names.count >= 50)
  }

  @Test(arguments: names)
  func `a side shows what its line says`(name: String) throws {
    let data = try Data(contentsOf: Self.folder.appending(path: name))
    let package = try JSONDecoder().decode(Package.self, from: data)
    for card in package.cards {
      for (html, line) in [(card.question, card.question_text), (card.answer, card.answer_text)] {
        guard let html, let line, !Self.broken.contains(where: html.contains) else { continue }
        let shown = MarkupDocument(html: html).plainText
        // A document shows the last part of where a picture is.
        let expected = line.replacing("https://example.invalid/", with: "")
        #expect(Self.essence(shown) == Self.essence(expected), "\(name): \(html)\n\(shown)")
      }
    }
  }
}
