import StudyDomain

/// Markdown as a fragment of HTML, for programs that show cards in a browser.
public enum MarkdownHTML {
  /// What a fragment shows and names.
  public struct Fragment: Hashable, Sendable {
    public var html: String
    /// The sources of pictures and sounds as they are written, in the order of the text; those of
    /// raw HTML are not among them.
    public var files: [String] = []
  }

  /// The HTML of a text; one that is a single paragraph has no tags around it.
  ///
  /// Formulas become `\(…\)` and `\[…\]`, pictures `<img>` and sounds `[sound:…]`. HTML in the text
  /// stays. `gaps` say what is written at the marks of clozes, in the order of the opening ones;
  /// marks beyond them are left out. `file` gives the name under which a file goes.
  public static func fragment(
    of markdown: String, gaps: [(open: String, close: String)] = [],
    file: (String) -> String = { $0 }
  ) -> Fragment {
    withoutActuallyEscaping(file) { file in
      let disguised = DisguisedMarkdown(markdown)
      let writer = HTMLWriter(disguised, gaps: gaps, file: file)
      let isWhole = MarkdownParser.run(disguised, into: writer)
      return isWhole ? writer.finished() : plain(markdown)
    }
  }

  /// A text as it is: for what the parser could not take.
  private static func plain(_ text: String) -> Fragment {
    var html: [UInt8] = []
    for byte in ClozeBytes.removed(from: CleanText.bytes(of: text)) {
      if byte == 0x0A { html += "<br>".utf8 } else { HTMLWriter.escape(byte, into: &html) }
    }
    return Fragment(html: String(decoding: html, as: UTF8.self))
  }
}
