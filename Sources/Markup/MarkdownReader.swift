import CMD4C

/// Runs md4c over a text and collects blocks.
enum MarkdownReader {
  static func blocks(of markdown: String) -> [Block] {
    let clean = CleanMarkdown(markdown)
    let builder = BlockBuilder(open: clean.open, close: clean.close)
    var parser = MD_PARSER()
    parser.flags = UInt32(
      MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_LATEXMATHSPANS
        | MD_FLAG_WIKILINKS)
    parser.enter_block = { type, detail, user in
      BlockBuilder.from(user).enter(type, detail)
      return 0
    }
    parser.leave_block = { type, detail, user in
      BlockBuilder.from(user).leave(type)
      return 0
    }
    parser.enter_span = { type, detail, user in
      BlockBuilder.from(user).enter(type, detail)
      return 0
    }
    parser.leave_span = { type, detail, user in
      BlockBuilder.from(user).leave(type)
      return 0
    }
    parser.text = { type, text, size, user in
      guard let text else { return 0 }
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(size))
      BlockBuilder.from(user).add(String(decoding: bytes, as: UTF8.self), type)
      return 0
    }
    var text = clean.text
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        md_parse(
          characters.baseAddress, MD_SIZE(characters.count), &parser,
          Unmanaged.passUnretained(builder).toOpaque())
      }
    }
    // The parser fails only when memory runs out; then the text is shown as it is.
    return status == 0 ? builder.finished() : [.paragraph([.run(Run(clean.text))])]
  }
}
