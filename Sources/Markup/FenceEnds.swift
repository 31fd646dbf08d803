/// The lines of a text that can end a fenced block, found once: looking for each fence's end anew
/// would cost the square of the text.
struct FenceEnds {
  private struct Line {
    var start: Int
    /// Behind its line end.
    var end: Int
    /// How many backquotes or tildes it is.
    var length: Int
    /// The longest of this line and all below it.
    var longest: Int
  }

  private var lines: [UInt8: [Line]] = [:]

  init(_ input: [UInt8]) {
    var index = 0
    while index < input.count {
      let start = index
      while index < input.count, Self.isIndent(input[index]) { index += 1 }
      let first = index
      if index < input.count, input[index] == UInt8(ascii: "`") || input[index] == UInt8(ascii: "~")
      {
        let mark = input[index]
        while index < input.count, input[index] == mark { index += 1 }
        let length = index - first
        while index < input.count, input[index] == 0x20 || input[index] == 0x09 { index += 1 }
        if index == input.count || input[index] == 0x0A {
          lines[mark, default: []].append(
            Line(start: start, end: min(index + 1, input.count), length: length, longest: length))
        }
      }
      while index < input.count, input[index] != 0x0A { index += 1 }
      index += 1
    }
    for mark in lines.keys {
      var longest = 0
      for index in (lines[mark] ?? []).indices.reversed() {
        longest = max(longest, lines[mark]?[index].length ?? 0)
        lines[mark]?[index].longest = longest
      }
    }
  }

  private static func isIndent(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: ">")
  }

  /// Behind the first line from `start` on that ends a fence of so many marks.
  func end(of mark: UInt8, length: Int, from start: Int) -> Int? {
    guard let lines = lines[mark] else { return nil }
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].start < start { low = middle + 1 } else { high = middle }
    }
    guard low < lines.count, lines[low].longest >= length else { return nil }
    return lines[low...].first { $0.length >= length }?.end
  }
}
