/// Writes blocks as text without styles.
enum PlainTextWriter {
  static func text(of blocks: [Block]) -> String {
    lines(of: blocks).joined(separator: "\n")
  }

  private static func lines(of blocks: [Block]) -> [String] {
    var lines: [String] = []
    for (index, block) in blocks.enumerated() {
      if index > 0 { lines.append("") }
      lines += self.lines(of: block)
    }
    return lines
  }

  private static func lines(of block: Block) -> [String] {
    switch block {
    case .paragraph(let inlines), .heading(_, let inlines): return split(inlines)
    case .quote(let blocks): return lines(of: blocks).map { "> " + $0 }
    case .code(let text, _):
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    case .rule: return ["---"]
    case .list(let list):
      return list.items.enumerated().flatMap { index, item in
        let mark = list.start.map { "\($0 + index). " } ?? "- "
        let box = item.isTicked.map { $0 ? "[x] " : "[ ] " } ?? ""
        return self.item(item.blocks).enumerated().map { row, line in
          row == 0 ? mark + box + line : String(repeating: " ", count: mark.count) + line
        }
      }
    case .table(let table):
      return table.rows.map { row in
        row.map { split($0).joined(separator: " ") }.joined(separator: " | ")
      }
    }
  }

  /// The blocks of an item, without blank lines between them.
  private static func item(_ blocks: [Block]) -> [String] {
    let lines = blocks.flatMap { self.lines(of: $0) }
    return lines.isEmpty ? [""] : lines
  }

  private static func split(_ inlines: [Inline]) -> [String] {
    var lines = [""]
    for inline in inlines {
      switch inline {
      case .run(let run): lines[lines.count - 1] += run.text
      case .lineBreak: lines.append("")
      }
    }
    return lines
  }
}
