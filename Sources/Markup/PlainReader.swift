/// Reads text as it stands, without any Markdown but the marks of clozes.
enum PlainReader {
  static func blocks(of text: String) -> [Block] {
    var builder = InlineBuilder()
    for line in HTMLBytes.withoutMarks(CleanText.bytes(of: text)).split(
      separator: 0x0A, omittingEmptySubsequences: false)
    {
      builder.add(line)
      builder.addBreak()
      if builder.isFull { break }
    }
    let text = Block.paragraph(builder.takeLine())
    return builder.isFull ? [text, TextRoom.remark] : [text]
  }
}
