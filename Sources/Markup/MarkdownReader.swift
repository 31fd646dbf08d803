import CMD4C

/// Runs md4c over a text and collects blocks.
enum MarkdownReader {
  static func blocks(
    of markdown: String, isPictureMissing: @escaping (String) -> Bool
  ) -> [Block] {
    let disguised = DisguisedMarkdown(markdown)
    let builder = BlockBuilder(disguised, isPictureMissing: isPictureMissing)
    var parser = MD_PARSER()
    parser.flags = UInt32(
      MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_WIKILINKS)
    parser.enter_block = { type, detail, user in
      let builder = BlockBuilder.from(user)
      builder.enter(type, detail)
      return builder.status
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
      BlockBuilder.from(user).add(UnsafeRawBufferPointer(start: text, count: Int(size)), type)
      return 0
    }
    let status = disguised.bytes.withUnsafeBytes { bytes in
      md_parse(
        bytes.bindMemory(to: CChar.self).baseAddress, MD_SIZE(clamping: bytes.count), &parser,
        Unmanaged.passUnretained(builder).toOpaque())
    }
    // No document: too large a table (md4c forgets that it was told to stop), or no memory. The
    // text is shown as it is.
    let isWhole = status == 0 && builder.status == 0
    return isWhole ? builder.finished() : PlainReader.blocks(of: markdown)
  }
}
