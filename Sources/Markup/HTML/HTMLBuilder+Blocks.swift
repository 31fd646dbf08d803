import CGumbo

extension HTMLBuilder {
  mutating func visitBlock(_ node: HTMLNode, _ tag: GumboTag, _ blocks: inout [Block]) {
    switch tag {
    case GUMBO_TAG_DIV: visitLines(node, &blocks)
    case GUMBO_TAG_P:
      flush(&blocks)
      visitChildren(of: node, &blocks)
      flush(&blocks)
    case GUMBO_TAG_H1: addHeading(1, node, &blocks)
    case GUMBO_TAG_H2: addHeading(2, node, &blocks)
    case GUMBO_TAG_H3: addHeading(3, node, &blocks)
    case GUMBO_TAG_H4: addHeading(4, node, &blocks)
    case GUMBO_TAG_H5: addHeading(5, node, &blocks)
    case GUMBO_TAG_H6: addHeading(6, node, &blocks)
    case GUMBO_TAG_PRE: visitPreformatted(node, &blocks)
    case GUMBO_TAG_UL: addList(node, start: nil, &blocks)
    case GUMBO_TAG_OL:
      addList(node, start: node.attribute("start").flatMap { Int($0) } ?? 1, &blocks)
    case GUMBO_TAG_LI: addLoneItem(node, &blocks)
    case GUMBO_TAG_DT, GUMBO_TAG_SUMMARY:
      inlines.push(.strong)
      visitLines(node, &blocks)
      inlines.pop()
    case GUMBO_TAG_DD: visitLines(node, &blocks)
    case GUMBO_TAG_DETAILS: visitDetails(node, &blocks)
    case GUMBO_TAG_TABLE: addTable(node, &blocks)
    case GUMBO_TAG_BLOCKQUOTE:
      flush(&blocks)
      let inner = self.blocks(in: node)
      if !inner.isEmpty { blocks.append(.quote(inner)) }
    default: visitChildren(of: node, &blocks)
    }
  }

  /// What begins a line, and so does what follows it.
  private mutating func visitLines(_ node: HTMLNode, _ blocks: inout [Block]) {
    if !inlines.isAtLineStart { inlines.addBreak() }
    visitChildren(of: node, &blocks)
    if !inlines.isAtLineStart { inlines.addBreak() }
  }

  private mutating func addHeading(_ level: Int, _ node: HTMLNode, _ blocks: inout [Block]) {
    flush(&blocks)
    let line = Block.line(of: self.blocks(in: node))
    if !line.isEmpty { blocks.append(.heading(level: level, line)) }
  }

  /// Shows what is above the fold, and the rest when it is to be shown.
  private mutating func visitDetails(_ node: HTMLNode, _ blocks: inout [Block]) {
    guard !showsHidden, node.attribute("open") == nil else {
      return visitLines(node, &blocks)
    }
    if !inlines.isAtLineStart { inlines.addBreak() }
    var hasMore = false
    for child in node.children {
      if child.tag == GUMBO_TAG_SUMMARY {
        inlines.push(.strong)
        visitChildren(of: child, &blocks)
        inlines.pop()
      } else if child.outermostText(last: false) != nil {
        hasMore = true
      }
    }
    if hasMore { inlines.addShown(inlines.isAtLineStart ? "..." : " ...") }
    if !inlines.isAtLineStart { inlines.addBreak() }
  }

  // MARK: Lists

  private mutating func addList(_ node: HTMLNode, start: Int?, _ blocks: inout [Block]) {
    flush(&blocks)
    var items: [Block.Item] = []
    for child in node.children {
      if child.tag == GUMBO_TAG_LI {
        items.append(Block.Item(blocks: self.blocks(in: child)))
        continue
      }
      // Lists stand directly in lists where an editor indented an item.
      let inner = self.blocks(of: child)
      guard !inner.isEmpty else { continue }
      if items.isEmpty {
        items.append(Block.Item(blocks: inner))
      } else {
        items[items.count - 1].blocks += inner
      }
    }
    if !items.isEmpty { blocks.append(.list(.init(start: start, items: items))) }
  }

  /// An item without a list around it.
  private mutating func addLoneItem(_ node: HTMLNode, _ blocks: inout [Block]) {
    flush(&blocks)
    let item = Block.Item(blocks: self.blocks(in: node))
    if case .list(var list) = blocks.last, list.start == nil {
      // Taken out first, or each item would copy all before it.
      blocks.removeLast()
      list.items.append(item)
      blocks.append(.list(list))
    } else {
      blocks.append(.list(.init(items: [item])))
    }
  }

  // MARK: Tables

  private mutating func addTable(_ node: HTMLNode, _ blocks: inout [Block]) {
    flush(&blocks)
    var rows: [[[Block]]] = []
    var sides: [Block.Alignment] = []
    for child in node.children {
      switch child.tag {
      case GUMBO_TAG_CAPTION:
        let caption = self.blocks(in: child)
        blocks += caption
      case GUMBO_TAG_TBODY, GUMBO_TAG_THEAD, GUMBO_TAG_TFOOT:
        for row in child.children where row.tag == GUMBO_TAG_TR {
          rows.append(cells(of: row, &sides))
        }
      case GUMBO_TAG_TR: rows.append(cells(of: child, &sides))
      default: break
      }
    }
    rows.removeAll(where: \.isEmpty)
    let columns = rows.reduce(0) { max($0, $1.count) }
    guard columns > 0 else { return }
    // A table of one column only sets text apart.
    if columns == 1 {
      blocks += rows.joined().joined()
      return
    }
    inlines.spend(columns * rows.count)
    guard !inlines.isFull else {
      blocks += rows.joined().joined()
      return
    }
    blocks.append(
      .table(
        .init(
          alignments: (0..<columns).map { $0 < sides.count ? sides[$0] : .left },
          rows: rows.map { row in
            row.map { Block.line(of: $0) } + Array(repeating: [], count: columns - row.count)
          })))
  }

  /// The cells of a row; the first row says to which side columns go.
  private mutating func cells(of row: HTMLNode, _ sides: inout [Block.Alignment]) -> [[Block]] {
    var cells: [[Block]] = []
    let isFirst = sides.isEmpty
    for cell in row.children where cell.tag == GUMBO_TAG_TD || cell.tag == GUMBO_TAG_TH {
      cells.append(self.blocks(in: cell))
      let more = (cell.attribute("colspan").flatMap { Int($0) } ?? 1) - 1
      cells += Array(repeating: [], count: more)
      if isFirst {
        let side: Block.Alignment =
          switch cell.attribute("t") {
          case "c": .centre
          case "r": .right
          default: .left
          }
        sides += Array(repeating: side, count: more + 1)
      }
    }
    return cells
  }
}
