import Interaction
import StudyDomain
public import TerminalUI

/// Draws Card info: facts, why each interval is what it is, the forgetting curve and all answers.
@MainActor public final class CardInfoScreen: Screen {
  private let viewModel: CardInfoViewModel
  private let keys: KeyTable

  public init(viewModel: CardInfoViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .cardInfo)
  }

  public var name: ScreenName { .cardInfo }
  public var subject: Subject {
    guard case .card(let info) = viewModel.content else { return Subject(card: viewModel.card) }
    return Subject(deck: info.report.deck, card: info.report.key)
  }

  public func handle(_ key: Key, now: Moment) -> Bool {
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.scrolled(movement)
      return true
    }
    switch action {
    case .back, .cardInfo: viewModel.backPressed()
    default: return false
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    switch action {
    case .undo, .redo: "Nothing is changed here; in Study it takes things back"
    default: nil
    }
  }

  public func draw(on canvas: inout Canvas) {
    let frame = Frame(canvas.size)
    frame.drawRules(on: &canvas)
    switch viewModel.content {
    case .card(let info):
      Header(
        left: [Span("Card info", .title, .bold)],
        right: [Span(info.report.deck.parts.joined(separator: " › "), .dim)]
      ).draw(on: &canvas, in: frame.header)
      draw(CardInfoRows(info, width: frame.body.width), on: &canvas, in: frame.body)
    case .nothing(let notice):
      Header(left: [Span("Card info", .title, .bold)]).draw(on: &canvas, in: frame.header)
      let rows = notice.rows(width: frame.body.width).prefix(frame.body.height)
      for (row, spans) in rows.enumerated() {
        canvas.draw(spans, x: frame.body.x, y: frame.body.y + row, width: frame.body.width)
      }
    }
    keys.footer(without: { whyOff($0) != nil }).draw(on: &canvas, in: frame.footer)
  }

  private func draw(_ made: CardInfoRows, on canvas: inout Canvas, in body: Rect) {
    viewModel.fit(contentHeight: made.rows.count, windowHeight: body.height)
    let offset = viewModel.scroll.offset
    let shown = offset..<min(made.rows.count, offset + body.height)
    let curve = shown.overlaps(made.curve) ? made.curvePicture() : nil
    for row in shown {
      let y = body.y + row - offset
      if let curve, made.curve.contains(row) {
        for x in 0..<curve.size.width {
          let cell = curve[x, row - made.curve.lowerBound]
          if cell != .blank { canvas.put(cell, x: body.x + x, y: y) }
        }
      } else {
        canvas.draw(made.rows[row], x: body.x, y: y, width: body.width)
      }
    }
    ScrollMark.draw(viewModel.scroll, on: &canvas, in: body)
  }
}
