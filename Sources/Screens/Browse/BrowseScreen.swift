import Interaction
import StudyDomain
public import TerminalUI

/// Draws Browse: the query, the cards it finds, and the card at hand.
@MainActor public final class BrowseScreen: Screen {
  let viewModel: BrowseViewModel
  let keys: KeyTable
  /// Kept while the card stays: reading and laying out its text is most of a frame's work.
  var picture: CardPicture?

  public init(viewModel: BrowseViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .browse)
  }

  public var name: ScreenName { .browse }

  public var subject: Subject {
    Subject(deck: viewModel.row?.report?.deck, card: viewModel.row?.key)
  }

  public var inputContext: InputContext {
    switch viewModel.mode {
    case .rows, .card: .commands
    case .query, .field, .list, .flag, .deleting: .textField
    }
  }

  public func whyOff(_ action: Action) -> String? {
    viewModel.whyOff(action)
  }

  public func tick(_ now: Moment) {
    viewModel.timePassed()
  }

  // MARK: Keys

  public func handle(_ key: Key, now: Moment) -> Bool {
    switch viewModel.mode {
    case .query: return handleInQuery(key)
    case .field: return handleInField(key)
    case .list(.decks): return handleInDecks(key)
    case .list: return handleInList(key)
    case .deleting:
      let isWanted = keys.action(for: key) == .browseDelete || key == .character("y")
      viewModel.deletionAnswered(isWanted)
      return true
    case .flag:
      viewModel.flagChosen(digit(of: key))
      return true
    case .rows, .card: break
    }
    if key == .escape {
      viewModel.escapePressed()
      return true
    }
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      if viewModel.mode == .card { viewModel.scrolled(movement) } else { viewModel.moved(movement) }
      return true
    }
    return perform(action) || performOnCards(action)
  }

  private func perform(_ action: Action) -> Bool {
    switch action {
    case .browseShow: viewModel.showPressed()
    case .browseSearch: viewModel.queryPressed()
    case .browseSelect: viewModel.selectPressed()
    case .browseRange: viewModel.rangePressed()
    case .browseSelectAll: viewModel.selectAllPressed()
    case .browseSaveSearch: viewModel.saveSearchPressed()
    case .browseSearches: viewModel.listPressed(.searches)
    case .browseSort: viewModel.listPressed(.order)
    case .browseColumns: viewModel.listPressed(.columns)
    case .browseNextCard: viewModel.cardPressed(.down)
    case .browsePreviousCard: viewModel.cardPressed(.up)
    case .undo: viewModel.undoPressed()
    case .redo: viewModel.redoPressed()
    case .back: viewModel.backPressed()
    default: return false
    }
    return true
  }

  private func performOnCards(_ action: Action) -> Bool {
    switch action {
    case .browseBuryCard: viewModel.performed(.bury(wholeNotes: false))
    case .browseBuryNote: viewModel.performed(.bury(wholeNotes: true))
    case .browseSuspendCard: viewModel.performed(.suspend(wholeNotes: false))
    case .browseSuspendNote: viewModel.performed(.suspend(wholeNotes: true))
    case .browseMark: viewModel.performed(.mark)
    case .browseFlag: viewModel.flagPressed()
    case .browseForget: viewModel.performed(.forget)
    case .browseSetDue: viewModel.duePressed()
    case .browseTags: viewModel.tagsPressed()
    case .browseMove: viewModel.movePressed()
    case .browseDelete: viewModel.deletePressed()
    case .browseEdit: viewModel.editPressed()
    case .browseEditor: viewModel.editorPressed()
    case .browseExport: viewModel.exportPressed()
    case .browseStudy: viewModel.studyPressed()
    default: return false
    }
    return true
  }

  private func handleInQuery(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.queryEntered()
    case .escape: viewModel.queryLeft()
    case .tab: viewModel.tabPressed()
    case .down: viewModel.moved(.down)
    case .up: viewModel.moved(.up)
    case .pageDown: viewModel.moved(.pageDown)
    case .pageUp: viewModel.moved(.pageUp)
    default:
      guard let edit = key.edit else { return false }
      viewModel.queryEdited(edit)
    }
    return true
  }

  private func handleInField(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.fieldEntered()
    case .tab: viewModel.fieldCompleted()
    case .escape: viewModel.fieldLeft()
    default:
      guard let edit = key.edit else { return false }
      viewModel.fieldEdited(edit)
    }
    return true
  }

  private func handleInList(_ key: Key) -> Bool {
    if key == .enter {
      viewModel.listEntered()
      return true
    }
    // The keys of the rows below would act on cards that are out of sight.
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.listMoved(movement)
      return true
    }
    switch action {
    case .browseSelect: viewModel.listTicked()
    case .back: viewModel.listLeft()
    case .undo: viewModel.undoPressed()
    case .redo: viewModel.redoPressed()
    case .browseDelete: viewModel.listDeleted()
    default: return false
    }
    return true
  }

  private func handleInDecks(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.listEntered()
    case .escape: viewModel.listLeft()
    case .down: viewModel.listMoved(.down)
    case .up: viewModel.listMoved(.up)
    case .pageDown: viewModel.listMoved(.pageDown)
    case .pageUp: viewModel.listMoved(.pageUp)
    default:
      guard let edit = key.edit else { return false }
      viewModel.deckFilterEdited(edit)
    }
    return true
  }

  private func digit(of key: Key) -> Int? {
    for case .character(let character) in key.aliases {
      if let digit = Int(String(character)) { return digit }
    }
    return nil
  }

  public func paste(_ text: String) {
    switch viewModel.mode {
    case .query: viewModel.queryEdited(.insert(text))
    case .field: viewModel.fieldEdited(.insert(text))
    case .list(.decks): viewModel.deckFilterEdited(.insert(text))
    case .rows, .card, .list, .flag, .deleting: break
    }
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    let frame = Frame(canvas.size, widest: .max).keepingMessageRow()
    frame.drawRules(on: &canvas)
    // The rows first: the header counts what they find.
    switch viewModel.mode {
    case .card: drawCard(on: &canvas, in: frame.body)
    case .list(let list): drawList(list, on: &canvas, in: frame.body)
    case .rows, .query, .field, .flag, .deleting: drawRows(on: &canvas, in: frame)
    }
    drawHeader(on: &canvas, in: frame.header)
    drawBelow(on: &canvas, in: frame)
  }

  private func drawHeader(on canvas: inout Canvas, in rect: Rect) {
    let count = viewModel.found.count
    var right = [Span(counted(count, "card", "cards"), .dim)]
    if viewModel.selectedCount > 0 {
      right.insert(Span("\(viewModel.selectedCount) selected  ", .accent, .bold), at: 0)
    }
    if viewModel.mode == .card, count > 0 {
      right = [Span("\(viewModel.selection.index + 1)/\(count)", .dim)]
    }
    Header(left: [Span("Browse", .title, .bold)] + place, right: right)
      .draw(on: &canvas, in: rect)
  }

  private var place: [Span] {
    switch viewModel.mode {
    case .list(.searches): return [Span("  saved searches", .dim)]
    case .list(.order): return [Span("  sort by", .dim)]
    case .list(.columns): return [Span("  columns", .dim)]
    case .list(.decks): return [Span("  move to", .dim)]
    case .list(.study): return [Span("  study these", .dim)]
    case .card:
      guard let report = viewModel.row?.report else { return [] }
      return [Span("  " + report.deck.parts.joined(separator: " › "), .accent)]
    default: return []
    }
  }

  /// Messages and the last row: what is typed, or the keys.
  private func drawBelow(on canvas: inout Canvas, in frame: Frame) {
    let line = statusLine
    if let line, frame.status.height > 0 {
      canvas.draw(line, x: frame.status.x, y: frame.status.y, width: frame.status.width)
    }
    let rect = frame.footer
    guard rect.height > 0 else { return }
    if case .field(let kind) = viewModel.mode {
      let prompt =
        switch kind {
        case .tags: "Tags  "
        case .due: "Due in days  "
        case .searchName: "Save as  "
        }
      FieldView.draw(
        viewModel.field, prompt: prompt, on: &canvas, x: rect.x, y: rect.y, width: rect.width)
    } else if let line, frame.status.height == 0, viewModel.mode != .query {
      // Where there is no room for a message it takes the place of the keys.
      canvas.draw(line, x: rect.x, y: rect.y, width: rect.width)
    } else {
      footer.draw(on: &canvas, in: rect)
    }
  }

  private var statusLine: [Span]? {
    if let message = viewModel.message { return message.spans }
    if viewModel.mode == .flag {
      return [Span("Flag: 1 to 7, 0 takes it off", .accent)]
    }
    if case .deleting(let size) = viewModel.mode { return question(about: size) }
    if viewModel.mode == .field(.tags), viewModel.proposals.isEmpty {
      let tags = viewModel.row?.report?.tags ?? []
      let now = tags.isEmpty ? "" : "  now: \(tags.joined(separator: " "))"
      return [Span("+new adds, -old takes away, Tab completes" + now, .dim)]
    }
    if viewModel.mode == .field(.due) {
      return [Span("3 in three days, 3-7 one of those, 3! changes the interval too", .dim)]
    }
    if !viewModel.proposals.isEmpty {
      return [Span(viewModel.proposals.joined(separator: "  "), .dim)]
    }
    if let name = viewModel.unknownNames.first { return [Span(name, .warning)] }
    if viewModel.rangeStart != nil {
      return [Span("Range: move, then Space; Esc gives it up", .dim)]
    }
    return nil
  }

  private func question(about size: BrowseSize) -> [Span] {
    let notes = counted(size.notes, "note", "notes")
    let cards = size.cards > size.notes ? " with \(size.cards) cards" : ""
    let reviews = size.reviews > 0 ? " and \(counted(size.reviews, "answer", "answers"))" : ""
    return [Span("Delete \(notes)\(cards)\(reviews)?", .warning, .bold)]
  }
}
