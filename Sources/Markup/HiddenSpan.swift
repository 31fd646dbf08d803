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
    copy.content = Self.replacingWords(in: content, of: spans) { span in
      var rewriter = HTMLRewriter(String(decoding: span.content, as: UTF8.self))
      rewriter.run()
      return Array(PlainHTML.text(of: rewriter.output).utf8)
    }
    copy.source = Self.replacingWords(in: source, of: spans) { $0.source }
    return copy
  }

  private static func replacingWords(
    in bytes: [UInt8], of spans: [HiddenSpan], with text: (HiddenSpan) -> [UInt8]
  ) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let (number, end) = DisguisedMarkdown.spanWord(in: bytes, at: index),
        spans.indices.contains(number)
      {
        result += text(spans[number])
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
