import StudyDomain

/// Markdown made safe for the parser: controls shown, lone dollars escaped, cloze marks disguised.
struct CleanMarkdown {
  let text: String
  /// What the marks of a cloze became: punctuation that the text does not hold itself, so that
  /// emphasis beside it reads as it would beside the brackets of the deck.
  let open: Unicode.Scalar
  let close: Unicode.Scalar

  private static let disguises: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("\u{298B}", "\u{298C}"), ("\u{298D}", "\u{2990}"), ("\u{298F}", "\u{298E}"),
    ("\u{2991}", "\u{2992}"), ("\u{29D8}", "\u{29D9}"), ("\u{29DA}", "\u{29DB}"),
  ]

  init(_ markdown: String) {
    let scalars = Array(markdown.unicodeScalars)
    let present = Set(scalars.lazy.filter { $0.value > 0x2900 && $0.value < 0x2A00 })
    let pair =
      Self.disguises.first { !present.contains($0.0) && !present.contains($0.1) }
      ?? Self.disguises[0]
    (open, close) = pair
    var result = String.UnicodeScalarView()
    result.reserveCapacity(scalars.count)
    let dollars = DollarScan.lone(scalars)
    for (index, scalar) in scalars.enumerated() {
      if scalar == ClozeMark.open {
        result.append(pair.0)
      } else if scalar == ClozeMark.close {
        result.append(pair.1)
      } else if Self.isControl(scalar) {
        result.append("\u{FFFD}")
      } else {
        if dollars.contains(index) { result.append("\\") }
        result.append(scalar)
      }
    }
    text = String(result)
  }

  /// C0 and C1 controls but for tab and line end.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return value < 32 && value != 9 && value != 10 || (127..<160).contains(value)
  }
}

/// Finds the dollar signs that begin and end no formula: "$5 and $6" is money.
///
/// A formula begins with `$` before a non-blank and ends with `$` after a non-blank and not before
/// a digit, within a paragraph, as Pandoc reads it.
enum DollarScan {
  static func lone(_ text: [Unicode.Scalar]) -> Set<Int> {
    var lone: Set<Int> = []
    var index = 0
    while index < text.count {
      switch text[index] {
      case "\\": index += 2
      case "`": index = afterCode(text, index)
      case "$" where index + 1 < text.count && text[index + 1] == "$":
        index = afterDisplay(text, index)
      case "$":
        if let end = closing(text, index) {
          index = end + 1
        } else {
          lone.insert(index)
          index += 1
        }
      default: index += 1
      }
    }
    return lone
  }

  /// Behind a code span or fence; behind its first run of backquotes when it is never closed.
  private static func afterCode(_ text: [Unicode.Scalar], _ start: Int) -> Int {
    let count = run(text, start)
    var index = start + count
    while index < text.count {
      if text[index] == "`" {
        let other = run(text, index)
        index += other
        if other == count { return index }
      } else {
        index += 1
      }
    }
    return start + count
  }

  private static func run(_ text: [Unicode.Scalar], _ start: Int) -> Int {
    var end = start
    while end < text.count, text[end] == "`" { end += 1 }
    return end - start
  }

  private static func afterDisplay(_ text: [Unicode.Scalar], _ start: Int) -> Int {
    var index = start + 2
    while index + 1 < text.count {
      if text[index] == "$", text[index + 1] == "$" { return index + 2 }
      index += 1
    }
    return start + 2
  }

  private static func closing(_ text: [Unicode.Scalar], _ start: Int) -> Int? {
    guard start + 1 < text.count, !isBlank(text[start + 1]) else { return nil }
    var index = start + 1
    while index < text.count {
      switch text[index] {
      case "\\": index += 2
      case "\n" where index + 1 < text.count && text[index + 1] == "\n": return nil
      case "$":
        let isAfterBlank = isBlank(text[index - 1])
        let isBeforeDigit = index + 1 < text.count && ("0"..."9").contains(text[index + 1])
        return index == start + 1 || isAfterBlank || isBeforeDigit ? nil : index
      default: index += 1
      }
    }
    return nil
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n"
  }
}
