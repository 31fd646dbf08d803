import CUTF8Proc

/// The form of a text that its key is made of.
///
/// Comments out (not those in code), CRLF and CR to LF, NFC, spaces and tabs at line ends off, runs
/// of blank lines to one, none at either end. A line with nothing but comments goes altogether.
/// Broken bytes, NUL and cloze marks count as the U+FFFD that they are shown as.
enum Normaliser {
  /// Appends the normal form of a range.
  static func append(_ bytes: Bytes, _ range: Range<Int>, to out: ByteBuffer) {
    let start = out.count
    switch appendLines(bytes, range, to: out) {
    case .ascii: return
    case .comment:
      out.truncate(to: start)
      let stripped = CommentStripper.strip(bytes, range)
      let traits = stripped.withUnsafeBufferPointer {
        appendLines($0, 0..<$0.count, to: out, lookForComments: false)
      }
      if traits == .ascii { return }
    case .other: break
    }
    let made = Bytes(start: out.base + start, count: out.count - start)
    if isComposed(made) { return }
    let repaired = CleanText.repaired(Array(made))
    out.truncate(to: start)
    repaired.withUnsafeBufferPointer { text in
      if !transform(text, [UTF8PROC_STABLE, UTF8PROC_COMPOSE], to: out) { out.append(text) }
    }
  }

  /// The normal form of a text.
  static func normalised(_ text: [UInt8]) -> [UInt8] {
    let out = ByteBuffer(capacity: text.count + 16)
    text.withUnsafeBufferPointer { append($0, 0..<$0.count, to: out) }
    return Array(out.bytes)
  }

  private enum Traits { case ascii, comment, other }

  /// Bytes that say something about the lines or the form of a text: line ends, `<`, NUL, and
  /// those that are not ASCII.
  private static let isSpecial: [Bool] = (0..<256).map {
    $0 == 0 || $0 == 10 || $0 == 13 || $0 == 0x3C || $0 >= 0x80
  }

  /// Appends the lines of a range with clean ends; stops where a comment begins.
  private static func appendLines(
    _ bytes: Bytes, _ range: Range<Int>, to out: ByteBuffer, lookForComments: Bool = true
  ) -> Traits {
    guard let start = bytes.baseAddress else { return .ascii }
    let first = out.count
    var position = range.lowerBound
    let end = range.upperBound
    var seen: UInt8 = 0
    var hasNUL = false
    var blankBefore = false
    return isSpecial.withUnsafeBufferPointer { isSpecial in
      guard let isSpecial = isSpecial.baseAddress else { return .other }
      while position < end {
        let lineStart = position
        while position < end {
          let byte = start[position]
          if isSpecial[Int(byte)] {
            if byte == ASCII.lf || byte == ASCII.cr { break }
            if byte == 0 { hasNUL = true }
            if lookForComments, byte == UInt8(ascii: "<"),
              bytes.matches("<!--", at: position, end: end)
            {
              return .comment
            }
            seen |= byte
          }
          position += 1
        }
        var lineEnd = position
        while lineEnd > lineStart, ASCII.isBlank(start[lineEnd - 1]) { lineEnd -= 1 }
        if lineEnd == lineStart {
          blankBefore = true
        } else {
          if out.count > first {
            out.append(ASCII.lf)
            if blankBefore { out.append(ASCII.lf) }
          }
          blankBefore = false
          out.append(Bytes(start: start + lineStart, count: lineEnd - lineStart))
        }
        if position < end {
          position +=
            start[position] == ASCII.cr && position + 1 < end && start[position + 1] == ASCII.lf
            ? 2 : 1
        }
      }
      return seen < 0x80 && !hasNUL ? .ascii : .other
    }
  }

  /// True for valid UTF-8 of scalars that NFC leaves alone wherever they stand.
  private static func isComposed(_ text: Bytes) -> Bool {
    var position = 0
    while position < text.count {
      if text[position] < 0x80 {
        if text[position] == 0 { return false }
        position += 1
      } else {
        guard let (_, length) = LoneScalar.at(position, of: text) else { return false }
        position += length
      }
    }
    return true
  }

  /// Appends what utf8proc makes of a valid text; false when it cannot.
  static func transform(
    _ text: Bytes, _ options: [utf8proc_option_t], to out: ByteBuffer
  ) -> Bool {
    guard let start = text.baseAddress, !text.isEmpty else { return true }
    let bits = options.reduce(0) { $0 | $1.rawValue }
    var result: UnsafeMutablePointer<UInt8>?
    let count = utf8proc_map(start, text.count, &result, utf8proc_option_t(rawValue: bits))
    guard count >= 0, let result else { return false }
    out.append(Bytes(start: result, count: count))
    CUTF8Proc.free(result)
    return true
  }
}

/// Takes the comments out of a text, but not those in code.
enum CommentStripper {
  static func strip(_ bytes: Bytes, _ range: Range<Int>) -> [UInt8] {
    var spans = SpanScanner(bytes, range)
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var lineStart = 0
    var lineHadComment = false
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "`"), UInt8(ascii: "~"):
        let end = spans.code(at: position).end
        result += bytes[position..<end]
        position = end
      case UInt8(ascii: "<"):
        if let end = spans.comment(at: position) {
          lineHadComment = true
          position = end
        } else {
          result.append(byte)
          position += 1
        }
      case ASCII.lf, ASCII.cr:
        if byte == ASCII.cr, position + 1 < range.upperBound, bytes[position + 1] == ASCII.lf {
          position += 1
        }
        position += 1
        if lineHadComment, result[lineStart...].allSatisfy(ASCII.isBlank) {
          result.removeSubrange(lineStart...)
        } else {
          result.append(ASCII.lf)
        }
        lineStart = result.count
        lineHadComment = false
      default:
        result.append(byte)
        position += 1
      }
    }
    return result
  }
}
