import TerminalUI

/// A row of a terminal as columns, measured by the program's table of widths.
struct CapturedRow: Equatable {
  /// The text in each column; empty for the right half of a wide glyph.
  private(set) var columns: [String] = []

  init(_ text: String, width: Int) {
    for scalar in text.unicodeScalars {
      let columnsTaken = WidthTable.width(of: scalar)
      if columnsTaken <= 0, !columns.isEmpty {
        let place = columns.lastIndex { !$0.isEmpty } ?? 0
        columns[place].unicodeScalars.append(scalar)
      } else {
        columns.append(String(scalar))
        if columnsTaken == 2 { columns.append("") }
      }
    }
    while columns.count < width { columns.append(" ") }
  }

  /// Blanks all from a column on.
  func cut(at column: Int) -> CapturedRow {
    var row = self
    for place in min(column, columns.count)..<columns.count { row.columns[place] = " " }
    return row
  }

  /// The text of some columns, blanks at both ends removed.
  func text(_ range: Range<Int>) -> String {
    let text = columns[min(range.lowerBound, columns.count)..<min(range.upperBound, columns.count)]
      .joined()
    let blank: Character = " "
    guard let first = text.firstIndex(where: { $0 != blank }),
      let last = text.lastIndex(where: { $0 != blank })
    else { return "" }
    return String(text[first...last])
  }

  /// The columns in which a text stands.
  func places(of text: String) -> [Int] {
    columns.indices.filter { columns[$0] == text }
  }

  var isBlank: Bool { columns.allSatisfy { $0 == " " } }
}
