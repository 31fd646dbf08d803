import TerminalUI

/// Rows of actions with their keys, as palette and menu show them.
struct CommandTable {
  let entries: [CommandEntry]
  var selectedRow: Int?
  /// The menu's rows begin with their numbers, up to nine.
  var isNumbered = false

  func draw(on canvas: inout Canvas, in rect: Rect) {
    let isWide = rect.width >= 60
    let rows = entries.enumerated().map { row(of: $1, at: $0, isWide) }
    let keyWidth = entries.map { PortableText.width(of: keys(of: $0, isWide)) }.max() ?? 0
    var columns: [Table.Column] = isNumbered ? [.init("", width: 2)] : []
    if isWide { columns.append(.init("", width: 18)) }
    columns += [.init("", width: nil), .init("", width: keyWidth + 1, align: .right)]
    columns.append(.init("", width: 1))
    Table(columns: columns, rows: rows, selectedRow: selectedRow)
      .draw(on: &canvas, in: rect, showsTitles: false)
  }

  private func keys(of entry: CommandEntry, _ isWide: Bool) -> String {
    entry.keys.prefix(isWide ? 3 : 1).joined(separator: " ")
  }

  private func row(of entry: CommandEntry, at place: Int, _ isWide: Bool) -> [[Span]] {
    let isOff = entry.whyOff != nil
    // What is off shows it without colour too.
    let label = Span((isOff ? "× " : "  ") + entry.label, isOff ? .dim : .text, isOff ? [] : .bold)
    let help = Span(entry.whyOff ?? entry.help, .dim)
    let keys = [Span(keys(of: entry, isWide), isOff ? .dim : .key)]
    let number = place < 9 ? "\(place + 1) " : ""
    return (isNumbered ? [[Span(number, .key, .bold)]] : [])
      + (isWide ? [[label], [help], keys, []] : [[label], keys, []])
  }

  /// The selected action in a sentence, with its name.
  static func details(of entry: CommandEntry) -> [Span] {
    if let reason = entry.whyOff { return [Span("! " + reason, .warning)] }
    return [Span(entry.help), Span("  " + entry.action.rawValue, .dim)]
  }
}
