import StudyDomain
import TerminalUI

@testable import Markup

/// Texts of cards, and keys.
let textTargets = [
  FuzzTarget(name: "html") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    lay(MarkupDocument(html: text), of: bytes)
    _ = MarkupDocument(html: text, showsHidden: false).plainText
  },
  FuzzTarget(name: "markdown") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    lay(MarkupDocument(markdown: text) { $0.utf8.count % 2 == 0 }, of: bytes)
    _ = MarkdownHTML.fragment(of: text, gaps: [(open: "{{c1::", close: "}}")])
  },
  FuzzTarget(name: "keys") { bytes in
    var decoder = KeyDecoder()
    var (time, events) = (Int64(0), 0)
    for (number, piece) in bytes.split(separator: 0xFE, omittingEmptySubsequences: false)
      .enumerated()
    {
      // Pieces come at once, after the wait for an Esc, or after all waits.
      time += [0, 41, 2000][number % 3]
      events += decoder.feed(piece, at: time).count
    }
    events += decoder.expire(at: time + 5000).count
    always(events <= bytes.count, "more events than bytes")
    always(decoder.deadline == nil, "something still waits")
    for event in decoder.feed("q".utf8, at: time + 5000) {
      always(event == .key(.character("q")), "a key does not arrive after rubbish")
    }
  },
  FuzzTarget(name: "query") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    _ = try? Query(parsing: text)
    if let expression = try? SearchExpression(text) { _ = expression.matches(text.unicodeScalars) }
    guard text.unicodeScalars.count < 1000 else { return }
    guard let plain = try? SearchExpression(SearchExpression.escaped(text)) else {
      fatalError("a text that is escaped is no expression")
    }
    always(plain.matches(text.unicodeScalars), "a text that is escaped does not match itself")
  },
]

/// What is laid out fits its width and holds no control.
private func lay(_ document: MarkupDocument, of bytes: [UInt8]) {
  _ = document.plainText
  for width in [1, 18, 76] {
    for line in MarkupLayout(document, width: width).lines {
      always(line.isUnwrapped || line.width <= width, "a line is too wide")
      always(
        !line.text.unicodeScalars.contains { $0.value < 32 || (0x7F..<0xA0).contains($0.value) },
        "a control is shown")
    }
  }
}
