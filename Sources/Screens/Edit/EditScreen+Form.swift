import Interaction
import StudyDomain
import TerminalUI

extension EditScreen {
  func drawForm(_ layout: EditLayout, on canvas: inout Canvas) {
    for place in layout.places {
      let isAtHand = place.row == viewModel.row
      let rect = place.rect
      if layout.labelWidth > 0 {
        let style = Style(isAtHand ? .key : .dim, isAtHand ? .bold : [])
        let label = PortableText.truncate(place.label, to: layout.labelWidth - 1)
        if isAtHand, !viewModel.isTyping {
          canvas.fill(
            Rect(x: rect.x - layout.labelWidth, y: rect.y, width: layout.labelWidth - 1, height: 1),
            style: Style(.selection))
          canvas.draw(
            label, x: rect.x - layout.labelWidth, y: rect.y, style: Style(.selection, .bold))
        } else {
          canvas.draw(label, x: rect.x - layout.labelWidth, y: rect.y, style: style)
        }
      }
      drawRow(place, isAtHand: isAtHand, on: &canvas)
    }
  }

  private func drawRow(_ place: EditLayout.Place, isAtHand: Bool, on canvas: inout Canvas) {
    let rect = place.rect
    let isTyping = isAtHand && viewModel.isTyping
    switch place.row {
    case .field(let field):
      drawArea(
        viewModel.areas[field], label: place.label, isTyping: isTyping, on: &canvas, in: rect)
    case .deck:
      drawChooser(viewModel.draft.deck.text, isTyping: isTyping, on: &canvas, in: rect)
    case .kind:
      drawChooser(viewModel.draft.kind.name, isTyping: isTyping, on: &canvas, in: rect)
    case .tags:
      if isTyping {
        FieldView.draw(
          viewModel.tags, prompt: "", on: &canvas, x: rect.x, y: rect.y, width: rect.width)
      } else {
        canvas.draw(viewModel.tags.text, x: rect.x, y: rect.y, limit: rect.maxX)
      }
    }
  }

  /// What is chosen, or what is typed to choose another.
  private func drawChooser(
    _ value: String, isTyping: Bool, on canvas: inout Canvas, in rect: Rect
  ) {
    guard isTyping else {
      canvas.draw([Span(value)], x: rect.x, y: rect.y, width: rect.width)
      return
    }
    if viewModel.filter.text.isEmpty {
      canvas.draw([Span(value, .dim)], x: rect.x, y: rect.y, width: rect.width)
      canvas.cursor = (x: rect.x, y: rect.y)
    } else {
      FieldView.draw(
        viewModel.filter, prompt: "", on: &canvas, x: rect.x, y: rect.y, width: rect.width)
    }
  }

  private func drawArea(
    _ area: TextArea, label: String, isTyping: Bool, on canvas: inout Canvas, in rect: Rect
  ) {
    if area.text.isEmpty, rect.x == 0 || !isTyping {
      // Where there is no room for labels an empty field says its name.
      let hint = rect.width < 30 ? label : ""
      canvas.draw([Span(hint, .dim)], x: rect.x, y: rect.y, width: rect.width)
    }
    for row in 0..<rect.height where area.top + row < area.rows.count {
      let text = area.text(ofRow: area.top + row).map { $0 == "\t" ? " " : $0 }
      canvas.draw(String(text), x: rect.x, y: rect.y + row, limit: rect.maxX)
    }
    ScrollMark.draw(
      above: area.top > 0, below: area.top + rect.height < area.rows.count, on: &canvas, in: rect)
    if isTyping {
      let place = area.place
      canvas.cursor = (
        x: min(rect.x + place.column, rect.maxX - 1), y: rect.y + place.row - area.top
      )
    }
  }

  func drawChoices(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height > 0 else { return }
    viewModel.fitList(windowHeight: rect.height)
    let choices = viewModel.shownChoices
    let top = viewModel.list.isInList ? viewModel.list.selection.top : 0
    let shown = choices.dropFirst(top).prefix(rect.height)
    Table(
      columns: [.init("", width: nil), .init("", width: min(rect.width / 2, 36), align: .right)],
      rows: shown.map { [[Span(" " + $0.text)], [Span($0.remark + " ", .dim)]] },
      selectedRow: viewModel.chosen.map { $0 - top }
    ).draw(on: &canvas, in: rect, showsTitles: false)
    ScrollMark.draw(
      above: top > 0, below: top + rect.height < choices.count, on: &canvas, in: rect)
  }

  func drawPreview(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height > 0, rect.width > 0 else { return }
    let contents = PreviewPicture.Contents(cards: viewModel.preview.cards, width: rect.width)
    let picture =
      if let kept = self.picture, kept.contents == contents { kept } else {
        PreviewPicture(contents)
      }
    self.picture = picture
    viewModel.fitPreview(contentHeight: picture.rows.count, windowHeight: rect.height)
    let offset = viewModel.previewScroll.offset
    for (row, line) in picture.rows.dropFirst(offset).prefix(rect.height).enumerated() {
      canvas.draw(line, x: rect.x, y: rect.y + row, width: rect.width)
    }
    ScrollMark.draw(viewModel.previewScroll, on: &canvas, in: rect)
  }
}
