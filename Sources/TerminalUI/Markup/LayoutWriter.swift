import Markup

/// Writes blocks one below the other.
struct LayoutWriter {
  let width: Int
  private(set) var lines: [StyledLine] = []
  /// What stands before each line, outermost first.
  private var indents: [Indent] = []
  private var indentWidth = 0
  /// A bullet or number for which there is no room beside the text: it begins the next text.
  private var looseMarker: StyledRun?

  init(width: Int) {
    self.width = width
  }

  /// The indentation of a list or the bar of a quote.
  private struct Indent {
    var run: StyledRun
    /// What stands once in its place: a bullet or number.
    var marker: StyledRun?
  }

  /// What is left beside the indentation.
  var available: Int { width - indentWidth }

  /// Columns that the text keeps beside any indentation.
  private static let leastText = 4

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
    case .quote(let blocks): nested(Self.bar) { $0.write(blocks) }
    case .callout(let callout):
      nested(Self.bar) { writer in
        writer.write(callout.heading, Style(.quote, .bold))
        writer.write(callout.blocks)
      }
    case .code(let inlines, _): write(code: inlines)
    case .list(let list): write(list)
    case .table(let table): write(table)
    }
  }

  private static let bar = StyledRun("│ ", Style(.quote), isDecoration: true)

  /// Writes what stands beside an indentation, without it where the column is too narrow.
  private mutating func nested(
    _ run: StyledRun, marker: StyledRun? = nil, _ body: (inout Self) -> Void
  ) {
    let columns = PortableText.width(of: run.text)
    if columns + Self.leastText <= available {
      indents.append(Indent(run: run, marker: marker))
      indentWidth += columns
      body(&self)
      indents.removeLast()
      indentWidth -= columns
    } else {
      if let marker {
        let text = (looseMarker?.text ?? "") + marker.text
        looseMarker = StyledRun(text, marker.style, isDecoration: true)
      }
      body(&self)
    }
  }

  // MARK: Lines

  /// Adds a line; nothing in it is wrapped.
  mutating func add(
    _ runs: [StyledRun], isUnwrapped: Bool = false, ending: StyledLine.Ending = .hard
  ) {
    if looseMarker != nil {
      wrap([], ending: runs.isEmpty ? .hard : .nothing)
      if runs.isEmpty { return }
    }
    var before: [StyledRun] = []
    before.reserveCapacity(indents.count + runs.count)
    for index in indents.indices {
      before.append(indents[index].marker ?? indents[index].run)
      indents[index].marker = nil
    }
    if runs.isEmpty {
      while let last = before.last, last.text.utf8.allSatisfy({ $0 == 0x20 }) {
        before.removeLast()
      }
    }
    lines.append(StyledLine(before + runs, isUnwrapped: isUnwrapped, ending: ending))
  }

  private mutating func write(_ inlines: [Inline], _ base: Style) {
    for line in inlines.split(separator: .lineBreak, omittingEmptySubsequences: false) {
      wrap(Self.runs(of: line, base))
    }
  }

  private mutating func wrap(_ runs: [StyledRun], ending: StyledLine.Ending = .hard) {
    var runs = runs
    if let marker = looseMarker {
      runs.insert(marker, at: 0)
      looseMarker = nil
    }
    for line in Wrapping(runs, width: available).lines {
      add(line.runs, ending: line.ending == .hard ? ending : line.ending)
    }
  }

  private mutating func write(code inlines: [Inline]) {
    for line in inlines.split(separator: .lineBreak, omittingEmptySubsequences: false) {
      var column = 0
      var runs = Self.runs(of: line, Style(.code))
      for index in runs.indices {
        runs[index].text = PortableText.expandingTabs(in: runs[index].text, column: column)
        column += PortableText.width(of: runs[index].text)
      }
      add(runs, isUnwrapped: true)
    }
  }

  // MARK: Styles

  static func runs(of inlines: ArraySlice<Inline>, _ base: Style) -> [StyledRun] {
    inlines.compactMap { inline in
      guard case .run(let run) = inline else { return nil }
      return StyledRun(run.text, style(of: run, base))
    }
  }

  private static func style(of run: Run, _ base: Style) -> Style {
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
    case .picture, .sound: style.role = .dim
    case .missingPicture: style.role = .warning
    }
    if run.isCloze { style.role = .cloze }
    return style
  }

  // MARK: Lists

  private mutating func write(_ list: Block.ItemList) {
    // Numbers stand flush right, so that the text of all items begins in one column.
    let widest = list.start.map { start in
      max("\(start)".count, "\(start &+ list.items.count - 1)".count)
    }
    for (index, item) in list.items.enumerated() {
      if index > 0, !list.isTight { add([]) }
      var text = "• "
      if let start = list.start, let widest {
        let number = "\(start &+ index)"
        text = String(repeating: " ", count: max(0, widest - number.count)) + number + ". "
      }
      if let isTicked = item.isTicked { text += isTicked ? "[x] " : "[ ] " }
      let indent = String(repeating: " ", count: text.count)
      nested(
        StyledRun(indent, isDecoration: true),
        marker: StyledRun(text, Style(.accent), isDecoration: true)
      ) { writer in
        if item.blocks.isEmpty { writer.add([]) }
        writer.write(item.blocks, isTight: list.isTight)
      }
    }
  }
}
