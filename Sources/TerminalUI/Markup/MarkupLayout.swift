public import Markup

/// A document laid out in lines of a width.
public struct MarkupLayout: Hashable, Sendable {
  public private(set) var lines: [StyledLine] = []

  /// Lays out for `width` columns, at least 1.
  ///
  /// Cost: some microseconds a line.
  public init(_ document: MarkupDocument, width: Int) {
    var writer = LayoutWriter(width: max(1, width))
    writer.write(document.blocks)
    lines = writer.lines
  }

  /// Columns of the widest line; more than the layout's width when something is unwrapped.
  public var contentWidth: Int {
    lines.reduce(0) { max($0, $1.width) }
  }
}

/// Writes blocks one below the other.
struct LayoutWriter {
  let width: Int
  private(set) var lines: [StyledLine] = []
  /// What stands before each line: the indentation of lists and the bars of quotes.
  private var prefix: [StyledRun] = []
  /// What stands once in the place of the last part of the prefix: a bullet or number.
  private var marker: StyledRun?

  init(width: Int) {
    self.width = width
  }

  private var prefixWidth: Int {
    prefix.reduce(0) { $0 + PortableText.width(of: $1.text) }
  }

  /// What is left beside the prefix; nested lists give up their indentation in a narrow column.
  private var available: Int {
    max(1, width - prefixWidth)
  }

  mutating func write(_ blocks: [Block], isTight: Bool = false) {
    for (index, block) in blocks.enumerated() {
      if index > 0, !isTight { add([]) }
      write(block)
    }
  }

  private mutating func write(_ block: Block) {
    switch block {
    case .paragraph(let inlines): write(inlines, Style(.text))
    case .heading(_, let inlines): write(inlines, Style(.heading, .bold))
    case .rule:
      add([
        StyledRun(String(repeating: "─", count: available), Style(.rule), isDecoration: true)
      ])
    case .quote(let blocks):
      nested(StyledRun("│ ", Style(.quote), isDecoration: true)) { $0.write(blocks) }
    case .code(let text, _): write(code: text)
    case .list(let list): write(list)
    case .table(let table): write(table)
    }
  }

  private mutating func nested(_ run: StyledRun, _ body: (inout Self) -> Void) {
    // In a column too narrow for both, the text matters more than the indentation.
    let fits = prefixWidth + PortableText.width(of: run.text) + 4 <= width
    if fits { prefix.append(run) }
    body(&self)
    if fits { prefix.removeLast() }
  }

  // MARK: Lines

  private mutating func add(
    _ runs: [StyledRun], isUnwrapped: Bool = false, ending: StyledLine.Ending = .hard
  ) {
    var before = prefix
    if let marker {
      if before.isEmpty { before = [marker] } else { before[before.count - 1] = marker }
      self.marker = nil
    }
    lines.append(StyledLine(before + runs, isUnwrapped: isUnwrapped, ending: ending))
  }

  private mutating func write(_ inlines: [Inline], _ base: Style) {
    var line: [StyledRun] = []
    for inline in inlines {
      switch inline {
      case .run(let run): line.append(StyledRun(run.text, Self.style(of: run, base)))
      case .lineBreak:
        wrap(line)
        line = []
      }
    }
    wrap(line)
  }

  private mutating func wrap(_ runs: [StyledRun]) {
    for line in Wrapping(runs, width: available).lines { add(line.runs, ending: line.ending) }
  }

  private mutating func write(code text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      add(
        [StyledRun(PortableText.expandingTabs(in: String(line)), Style(.code))], isUnwrapped: true)
    }
  }

  static func style(of run: Run, _ base: Style) -> Style {
    var style = base
    if run.emphasis.contains(.strong) { style.attributes.insert(.bold) }
    if run.emphasis.contains(.emphasised) { style.attributes.insert(.italic) }
    if run.emphasis.contains(.underlined) { style.attributes.insert(.underline) }
    if run.emphasis.contains(.struck) { style.attributes.insert(.strikethrough) }
    switch run.kind {
    case .text: break
    case .code: style.role = .code
    case .math: style.role = .math
    case .link: style.role = .link
    case .picture: style.role = .dim
    }
    if run.isCloze { style.role = .cloze }
    return style
  }

  // MARK: Lists

  private mutating func write(_ list: Block.ItemList) {
    let last = list.start.map { $0 + list.items.count - 1 } ?? 0
    let width = list.start == nil ? 2 : "\(last)".count + 2
    for (index, item) in list.items.enumerated() {
      var text = list.start.map { "\($0 + index). " } ?? "• "
      text = String(repeating: " ", count: max(0, width - text.count)) + text
      if let isTicked = item.isTicked { text += isTicked ? "[x] " : "[ ] " }
      let indent = String(repeating: " ", count: PortableText.width(of: text))
      nested(StyledRun(indent, isDecoration: true)) { writer in
        writer.marker = StyledRun(text, Style(.accent), isDecoration: true)
        if item.blocks.isEmpty { writer.add([]) }
        writer.write(item.blocks, isTight: true)
        writer.marker = nil
      }
    }
  }

  // MARK: Tables

  private mutating func write(_ table: Block.Table) {
    let cells = table.rows.enumerated().map { number, row in
      row.map { cell in
        cell.compactMap { inline -> StyledRun? in
          guard case .run(let run) = inline else { return StyledRun(" ") }
          return StyledRun(run.text, Self.style(of: run, Style(.text, number == 0 ? .bold : [])))
        }
      }
    }
    let widths = table.alignments.indices.map { column in
      cells.map { row in row[column].reduce(0) { $0 + PortableText.width(of: $1.text) } }.max() ?? 0
    }
    for (number, row) in cells.enumerated() {
      var runs: [StyledRun] = []
      for (column, cell) in row.enumerated() {
        if column > 0 { runs.append(StyledRun(" │ ", Style(.rule), isDecoration: true)) }
        runs += padded(cell, to: widths[column], table.alignments[column])
      }
      addTableLine(runs)
      if number == 0 {
        let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
        addTableLine([StyledRun(rule, Style(.rule), isDecoration: true)])
      }
    }
  }

  private mutating func addTableLine(_ runs: [StyledRun]) {
    let columns = runs.reduce(0) { $0 + PortableText.width(of: $1.text) }
    add(runs, isUnwrapped: columns > available)
  }

  private func padded(
    _ cell: [StyledRun], to width: Int, _ alignment: Block.Alignment
  ) -> [StyledRun] {
    let room = width - cell.reduce(0) { $0 + PortableText.width(of: $1.text) }
    let left =
      switch alignment {
      case .left: 0
      case .centre: room / 2
      case .right: room
      }
    func blanks(_ count: Int) -> StyledRun {
      StyledRun(String(repeating: " ", count: count), isDecoration: true)
    }
    return [blanks(left)] + cell + [blanks(room - left)]
  }
}
