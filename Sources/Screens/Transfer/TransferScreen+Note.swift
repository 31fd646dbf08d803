import StudyDomain
import TerminalUI

// One note as a whole.
extension TransferScreen {
  /// A note as it would be written, and what is here now: beside each other where there is room,
  /// with the words marked that only one of them has.
  func drawNote(on canvas: inout Canvas, in body: Rect) {
    guard let note = viewModel.note, body.height > 0 else { return }
    let width = body.width - 1
    var lines = Self.rows(note.reason, [], width: width, role: .dim)
    if let path = note.path {
      lines += Self.rows("Here it stands in \(path).", [], width: width, role: .dim)
    }
    lines.append([])
    guard let old = note.old else {
      lines.append([Span("In the file", .accent, .bold)])
      return drawText(
        lines + Self.rows(note.new, [], width: width, role: .text), on: &canvas, in: body)
    }
    let diff = WordDiff(note.new, old)
    let title = viewModel.isConflict ? "In the file" : "New"
    if width >= 60 {
      let column = (width - 3) / 2
      let left =
        [[Span(title, .accent, .bold)]]
        + Self.rows(note.new, diff.first, width: column, role: .text)
      let right =
        [[Span("Here now", .accent, .bold)]]
        + Self.rows(old, diff.second, width: column, role: .text)
      for row in 0..<max(left.count, right.count) {
        let one = row < left.count ? left[row] : []
        let gap = String(repeating: " ", count: max(0, column - one.width))
        lines.append(
          one + [Span(gap + " │ ", .dim)] + (row < right.count ? right[row] : []))
      }
    } else {
      lines += [[Span(title, .accent, .bold)]]
      lines += Self.rows(note.new, diff.first, width: width, role: .text)
      lines += [[], [Span("Here now", .accent, .bold)]]
      lines += Self.rows(old, diff.second, width: width, role: .text)
    }
    drawText(lines, on: &canvas, in: body)
  }

  /// A text in rows; `marks` are those of its characters, blanks left out.
  private static func rows(
    _ text: String, _ marks: [Bool], width: Int, role: Style.Role
  ) -> [[Span]] {
    var place = 0
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      (line.isEmpty ? [""] : TextWrap.rows(String(line), width: width)).map { row in
        var spans: [Span] = []
        var run = ""
        var isMarked = false
        func end() {
          if !run.isEmpty { spans.append(Span(run, role, isMarked ? [.bold, .underline] : [])) }
          run = ""
        }
        for character in row {
          let isNext =
            !character.isWhitespace && place < marks.count && marks[place]
          if !character.isWhitespace { place += 1 }
          if isNext != isMarked {
            end()
            isMarked = isNext
          }
          run.append(character)
        }
        end()
        return spans
      }
    }
  }
}
