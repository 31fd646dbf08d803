/// A container that is still open.
struct Frame {
  enum Kind {
    case root, quote
    case list(start: Int?, isTight: Bool)
    case item(isTicked: Bool?)
    case table, row, cell
  }

  var kind: Kind
  var blocks: [Block] = []
  var items: [Block.Item] = []
  var row: [[Inline]] = []
  var rows: [[[Inline]]] = []
  var alignments: [Block.Alignment] = []

  init(_ kind: Kind) {
    self.kind = kind
  }

  var columns: Int { rows.reduce(alignments.count) { max($0, $1.count) } }

  /// The rows, all made as long as the longest.
  var table: Block.Table {
    let columns = columns
    return Block.Table(
      alignments: alignments + Array(repeating: .left, count: columns - alignments.count),
      rows: rows.map { $0 + Array(repeating: [], count: columns - $0.count) })
  }

  /// A call-out if its first line says `[!kind]`, else a quote.
  var quote: Block {
    guard case .paragraph(let inlines) = blocks.first, case .run(var first) = inlines.first,
      let kind = Self.calloutKind(first.text)
    else { return .quote(blocks) }
    first.text.removeFirst(kind.count + 3)
    // `[!def]-` is folded in Obsidian; nothing folds here.
    if first.text.first == "-" || first.text.first == "+" { first.text.removeFirst() }
    first.text = String(first.text.drop { $0 == " " })
    let rest = (first.text.isEmpty ? [] : [.run(first)]) + inlines.dropFirst()
    let end = rest.firstIndex(of: .lineBreak) ?? rest.endIndex
    let body = Array(rest[end...].dropFirst())
    return .callout(
      .init(
        kind: kind, title: Array(rest[..<end]),
        blocks: (body.isEmpty ? [] : [.paragraph(body)]) + blocks.dropFirst()))
  }

  /// What stands between `[!` and `]` at the beginning of a text.
  static func calloutKind(_ text: String) -> String? {
    guard text.hasPrefix("[!") else { return nil }
    let kind = text.dropFirst(2).prefix { $0 != "]" }
    guard kind.endIndex < text.endIndex, !kind.isEmpty, kind.count <= 40,
      kind.allSatisfy({ $0.isLetter || $0.isNumber || "-_ |".contains($0) })
    else { return nil }
    return String(kind)
  }
}

extension Block {
  /// The text of the block where only lines have room, as in a cell.
  var line: [Inline] {
    switch self {
    case .paragraph(let inlines), .heading(_, let inlines), .code(let inlines, _): inlines
    case .list(let list): Self.line(of: list.items.flatMap(\.blocks))
    case .quote(let blocks): Self.line(of: blocks)
    case .callout(let callout): Self.line(of: [.paragraph(callout.heading)] + callout.blocks)
    case .table(let table): Self.line(of: table.rows.joined().map { .paragraph($0) })
    case .rule: []
    }
  }

  static func line(of blocks: [Block]) -> [Inline] {
    Array(blocks.map(\.line).filter { !$0.isEmpty }.joined(separator: [.lineBreak]))
  }
}
