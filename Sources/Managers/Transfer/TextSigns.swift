/// What a text holds that a reader could stop at.
struct TextSigns {
  /// Bytes that are shown as others, or a tag that says something of the whole file.
  var isOdd: Bool
  var hasLines: Bool
  /// Of fences and comments, or a heading.
  var mayHaveMarks: Bool { signs & Self.mark != 0 }
  private let signs: UInt8

  private static let odd: UInt8 = 1
  private static let line: UInt8 = 2
  private static let number: UInt8 = 4
  private static let mark: UInt8 = 8

  private static let table: [UInt8] = (0..<256).map { byte in
    switch UInt8(byte) {
    case 0, 0x0D, 0xF4: odd
    case 0x0A: line
    case UInt8(ascii: "#"): number | mark
    case UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "!"): mark
    default: 0
    }
  }

  init(_ text: UnsafeBufferPointer<UInt8>) {
    let found = Self.table.withUnsafeBufferPointer { table in
      var found: UInt8 = 0
      for byte in text { found |= table[Int(byte)] }
      return found
    }
    signs = found
    hasLines = found & Self.line != 0
    isOdd =
      found & Self.odd != 0
      || found & Self.number != 0 && Self.hasFlashcards(text)
  }

  private static func hasFlashcards(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.indices.contains { FieldText.has("#flashcards", text, $0) }
  }
}
