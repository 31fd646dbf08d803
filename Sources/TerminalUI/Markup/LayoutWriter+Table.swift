import Markup

extension LayoutWriter {
  /// Writes a table as wide as its cells; it is unwrapped where that is too wide.
  mutating func write(_ table: Block.Table) {
    let rows = table.rows.enumerated().map { number, row in
      row.map { TableCell($0, isHeader: number == 0) }
    }
    let widths = table.alignments.indices.map { column in
      rows.reduce(0) { max($0, $1[column].width) }
    }
    // One long cell in a table of many rows would need the square of the text in blanks.
    let contents = rows.reduce(0) { $1.reduce($0) { $0 + $1.width } }
    let isPadded = widths.reduce(0, +) * rows.count <= 8 * contents + 100_000
    let isUnwrapped = widths.reduce(0, +) + 3 * max(0, widths.count - 1) > available
    for (number, row) in rows.enumerated() {
      var runs: [StyledRun] = []
      for (column, cell) in row.enumerated() {
        if column > 0 { runs.append(Self.line(" │ ")) }
        runs += isPadded ? cell.padded(to: widths[column], table.alignments[column]) : cell.runs
      }
      add(runs, isUnwrapped: isUnwrapped)
      if number == 0 {
        let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
        add([Self.line(rule)], isUnwrapped: isUnwrapped)
      }
    }
  }

  private static func line(_ text: String) -> StyledRun {
    StyledRun(text, Style(.rule), isDecoration: true)
  }
}

/// A cell of a table; its lines stand in one row.
private struct TableCell {
  let runs: [StyledRun]
  let width: Int

  init(_ inlines: [Inline], isHeader: Bool) {
    let base = Style(.text, isHeader ? .bold : [])
    let lines = inlines.split(separator: .lineBreak).map { LayoutWriter.runs(of: $0, base) }
    runs = Array(lines.joined(separator: [StyledRun(" / ", Style(.dim))]))
    width = runs.reduce(0) { $0 + PortableText.width(of: $1.text) }
  }

  func padded(to columns: Int, _ alignment: Block.Alignment) -> [StyledRun] {
    let room = columns - width
    let left =
      switch alignment {
      case .left: 0
      case .centre: room / 2
      case .right: room
      }
    return blanks(left) + runs + blanks(room - left)
  }

  private func blanks(_ count: Int) -> [StyledRun] {
    count > 0 ? [StyledRun(String(repeating: " ", count: count), isDecoration: true)] : []
  }
}
