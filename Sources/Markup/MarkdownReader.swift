/// Makes blocks of a text.
enum MarkdownReader {
  static func blocks(
    of markdown: String, isPictureMissing: @escaping (String) -> Bool
  ) -> [Block] {
    let disguised = DisguisedMarkdown(markdown)
    let builder = BlockBuilder(disguised, isPictureMissing: isPictureMissing)
    let isWhole = MarkdownParser.run(disguised, into: builder)
    if builder.isFull { return builder.finished() + [TextRoom.remark] }
    // The parser had no memory: the text is shown as it is.
    return isWhole ? builder.finished() : PlainReader.blocks(of: markdown)
  }
}
