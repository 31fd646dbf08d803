import StudyDomain

/// A text file in lines; any line end counts, a byte order mark is dropped.
struct SourceLines {
  let lines: [String]
  /// True inside a fence that is closed, its marks included.
  let isOpaque: [Bool]

  init(_ bytes: [UInt8]) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var lines: [String] = []
    var begin = start
    var place = start
    while place < bytes.count {
      if bytes[place] == 10 || bytes[place] == 13 {
        lines.append(String(decoding: bytes[begin..<place], as: UTF8.self))
        let isPair = bytes[place] == 13 && place + 1 < bytes.count && bytes[place + 1] == 10
        place += isPair ? 2 : 1
        begin = place
      } else {
        place += 1
      }
    }
    if begin < bytes.count { lines.append(String(decoding: bytes[begin...], as: UTF8.self)) }
    self.lines = lines
    isOpaque = Self.fences(lines)
  }

  private static func fences(_ lines: [String]) -> [Bool] {
    var isOpaque = Array(repeating: false, count: lines.count)
    var open: (line: Int, mark: UInt8, count: Int)?
    // A mark that nothing closes is looked past; each is tried once for each sign.
    var unclosed: [UInt8: Int] = [:]
    var place = 0
    while place < lines.count {
      if let fence = Self.fence(lines[place]) {
        if let begun = open {
          if fence.mark == begun.mark, fence.count >= begun.count, fence.isBare {
            for line in begun.line...place { isOpaque[line] = true }
            open = nil
          }
        } else if unclosed[fence.mark, default: .max] > fence.count {
          open = (place, fence.mark, fence.count)
        }
      }
      place += 1
      if place == lines.count, let begun = open {
        unclosed[begun.mark] = begun.count
        place = begun.line + 1
        open = nil
      }
    }
    return isOpaque
  }

  /// A line of three or more backquotes or tildes; bare when nothing follows them.
  private static func fence(_ line: String) -> (mark: UInt8, count: Int, isBare: Bool)? {
    let bytes = Array(line.utf8)
    let start = bytes.prefix(3).firstIndex { $0 != 32 } ?? min(3, bytes.count)
    guard start < bytes.count, bytes[start] == 0x60 || bytes[start] == 0x7E else { return nil }
    let mark = bytes[start]
    let end = bytes[start...].firstIndex { $0 != mark } ?? bytes.count
    guard end - start >= 3 else { return nil }
    let rest = bytes[end...]
    if mark == 0x60, rest.contains(0x60) { return nil }
    return (mark, end - start, rest.allSatisfy { $0 == 32 || $0 == 9 })
  }

  /// The level of a heading and what stands behind its signs; a blank must follow them.
  func heading(_ place: Int) -> (level: Int, text: String)? {
    guard !isOpaque[place] else { return nil }
    let bytes = Array(lines[place].utf8)
    let level = bytes.firstIndex { $0 != UInt8(ascii: "#") } ?? bytes.count
    guard (1...6).contains(level), level < bytes.count, bytes[level] == 32 || bytes[level] == 9
    else { return nil }
    let text = Trimmed.text(String(decoding: bytes[level...], as: UTF8.self))
    return text.isEmpty ? nil : (level, text)
  }

  /// True for a line of three hyphens, outer blanks aside.
  func isRule(_ place: Int) -> Bool {
    !isOpaque[place] && Trimmed.text(lines[place]) == "---"
  }

  /// The text of some lines, without blank lines at its ends.
  func text(_ range: Range<Int>) -> String {
    Trimmed.lines(lines[range])
  }
}

/// Texts without what is blank at their ends.
enum Trimmed {
  static func text(_ text: some StringProtocol) -> String {
    let scalars = String(text).unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Lines joined; blank ones at the ends go, and blanks at the end of the last.
  static func lines(_ lines: some BidirectionalCollection<String>) -> String {
    var lines = Array(lines)[...]
    while let first = lines.first, text(first).isEmpty { lines.removeFirst() }
    while let last = lines.last, text(last).isEmpty { lines.removeLast() }
    var result = lines.joined(separator: "\n")
    while let last = result.unicodeScalars.last, last.properties.isWhitespace {
      result.unicodeScalars.removeLast()
    }
    return result
  }
}
