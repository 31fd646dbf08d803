import Interaction
import StudyDomain
public import TerminalUI

/// Draws Study: a card, its answer, and what each grade would give.
@MainActor public final class StudyScreen: Screen {
  let viewModel: StudyViewModel
  let keys: KeyTable
  let formKeys: KeyTable
  /// Columns for `u undo  q back  ? help`.
  private static let otherKeys = 22
  /// What the last `draw` put on the canvas.
  private var drawnFace = StudyViewModel.Face.none
  /// Kept while the card stays: reading and laying out its text is most of a frame's work.
  private(set) var picture: CardPicture?

  public init(viewModel: StudyViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .study)
    formKeys = keys.table(for: .studyForm)
  }

  public var name: ScreenName { .study }
  public var inputContext: InputContext {
    viewModel.isTyping || viewModel.isTypingTags ? .textField : .commands
  }
  public var subject: Subject {
    Subject(deck: viewModel.card?.deck ?? viewModel.session.deck, card: viewModel.card?.key)
  }

  public var nextTick: Moment? {
    guard let now = viewModel.now else { return nil }
    if case .waiting = viewModel.session.current { return now.adding(milliseconds: 1000) }
    return viewModel.session.custom?.minutesLeft == nil ? nil : now.adding(milliseconds: 20_000)
  }

  public func painted(at now: Moment) {
    viewModel.painted(drawnFace, at: now)
  }

  public func tick(_ now: Moment) {
    viewModel.timePassed(now)
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    let session = viewModel.session
    let frame = Frame(canvas.size).keepingMessageRow()
    drawnFace = viewModel.face
    frame.drawRules(on: &canvas)
    header(of: session, width: frame.header.width).draw(on: &canvas, in: frame.header)
    switch (viewModel.face, session.current) {
    case (.previous(let text), _):
      drawCard(
        front: text.front, text: text, showsAnswer: true,
        missingPictures: session.previousMissingPictures,
        notes: [[Span("The card before; any key of a card goes back", .dim)]],
        on: &canvas, in: frame.body)
    case (_, .card(let card)):
      let (body, input) = inputRow(of: frame.body)
      drawCard(
        front: viewModel.front, text: card.text, showsAnswer: viewModel.isAnswerShown,
        missingPictures: card.missingPictures, form: viewModel.form, on: &canvas, in: body)
      drawInput(on: &canvas, in: input)
    case (_, .waiting(let until)):
      drawMiddle(waitingRows(until: until), on: &canvas, in: frame.body)
    case (_, .finished): break
    }
    drawStatus(of: session, on: &canvas, in: frame)
    drawFooter(of: session, on: &canvas, in: frame.footer)
  }

  private func header(of session: StudySession, width: Int) -> Header {
    let isWide = width >= 60
    let marks = marks()
    var left = title(of: session)
    if let card = viewModel.card {
      // Without a deck of its own the session says from which deck each card is.
      let known = session.deck.contains(card.deck) ? session.deck.parts.count : 0
      left.append(Span(card.deck.parts.dropFirst(known).map { " › " + $0 }.joined(), .dim))
      if isWide, let context = Self.context(of: card) {
        left.append(Span(" · " + context, .dim))
      }
    }
    let counts = counts(of: session, width: width)
    guard !marks.isEmpty else { return Header(left: left, right: counts) }
    if isWide { return Header(left: left + marks, right: counts) }
    // Where the names of decks are cut the marks are not; the counts go before them.
    let isRoomy = marks.width + 1 + counts.width + 10 <= width
    return Header(
      left: left, right: isRoomy ? marks + [Span(" ")] + counts : Array(marks.dropFirst()))
  }

  /// What is studied, and first what answers do where that is not the usual.
  private func title(of session: StudySession) -> [Span] {
    let name = session.custom?.cards ?? session.deck.parts.joined(separator: " › ")
    let word = session.custom?.word ?? ""
    return (word.isEmpty ? [] : [Span(word.uppercased() + " ", .warning, .bold)])
      + [Span(name, .title, .bold)]
  }

  /// What a person, or failing, made of the card.
  private func marks() -> [Span] {
    guard let card = viewModel.card else { return [] }
    var marks: [Span] = []
    if card.isMarked { marks += [Span(" "), Span("*", .accent, .bold)] }
    if card.flag > 0 { marks += [Span(" "), Span("⚑\(card.flag)", .accent, .bold)] }
    if card.isLeech { marks += [Span(" "), Span("leech", .warning)] }
    return marks
  }

  /// The headings above a card, without those that only repeat the names of its decks.
  private static func context(of card: StudyCard) -> String? {
    let decks = Set(card.deck.parts.map { $0.lowercased() })
    let headings = card.context?.split(separator: " › ") ?? []
    let more = headings.drop { decks.contains($0.lowercased()) }
    return more.isEmpty ? nil : more.joined(separator: " › ")
  }

  private func counts(of session: StudySession, width: Int) -> [Span] {
    let pool = viewModel.card?.pool
    let words = width >= 60
    func count(_ word: String, _ count: Int, _ role: Style.Role, _ own: CardCounts.Pool) -> [Span] {
      let attributes: Style.Attributes = pool == own ? [.underline, .bold] : []
      return [
        Span(words ? word + " " : "", .dim), Span(String(max(0, count)), role, attributes),
        Span(words ? "  " : " "),
      ]
    }
    let minutes = session.custom?.minutesLeft.map { [Span("\($0) min  ", .accent)] } ?? []
    return minutes + count("new", session.counts.new, .new, .new)
      + count("learn", session.counts.learning, .learning, .learning)
      + count("due", session.counts.due, .due, .due)
      + (words
        ? [Span(" \(session.done)/\(session.total)", .dim)] : [])
  }

  private func drawCard(
    front: String, text: CardText, showsAnswer: Bool, missingPictures: Set<String>,
    form: AskForm? = nil, notes: [[Span]] = [], on canvas: inout Canvas, in body: Rect
  ) {
    let contents = CardPicture.Contents(
      front: front, back: text.back, replaces: text.backReplacesFront, showsAnswer: showsAnswer,
      missingPictures: missingPictures, notes: notes, form: form, width: body.width,
      height: body.height)
    let picture =
      if let kept = self.picture, kept.contents == contents { kept } else { CardPicture(contents) }
    self.picture = picture
    viewModel.fit(
      contentHeight: picture.rows.count, windowHeight: body.height,
      hiddenColumns: picture.hiddenColumns,
      answer: picture.answerRows ?? picture.focusRows)
    let scroll = viewModel.scroll
    picture.draw(on: &canvas, in: body, scroll: scroll.offset, sideways: viewModel.sideways)
    ScrollMark.draw(scroll, on: &canvas, in: body)
  }

  private func waitingRows(until: Timestamp) -> [[Span]] {
    let left = viewModel.now.map { max(0, until.seconds - $0.wall.seconds) }
    var rows: [[Span]] = [[Span("Only cards in learning are left.")], []]
    if let left {
      let clock = "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)"
      rows.append([Span("The next one comes in "), Span(clock, .learning, .bold)])
    }
    rows.append([])
    rows.append([
      Span(keys.keyName(of: .showAnswer) ?? "", .key, .bold), Span(" asks it now", .dim),
    ])
    return rows
  }

  private func drawMiddle(_ rows: [[Span]], on canvas: inout Canvas, in body: Rect) {
    let shown = rows.count <= body.height ? rows : rows.filter { !$0.isEmpty }
    let top = body.y + max(0, (body.height - shown.count) / 3)
    for (row, spans) in shown.enumerated() where top + row < body.maxY {
      canvas.draw(spans, x: body.x, y: top + row, width: body.width, align: .center)
    }
  }

  /// Says what there is to say in the row kept for it; what is longer covers the end of the card.
  private func drawStatus(of session: StudySession, on canvas: inout Canvas, in frame: Frame) {
    if case .tags(let field)? = viewModel.question {
      return drawTags(field, on: &canvas, in: frame)
    }
    let notice = noticeRows(of: session, width: frame.body.width)
    if frame.status.height > 0 {
      let rows = notice.isEmpty ? siblingRows(of: session) : notice
      let place = frame.status
      for (row, spans) in rows.enumerated() {
        let y = place.maxY - rows.count + row
        guard y >= frame.body.y else { continue }
        canvas.fill(
          Rect(x: frame.column.x, y: y, width: frame.column.width, height: 1), style: .plain)
        canvas.draw(spans, x: place.x, y: y, width: place.width)
      }
    } else if let first = notice.first {
      // Where no row is left for messages they take the header's place: errors are always seen.
      let place = frame.header.height > 0 ? frame.header : frame.body
      canvas.fill(
        Rect(x: place.x, y: place.y, width: place.width, height: 1), style: .plain)
      canvas.draw(
        viewModel.message?.spans ?? first, x: place.x, y: place.y, width: place.width)
    }
  }

  private func noticeRows(of session: StudySession, width: Int) -> [[Span]] {
    if viewModel.awaitsFlag { return [[Span("Flag: 1 to 7, 0 takes it off", .accent)]] }
    if case .delete(let cards)? = viewModel.question {
      let what = cards == 1 ? "the note" : "the note with its \(cards) cards"
      return [
        [
          Span("Delete \(what)? ", .warning), Span("y", .key, .bold),
          Span(" yes, any other key no"),
        ]
      ]
    }
    if viewModel.isEditing { return [[Span("The editor is open …", .dim)]] }
    if let message = viewModel.message { return message.rows(width: width) }
    if let notice = session.notice { return notice.rows(width: width) }
    return []
  }

  private func siblingRows(of session: StudySession) -> [[Span]] {
    guard session.heldBackSiblings > 0, !viewModel.isAnswerShown else { return [] }
    let wait = session.heldBackSiblings == 1 ? "sibling waits" : "siblings wait"
    let key = keys.keyName(of: .siblings) ?? ""
    return [[Span("\(session.heldBackSiblings) \(wait) until tomorrow (\(key) shows them)", .dim)]]
  }

  private func drawFooter(of session: StudySession, on canvas: inout Canvas, in rect: Rect) {
    guard rect.height > 0 else { return }
    if viewModel.isAnswering {
      formFooter.draw(on: &canvas, in: rect)
      return
    }
    var rest = rect
    let isPrevious = if case .previous = viewModel.face { true } else { false }
    let isAnswerShown = viewModel.isAnswerShown && !isPrevious
    if isAnswerShown, let card = viewModel.card {
      let grades = GradeRow.spans(
        for: card.intervals, suggested: viewModel.suggestion, keys: keys, width: rect.width,
        leaving: Self.otherKeys)
      let end = canvas.draw(grades, x: rect.x, y: rect.y, width: rect.width)
      GradeRow.noteKeys(of: grades, on: &canvas, x: rect.x, y: rect.y)
      let gap = rect.maxX - end - 5 >= Self.otherKeys ? 5 : 3
      let left = rect.maxX - end - gap
      guard left >= 6 else { return }
      rest = Rect(x: end + gap, y: rect.y, width: left, height: 1)
    }
    let isWaiting = viewModel.card == nil
    keys.footer(
      without: { action in
        switch action {
        case .showAnswer: isAnswerShown
        case .undo: session.done == 0 && session.previous == nil
        default: self.whyOff(action) != nil
        }
      }, labels: isPrevious ? [.showAnswer: "back"] : isWaiting ? [.showAnswer: "ask now"] : [:],
      // Beside the grades what ends a mistake or the session comes first.
      priorities: isAnswerShown ? [.undo: 90, .back: 85] : [:]
    ).draw(on: &canvas, in: rest)
  }
}
