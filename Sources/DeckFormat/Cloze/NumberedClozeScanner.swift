/// Finds `{{c1::text::hint}}`, nested ones too, also in code and maths, as Anki does.
struct NumberedClozeScanner {
  private let bytes: Bytes
  private let range: Range<Int>
  private var found = Deletions()
  private var open: [Open] = []

  /// Deeper ones are text.
  private static let depthLimit = 16

  private struct Open {
    var index: Int
    var textStart: Int
    var hintStart: Int?
    /// Single braces inside that still wait for their partner.
    var braces = 0
  }

  init(_ bytes: Bytes, _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  mutating func scan() -> Deletions {
    var position = range.lowerBound
    while position < range.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "{"):
        if let head = head(at: position), open.count < Self.depthLimit,
          found.all.count < Deletions.limit
        {
          open.append(Open(index: found.all.count, textStart: head.end))
          found.all.append(
            Deletion(
              range: position..<position, text: head.end..<head.end, hint: nil,
              numbers: head.numbers))
          position = head.end
        } else {
          if !open.isEmpty { open[open.count - 1].braces += 1 }
          position += 1
        }
      case UInt8(ascii: "}") where !open.isEmpty: position = brace(at: position)
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: ":")
      where !open.isEmpty && open[open.count - 1].hintStart == nil
        && bytes.matches("::", at: position, end: range.upperBound):
        open[open.count - 1].hintStart = position + 2
        position += 2
      default: position += 1
      }
    }
    dropUnclosed()
    return found
  }

  /// A closing brace inside a deletion: the partner of a single brace, or half of the end.
  ///
  /// Of the three in `\frac{1}{2}}}` the first closes the fraction.
  private mutating func brace(at position: Int) -> Int {
    let isEnd = bytes.matches("}}", at: position, end: range.upperBound)
    let last = open.count - 1
    if open[last].braces > 0, !isEnd || bytes.matches("}}", at: position + 1, end: range.upperBound)
    {
      open[last].braces -= 1
      return position + 1
    }
    guard isEnd else { return position + 1 }
    close(open.removeLast(), at: position)
    return position + 2
  }

  private mutating func close(_ deletion: Open, at end: Int) {
    let index = deletion.index
    var text = deletion.textStart..<end
    if let hintStart = deletion.hintStart {
      text = deletion.textStart..<hintStart - 2
      if hintStart < end { found.all[index].hint = hintStart..<end }
    }
    found.all[index].text = text
    found.all[index].range = found.all[index].range.lowerBound..<end + 2
  }

  /// Those without an end, and those with nothing in them, are text.
  private mutating func dropUnclosed() {
    var kept: [Deletion] = []
    for deletion in found.all where !deletion.range.isEmpty {
      if isBlank(deletion.text) {
        found.empty.append(deletion.range.lowerBound)
      } else {
        kept.append(deletion)
      }
    }
    found.all = kept
  }

  private func isBlank(_ text: Range<Int>) -> Bool {
    bytes[text].allSatisfy(ASCII.isWhite)
  }

  /// `{{c1,2::`.
  private func head(at start: Int) -> (numbers: [UInt32], end: Int)? {
    guard bytes.matches("{{c", at: start, end: range.upperBound) else { return nil }
    var numbers: [UInt32] = []
    var position = start + 3
    while true {
      let digits = position
      while position < range.upperBound, ASCII.isDigit(bytes[position]) { position += 1 }
      guard let number = ClozeScanner.number(bytes, digits..<position) else { return nil }
      if !numbers.contains(number) { numbers.append(number) }
      guard numbers.count <= 50 else { return nil }
      if bytes.matches("::", at: position, end: range.upperBound) {
        return (numbers, position + 2)
      }
      guard position < range.upperBound, bytes[position] == UInt8(ascii: ",") else { return nil }
      position += 1
    }
  }
}
