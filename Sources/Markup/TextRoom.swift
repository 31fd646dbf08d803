/// How much of a text becomes a document: so much that nobody reads on, and little enough that any
/// text at all is laid out at once.
struct TextRoom {
  /// What a block, a span, a tag or a line costs, in bytes of text.
  static let step = 10

  private var remaining: Int

  init(bytes: Int = 250_000) {
    remaining = bytes
  }

  var isUsedUp: Bool { remaining < 0 }

  mutating func spend(_ bytes: Int) {
    // Far beyond the end nothing is counted any more.
    if remaining >= 0 { remaining -= bytes }
  }

  /// As much of a text as there is room for, cut between scalars.
  mutating func take(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard !isUsedUp else { return [] }
    let room = remaining
    spend(text.count)
    guard text.count > room else { return text }
    var end = text.startIndex + room
    while end > text.startIndex, text[end] & 0xC0 == 0x80 { end -= 1 }
    return text[..<end]
  }

  /// Stands below a text that had to be cut.
  static let remark = Block.paragraph([
    .run(Run("[This text is very long: the rest of it is not shown here.]", emphasis: .emphasised))
  ])
}
