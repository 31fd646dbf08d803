import Interaction
import StudyDomain
import TerminalUI

// The lists to choose from, and the keys of each state.
extension BrowseScreen {
  func drawList(_ list: BrowseList, on canvas: inout Canvas, in body: Rect) {
    guard body.height > 0 else { return }
    var body = body
    if list == .decks {
      FieldView.draw(
        viewModel.field, prompt: "Deck  ", on: &canvas, x: body.x, y: body.y, width: body.width)
      body = Rect(x: body.x, y: body.y + 1, width: body.width, height: body.height - 1)
    }
    viewModel.fitList(windowHeight: body.height)
    let selection = viewModel.list
    let rows = rows(of: list)
    let isWide = body.width >= 50
    Table(
      columns: list == .decks
        ? [.init("", width: nil), .init("", width: 10)]
        : isWide ? [.init("", width: 24), .init("", width: nil)] : [.init("", width: nil)],
      rows: rows.dropFirst(selection.top).prefix(body.height).map { [$0.name, $0.detail] },
      selectedRow: selection.index - selection.top
    ).draw(on: &canvas, in: body, showsTitles: false)
    ScrollMark.draw(
      above: selection.hasMoreAbove, below: selection.hasMoreBelow, on: &canvas,
      in: Rect(x: body.maxX - 1, y: body.y, width: min(1, body.width), height: body.height))
  }

  private func rows(of list: BrowseList) -> [(name: [Span], detail: [Span])] {
    let context = viewModel.context
    switch list {
    case .searches:
      return context.searches.map {
        ([Span(PortableText.truncate($0.name, to: 23))], [Span($0.query, .accent)])
      }
    case .order:
      let order = context.layout.order
      func row(_ column: CardColumn?, _ name: String, _ detail: String) -> ([Span], [Span]) {
        let isChosen = order.column == column
        let mark = isChosen ? (order.isDescending ? "▼ " : "▲ ") : "  "
        return ([Span(mark, .accent, .bold), Span(name)], [Span(detail, .dim)])
      }
      return [row(nil, "Decks", "the order of the decks and of their texts")]
        + CardColumn.allCases.map { row($0, $0.title, $0.explanation) }
    case .columns:
      return CardColumn.allCases.map { column in
        let isShown = context.layout.columns.contains(column)
        return (
          [Span(isShown ? "[x] " : "[ ] ", .accent, .bold), Span(column.title)],
          [Span(column.explanation, .dim)]
        )
      }
    case .decks:
      return viewModel.deckMatches.map {
        (
          [Span("  " + $0.deck.parts.joined(separator: " › "))],
          [Span($0.isNew ? "new" : "", .accent)]
        )
      }
    case .study:
      return CustomStudy.Mode.allCases.map {
        ([Span("  " + $0.title)], [Span($0.explanation, .dim)])
      }
    }
  }

  var footer: Footer {
    switch viewModel.mode {
    case .query:
      return Footer([
        .init(key: Key.enter.name, label: "keep", priority: 4),
        .init(key: Key.tab.name, label: "complete", priority: 2),
        .init(key: "↑ ↓", label: "rows", priority: 1),
        .init(key: Key.escape.name, label: "leave the field", priority: 3),
      ])
    case .list(.decks):
      return Footer([
        .init(key: Key.enter.name, label: "move there", priority: 3),
        .init(key: "↑ ↓", label: "choose", priority: 1),
        .init(key: Key.escape.name, label: "back", priority: 2),
      ])
    case .deleting:
      return Footer([
        .init(key: keys.keyName(of: .browseDelete) ?? "y", label: "delete", priority: 2),
        .init(key: "other keys", label: "keep", priority: 1),
      ])
    case .list(let list):
      let deletes =
        list == .searches
        ? [Footer.Item(key: keys.keyName(of: .browseDelete) ?? "", label: "take away", priority: 1)]
        : []
      return Footer(
        [.init(key: Key.enter.name, label: list == .columns ? "show or hide" : "take", priority: 3)]
          + deletes + [.init(key: Key.escape.name, label: "back", priority: 2)])
    case .flag: return Footer([.init(key: "0-7", label: "flag", priority: 1)])
    case .rows, .card, .field: break
    }
    let isCard = viewModel.mode == .card
    return keys.footer(
      without: { action in
        switch action {
        case .browseNextCard, .browsePreviousCard: !isCard
        case .browseSelect, .browseRange, .browseSelectAll, .browseSearch, .browseSort,
          .browseColumns, .browseSaveSearch, .browseSearches:
          isCard || self.viewModel.whyOff(action) != nil
        default: self.viewModel.whyOff(action) != nil
        }
      }, labels: isCard ? [.browseShow: "rows"] : [:])
  }
}

extension CustomStudy.Mode {
  fileprivate var title: String {
    switch self {
    case .normal: "What is due"
    case .ahead: "Ahead"
    case .cram: "Cram"
    }
  }

  fileprivate var explanation: String {
    switch self {
    case .normal: "within the limits of the day"
    case .ahead: "all, before their time too; answers count"
    case .cram: "all, for practice; schedules stay"
    }
  }
}
