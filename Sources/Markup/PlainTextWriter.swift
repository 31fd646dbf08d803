/// Writes blocks as text without styles.
enum PlainTextWriter {
  static func text(of blocks: [Block]) -> String {
    lines(of: blocks, isTight: false).joined(separator: "\n")
  }

  private static func lines(of blocks: [Block], isTight: Bool) -> [String] {
    var lines: [String] = []
    for (index, block) in blocks.enumerated() {
      if index > 0, !isTight { lines.append("") }
      lines += self.lines(of: block)
    }
    return lines
  }

  private static func lines(of block: Block) -> [String] {
    switch block {
    case .paragraph(let inlines), .heading(_, let inlines), .code(let inlines, _):
      return split(inlines)
    case .quote(let blocks): return lines(of: blocks, isTight: false).map { "> " + $0 }
    case .callout(let callout):
      let title = split(callout.heading)
      return (title + lines(of: callout.blocks, isTight: false)).map { "> " + $0 }
    case .rule: return ["---"]
    case .list(let list): return lines(of: list)
    case .table(let table):
      return table.rows.map { row in
        row.map { split($0).joined(separator: " ") }.joined(separator: " | ")
      }
    }
  }

  private static func lines(of list: Block.ItemList) -> [String] {
    var lines: [String] = []
    for (index, item) in list.items.enumerated() {
      let mark = list.start.map { "\($0 &+ index). " } ?? "- "
      let box = item.isTicked.map { $0 ? "[x] " : "[ ] " } ?? ""
      let indent = String(repeating: " ", count: mark.count)
      var rows = self.lines(of: item.blocks, isTight: list.isTight)
      if rows.isEmpty { rows = [""] }
      if index > 0, !list.isTight { lines.append("") }
      lines.append(mark + box + rows[0])
      lines += rows.dropFirst().map { $0.isEmpty ? "" : indent + $0 }
    }
    return lines
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
