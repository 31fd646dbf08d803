import TerminalUI

/// Breaks plain text at blanks into rows of so many columns.
enum TextWrap {
  static func rows(_ text: String, width: Int) -> [String] {
    guard width > 0 else { return [] }
    var rows: [String] = []
    var row = ""
    var rowWidth = 0
    for word in text.split(separator: " ") {
      var word = String(word)
      let wordWidth = PortableText.width(of: word)
      if rowWidth > 0, rowWidth + 1 + wordWidth <= width {
        row += " " + word
        rowWidth += 1 + wordWidth
        continue
      }
      if !row.isEmpty { rows.append(row) }
      while PortableText.width(of: word) > width, let cut = cut(word, width: width) {
        rows.append(String(word[..<cut]))
        word = String(word[cut...])
      }
      row = word
      rowWidth = PortableText.width(of: word)
    }
    if !row.isEmpty || rows.isEmpty { rows.append(row) }
    return rows
  }

  /// Where a word too long for a row is cut; nil when not even one character fits.
  private static func cut(_ word: String, width: Int) -> String.Index? {
    var used = 0
    for index in word.indices {
      used += PortableText.width(of: word[index])
      if used > width { return index == word.startIndex ? nil : index }
    }
    return nil
  }
}
