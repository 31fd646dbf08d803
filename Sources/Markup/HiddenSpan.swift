/// A part of the text that the parser sees as one word: its inside is no Markdown.
struct HiddenSpan {
  enum Kind: Equatable {
    case math, displayMath, sound, picture
    case html(showsHidden: Bool)
  }

  var kind: Kind
  /// As written, to be shown where it stands in code after all.
  var source: [UInt8]
  /// The formula without dollars, or the name of the file.
  var content: [UInt8]
}

extension HiddenSpan {
  /// The span with the words of other spans inside it as the text that they stand for.
  func withoutWords(of spans: [HiddenSpan]) -> HiddenSpan {
    guard !spans.isEmpty, content.contains(DisguisedMarkdown.lead[0]) else { return self }
    if case .html = kind { return self }
    var copy = self
    for (index, span) in spans.enumerated() {
      let word = DisguisedMarkdown.word(forSpan: index)
      guard content.firstRange(of: word) != nil else { continue }
      var rewriter = HTMLRewriter(String(decoding: span.content, as: UTF8.self))
      rewriter.run()
      let text = Array(PlainHTML.text(of: rewriter.output).utf8)
      copy.content.replace(word, with: text)
      copy.source.replace(word, with: span.source)
    }
    return copy
  }
}
