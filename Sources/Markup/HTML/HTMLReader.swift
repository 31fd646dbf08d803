import CGumbo

/// Reads HTML into blocks.
enum HTMLReader {
  /// More than the parser is given: what is longer is shown as text.
  private static let longest = 300_000

  static func blocks(
    of html: String, showsHidden: Bool, isPictureMissing: @escaping (String) -> Bool
  ) -> [Block] {
    var rewriter = HTMLRewriter(html)
    rewriter.run()
    guard rewriter.output.count <= longest else {
      return PlainReader.blocks(of: PlainHTML.text(of: rewriter.output))
    }
    var options = kGumboDefaultOptions
    options.max_errors = 0
    options.fragment_context = GUMBO_TAG_BODY
    return rewriter.output.withUnsafeBytes { bytes in
      guard
        let output = gumbo_parse_with_options(
          &options, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
      else { return PlainReader.blocks(of: html) }
      defer { gumbo_destroy_output(&options, output) }
      var builder = HTMLBuilder(showsHidden: showsHidden, isPictureMissing: isPictureMissing)
      return builder.document(output.pointee.root)
    }
  }
}
