import CGumbo

/// Reads HTML into blocks.
enum HTMLReader {
  /// What the parser is given at most, in bytes; more would be shown nowhere.
  private static let longest = 200_000

  static func blocks(
    of html: String, showsHidden: Bool, room: inout TextRoom,
    isPictureMissing: @escaping (String) -> Bool
  ) -> [Block] {
    // What the parser itself costs.
    room.spend(2 * TextRoom.step)
    var rewriter = HTMLRewriter(html)
    rewriter.run(longest: longest)
    var options = kGumboDefaultOptions
    options.max_errors = 0
    options.fragment_context = GUMBO_TAG_BODY
    return rewriter.output.withUnsafeBytes { bytes in
      guard
        let output = gumbo_parse_with_options(
          &options, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
      else { return PlainReader.blocks(of: html) }
      defer { gumbo_destroy_output(&options, output) }
      var builder = HTMLBuilder(
        showsHidden: showsHidden, room: room, isPictureMissing: isPictureMissing)
      let blocks = builder.document(output.pointee.root)
      room = builder.inlines.room
      if !rewriter.isAtEnd { room.spend(2 * longest) }
      return blocks
    }
  }
}
