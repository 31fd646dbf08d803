import TerminalUI

/// Compares rows of a card with the lines it must show, wrapping undone.
struct ShownText {
  let rows: [CapturedRow]
  let body: Rect
  private var next = 0
  /// The columns of the borders within the card's tables, and of the bars of its quotes.
  private var borders: Set<Int> = []
  private var bars: Set<Int> = []

  /// What differs, nil when nothing does.
  static func difference(_ rows: [CapturedRow], from lines: [ShownLine], body: Rect) -> String? {
    var text = ShownText(rows: rows, body: body)
    for line in lines {
      if let complaint = text.take(line) { return complaint }
    }
    guard text.next == rows.count else { return "rows after the end: \(text.current)" }
    guard text.borders.count <= 1 else { return "borders in columns \(text.borders.sorted())" }
    guard text.bars.count <= 1 else { return "bars in columns \(text.bars.sorted())" }
    for row in rows where row.columns.count != rows[0].columns.count {
      return "a row of \(row.columns.count) columns: \(row.text(0..<row.columns.count))"
    }
    for row in rows where !(row.text(0..<body.x) + row.text(body.maxX..<row.columns.count)).isEmpty
    {
      return "text outside the card area: \(row.text(0..<row.columns.count))"
    }
    return nil
  }

  private init(rows: [CapturedRow], body: Rect) {
    self.rows = rows
    self.body = body
  }

  private var current: String {
    next < rows.count ? rows[next].text(body.x..<body.maxX).debugDescription : "the end"
  }

  private mutating func take(_ line: ShownLine) -> String? {
    guard next < rows.count else { return "the end where \(line) is wanted" }
    switch line {
    case .text(let text): return take(text, line, behindBar: false)
    case .quote(let text): return take(text, line, behindBar: true)
    case .cells(let cells):
      let row = rows[next]
      let places = row.places(of: "│")
      let edges = [body.x - 1] + places + [body.maxX]
      let texts = zip(edges, edges.dropFirst()).map { row.text($0 + 1..<$1) }
      guard texts == cells else { return "\(current) where \(line) is wanted" }
      borders.formUnion(places)
    case .rule:
      let row = rows[next]
      let text = row.text(body.x..<body.maxX)
      guard !text.isEmpty, text.allSatisfy({ $0 == "─" || $0 == "┼" }) else {
        return "\(current) where a rule is wanted"
      }
      borders.formUnion(row.places(of: "┼"))
    }
    next += 1
    return nil
  }

  /// Takes rows until the text is all there: a row's end takes away one blank, or nothing.
  private mutating func take(
    _ text: String, _ line: ShownLine, behindBar: Bool
  ) -> String? {
    var rest = Substring(text).unicodeScalars
    repeat {
      var start = body.x
      if behindBar, next < rows.count {
        guard let bar = rows[next].places(of: "│").first, rows[next].text(0..<bar).isEmpty else {
          return "\(current) where a bar is wanted"
        }
        bars.insert(bar)
        start = bar + 1
      }
      guard next < rows.count,
        case let row = rows[next].text(start..<body.maxX).unicodeScalars,
        rest.starts(with: row), rest.isEmpty || !row.isEmpty
      else { return "\(current) where \(String(rest).debugDescription) of \(line) is wanted" }
      rest.removeFirst(row.count)
      if rest.first == " " { rest.removeFirst() }
      next += 1
    } while !rest.isEmpty
    return nil
  }
}
