/// Makes blocks of a text.
enum MarkdownReader {
  static func blocks(
    of markdown: String, isPictureMissing: @escaping (String) -> Bool
  ) -> [Block] {
    let disguised = DisguisedMarkdown(markdown)
    let builder = BlockBuilder(disguised, isPictureMissing: isPictureMissing)
    // No document: too large a table, or no memory. The text is shown as it is.
    let isWhole = MarkdownParser.run(disguised, into: builder)
    return isWhole ? builder.finished() : PlainReader.blocks(of: markdown)
  }
}
