/// Takes the rows of a text apart, by RFC 4180 and as leniently as Anki.
///
/// A quote counts at the beginning of a cell only; what follows a closing quote is part of the cell.
/// LF, CRLF and CR end a row; empty lines and lines that begin with `#` are no rows.
struct RowScanner {
  let separator: UInt8
  let hasQuotes: Bool
  /// Where the next row begins, and its line from 1.
  private(set) var position: Int
  private(set) var line: Int
  /// Lines that were skipped for their `#`.
  private(set) var comments = 0
  /// The line of a quote that the end of the text left open.
  private(set) var openQuote: Int?

  init(separator: UInt8, hasQuotes: Bool, position: Int = 0, line: Int = 1) {
    self.separator = separator
    self.hasQuotes = hasQuotes
    self.position = position
    self.line = line
  }

  /// Appends the cells of the next row to `text`, one after the other, and their ends to `ends`.
  ///
  /// Returns the line that the row begins on; nil at the end of the text.
  mutating func next(
    in bytes: UnsafeBufferPointer<UInt8>, text: inout [UInt8], ends: inout [UInt32]
  ) -> Int? {
    skip(bytes)
    guard position < bytes.count else { return nil }
    let start = line
    while readCell(bytes, into: &text) {
      ends.append(UInt32(truncatingIfNeeded: text.count))
    }
    ends.append(UInt32(truncatingIfNeeded: text.count))
    return start
  }

  /// Passes empty lines and comments.
  private mutating func skip(_ bytes: UnsafeBufferPointer<UInt8>) {
    while position < bytes.count {
      if isLineEnd(bytes[position]) {
        passLineEnd(bytes)
      } else if bytes[position] == UInt8(ascii: "#") {
        comments += 1
        while position < bytes.count, !isLineEnd(bytes[position]) { position += 1 }
      } else {
        return
      }
    }
  }

  /// Returns whether another cell of the row follows.
  private mutating func readCell(
    _ bytes: UnsafeBufferPointer<UInt8>, into text: inout [UInt8]
  ) -> Bool {
    if hasQuotes, position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
      readQuoted(bytes, into: &text)
    }
    let start = position
    while position < bytes.count, bytes[position] != separator, !isLineEnd(bytes[position]) {
      position += 1
    }
    text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<position]))
    guard position < bytes.count else { return false }
    guard bytes[position] == separator else {
      passLineEnd(bytes)
      return false
    }
    position += 1
    return true
  }

  private mutating func readQuoted(
    _ bytes: UnsafeBufferPointer<UInt8>, into text: inout [UInt8]
  ) {
    let opening = line
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        guard position < bytes.count, bytes[position] == byte else { return }
        text.append(byte)
        position += 1
      } else if isLineEnd(byte) {
        text.append(UInt8(ascii: "\n"))
        passLineEnd(bytes)
      } else {
        text.append(byte)
        position += 1
      }
    }
    openQuote = openQuote ?? opening
  }

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private mutating func passLineEnd(_ bytes: UnsafeBufferPointer<UInt8>) {
    let isPair =
      bytes[position] == UInt8(ascii: "\r") && position + 1 < bytes.count
      && bytes[position + 1] == UInt8(ascii: "\n")
    position += isPair ? 2 : 1
    line += 1
  }
}
