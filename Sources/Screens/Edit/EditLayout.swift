import Interaction
import StudyDomain
import TerminalUI

/// Where the rows of the form and the cards stand.
///
/// On wide terminals the cards stand beside the form, else below it; on the smallest only the row
/// under edit is left.
@MainActor struct EditLayout {
  struct Place {
    var row: EditRow
    var label: String
    /// Of the text, without the label.
    var rect: Rect
  }

  private(set) var places: [Place] = []
  /// For the cards, or the list of what can be chosen.
  private(set) var below: Rect
  private(set) var labelWidth = 0

  private static let narrowest = 40
  private static let wide = 96

  init(_ viewModel: EditViewModel, body: Rect) {
    let isWide = body.width >= Self.wide
    let width = isWide ? body.width / 2 - 2 : body.width
    let rows = Self.shownRows(viewModel, body)
    let labels = rows.map { Self.label(of: $0, viewModel) }
    let longest = labels.reduce(0) { max($0, PortableText.width(of: $1)) }
    labelWidth = body.width >= Self.narrowest ? min(longest, 16) + 2 : 0
    let textWidth = max(1, width - labelWidth)
    let listHeight = viewModel.shownChoices.isEmpty ? 0 : min(viewModel.shownChoices.count, 8)
    // The cards get a third, if they are not beside.
    let kept = isWide ? 0 : max(listHeight, body.height >= 10 ? body.height / 3 : 0)
    var left = max(1, body.height - kept)
    var heights = rows.map { _ in 1 }
    left -= rows.count
    for pass in [true, false] {
      for (place, row) in rows.enumerated() where (row == viewModel.row) == pass {
        guard case .field(let field) = row else { continue }
        viewModel.fit(
          field, columns: textWidth, rows: max(1, heights[place] + max(0, left)),
          width: Self.width)
        let more = min(max(0, left), max(0, viewModel.areas[field].rows.count - 1))
        heights[place] += more
        left -= more
        viewModel.fit(field, columns: textWidth, rows: heights[place], width: Self.width)
      }
    }
    var y = body.y
    for (place, row) in rows.enumerated() where y < body.maxY {
      let height = min(heights[place], body.maxY - y)
      places.append(
        Place(
          row: row, label: labels[place],
          rect: Rect(x: body.x + labelWidth, y: y, width: textWidth, height: height)))
      y += height
    }
    below =
      isWide
      ? Rect(
        x: body.x + width + 4, y: body.y, width: body.width - width - 4, height: body.height)
      : Rect(
        x: body.x, y: min(y + (body.maxY - y > 4 ? 1 : 0), body.maxY), width: body.width,
        height: max(0, body.maxY - y - (body.maxY - y > 4 ? 1 : 0)))
  }

  /// All rows where they fit; else those around the one at hand.
  private static func shownRows(_ viewModel: EditViewModel, _ body: Rect) -> [EditRow] {
    let rows = viewModel.rows
    let room = max(1, body.height - (viewModel.shownChoices.isEmpty ? 0 : 2))
    guard rows.count > room else { return rows }
    let place = rows.firstIndex(of: viewModel.row) ?? 0
    // A text needs more than one row.
    let count = max(1, min(room, body.height < 8 ? 1 : room - 2))
    let start = min(max(0, place - count / 2), rows.count - count)
    return Array(rows[start..<(start + count)])
  }

  static func label(of row: EditRow, _ viewModel: EditViewModel) -> String {
    switch row {
    case .deck: "Deck"
    case .kind: "Type"
    case .field(let place):
      viewModel.draft.fields[place].name + (viewModel.draft.fields[place].isSticky ? " *" : "")
    case .tags: "Tags"
    }
  }

  /// Columns of a character in a field; a tab is shown as a blank.
  nonisolated static func width(_ character: Character) -> Int {
    character == "\t" ? 1 : PortableText.width(of: character)
  }
}
