import TerminalUI
import Testing

/// Reads a card from top to end by scrolling, as a person would.
struct CardWalk {
  let view: any TerminalView
  let frame: TerminalUI.Frame

  init(_ view: any TerminalView) {
    self.view = view
    frame = Frame(view.size).keepingMessageRow()
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// A row of the card area; the mark that there is more covers what lies from `known` on.
  private struct Row: Equatable {
    var row: CapturedRow
    var known: Int

    func agrees(with other: Row) -> Bool {
      let common = min(known, other.known)
      return row.columns[..<common] == other.row.columns[..<common]
    }
  }

  private struct Window: Equatable {
    var rows: [Row]
    var hasMoreAbove = false
    var hasMoreBelow = false

    /// Whether `next` shows the same text so many rows further down.
    func goesOn(in next: Window, after step: Int) -> Bool {
      zip(rows.dropFirst(step), next.rows).allSatisfy { $0.agrees(with: $1) }
    }
  }

  // MARK: Looking

  /// Waits until what is shown is as wanted and the program at rest; a slow machine has two
  /// minutes.
  ///
  /// Two looks must agree: between them the terminal takes in what was sent before the first. There
  /// are a hundred at least: where all tests run at once, a minute may pass between two.
  func waits<Seen>(
    for what: String, seconds: Int = 120, until look: ([String]) throws -> Seen?
  ) async throws -> Seen {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    var rows: [String] = []
    var wasIdle = false
    var looks = 0
    repeat {
      looks += 1
      let before = rows
      let isIdle = view.isIdle
      rows = try view.rows()
      defer { wasIdle = isIdle }
      if isIdle, wasIdle, rows == before, let seen = try look(rows) { return seen }
      try await Task.sleep(for: .milliseconds(2))
    } while clock.now < end || looks < 100
    throw Failure(description: "\(what): not within \(seconds) s\n\(rows.joined(separator: "\n"))")
  }

  func sees(_ text: String) async throws {
    _ = try await waits(for: "the screen shows '\(text)'") { rows in
      rows.contains { $0.contains(text) } ? true : nil
    }
  }

  private func window(_ rows: [String]) -> Window? {
    let body = frame.body
    guard rows.count == view.size.height else { return nil }
    var window = Window(
      rows: rows[body.y..<body.maxY].map {
        Row(row: CapturedRow($0, width: view.size.width), known: view.size.width)
      })
    func takeMark(_ mark: String, _ index: Int) -> Bool {
      let place = body.maxX - (body.width >= 40 ? 6 : 1)
      guard window.rows[index].row.columns[place] == mark else { return false }
      // A wide glyph of which the mark covers the right half is not seen either.
      window.rows[index].known = place - 1
      return true
    }
    window.hasMoreAbove = takeMark("▲", 0)
    window.hasMoreBelow = takeMark("▼", window.rows.count - 1)
    return window
  }

  // MARK: Reading

  /// All rows of the card, from the one that begins so; pages are turned where it is long.
  func rows(begin: String, isLong: Bool) async throws -> [CapturedRow] {
    try view.press(.top)
    var window = try await waits(for: "the card's top") { rows -> Window? in
      guard let window = self.window(rows), !window.hasMoreAbove else { return nil }
      return window.rows.contains { $0.row.text(0..<view.size.width) == begin } ? window : nil
    }
    var all = window.rows
    let step = isLong ? max(1, frame.body.height - 2) : 1
    while window.hasMoreBelow {
      try view.press(isLong ? .pageDown : .down)
      let before = window
      let (next, moved) = try await waits(for: "the rows below", seconds: 10) {
        rows -> (Window, Int)? in
        guard let next = self.window(rows), next != before, next.hasMoreAbove else { return nil }
        // The last step may be a short one.
        for moved in next.hasMoreBelow ? [step] : Array((1...step).reversed())
        where before.goesOn(in: next, after: moved) {
          return (next, moved)
        }
        return nil
      }
      window = next
      let overlap = window.rows.count - moved
      for (index, row) in window.rows.prefix(overlap).enumerated() {
        let place = all.count - overlap + index
        if row.known > all[place].known { all[place] = row }
      }
      all += window.rows.dropFirst(overlap)
    }
    // What only stood under a mark was never seen.
    var read = all.map { $0.row.cut(at: $0.known) }
    while read.last?.isBlank == true { read.removeLast() }
    return Array(read.drop { $0.isBlank })
  }
}
