public import StudyDomain

/// Changes the bytes of a deck file, and of them only what it is asked to change.
///
/// Line ends of new text follow the file; a byte order mark, comments and all else stay as they are.
public enum DeckWriter {
  /// Puts a text in the place of a block; blank lines at its end are dropped.
  public static func replacing(
    _ range: Range<Int>, in file: [UInt8], with text: String
  ) -> [UInt8] {
    Array(file[..<range.lowerBound]) + lines(of: text, like: file)
      + Array(file[range.upperBound...])
  }

  /// Takes a block out, with its line end and the blank lines after it.
  public static func removing(_ range: Range<Int>, from file: [UInt8]) -> [UInt8] {
    var end = range.upperBound
    file.withUnsafeBufferPointer { bytes in
      var next = bytes.skippingBlanks(end..<bytes.count)
      while next < bytes.count, ASCII.isLineEnd(bytes[next]) {
        end = FrontMatterBlock.afterLineEnd(bytes, next)
        next = bytes.skippingBlanks(end..<bytes.count)
      }
    }
    return Array(file[..<range.lowerBound]) + Array(file[end...])
  }

  /// Adds a block at the end, after a blank line.
  public static func appending(_ text: String, to file: [UInt8]) -> [UInt8] {
    appending(CollectionOfOne(text), to: file)
  }

  /// Adds blocks at the end, a blank line before each.
  public static func appending(_ blocks: some Collection<String>, to file: [UInt8]) -> [UInt8] {
    let lineEnd = lineEnd(of: file)
    var result = file
    result.reserveCapacity(blocks.reduce(file.count + 8) { $0 + $1.utf8.count + 4 })
    let content = file.starts(with: mark) ? file.dropFirst(mark.count) : file[...]
    if !content.isEmpty {
      if let last = file.last, !ASCII.isLineEnd(last) { result += lineEnd }
      if !endsWithBlankLine(result) { result += lineEnd }
    }
    for (place, text) in blocks.enumerated() {
      if place > 0 { result += lineEnd + lineEnd }
      appendLines(of: text, lineEnd, to: &result)
    }
    return result + lineEnd
  }

  /// Sets a key of the front matter on its line, adds it as the last one, or deletes it (nil).
  ///
  /// Front matter is begun where there is none, and stays, empty, when its last key goes.
  ///
  /// - Throws: `DeckFormatError.unreadableFrontMatter` when the key's place cannot be told.
  public static func setting(
    _ key: String, to value: OptionValue?, in file: [UInt8]
  ) throws(DeckFormatError) -> [UInt8] {
    try FrontMatterEdit(file).setting(key, to: value)
  }

  /// Where the body of a file begins, behind a byte order mark and front matter.
  public static func startOfBody(_ file: [UInt8]) -> Int {
    let start = file.starts(with: mark) ? mark.count : 0
    return file.withUnsafeBufferPointer { FrontMatterBlock($0, start: start) }?.range.upperBound
      ?? start
  }

  /// The line end that a file uses first.
  public static func lineEndUsed(in file: [UInt8]) -> [UInt8] { lineEnd(of: file) }

  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The line end that a file uses first; LF for one without lines.
  static func lineEnd(of file: [UInt8]) -> [UInt8] {
    guard let place = file.firstIndex(where: ASCII.isLineEnd) else { return [ASCII.lf] }
    if file[place] == ASCII.lf { return [ASCII.lf] }
    return place + 1 < file.count && file[place + 1] == ASCII.lf
      ? [ASCII.cr, ASCII.lf] : [ASCII.cr]
  }

  /// A text without line ends at its end, the others as the file's.
  private static func lines(of text: String, like file: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    appendLines(of: text, lineEnd(of: file), to: &result)
    return result
  }

  private static func appendLines(of text: String, _ lineEnd: [UInt8], to result: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      var end = bytes.count
      while end > 0, ASCII.isLineEnd(bytes[end - 1]) { end -= 1 }
      if lineEnd == [ASCII.lf], !bytes[..<end].contains(ASCII.cr) {
        result.append(contentsOf: bytes[..<end])
        return
      }
      var position = 0
      while position < end {
        if ASCII.isLineEnd(bytes[position]) {
          let isPair =
            bytes[position] == ASCII.cr && position + 1 < end && bytes[position + 1] == ASCII.lf
          result += lineEnd
          position += isPair ? 2 : 1
        } else {
          result.append(bytes[position])
          position += 1
        }
      }
    }
  }

  private static func endsWithBlankLine(_ file: [UInt8]) -> Bool {
    file.withUnsafeBufferPointer { bytes in
      LineScanner(bytes, 0..<bytes.count).lines.last.map { $0.kind == .blank } ?? true
    }
  }
}

/// What a change of a deck file can fail with.
public enum DeckFormatError: Error, Hashable, Sendable {
  /// The front matter cannot be read; the line counts from 1.
  case unreadableFrontMatter(line: Int, reason: String)
}
