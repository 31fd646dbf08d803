import Interaction
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import Screens

@MainActor @Suite struct BrowseViewModelTests {
  let interactor = FakeBrowseInteractor()
  let router = FakeBrowseRouter()

  private func screen(_ query: String = "", card: CardKey? = nil) -> BrowseScreen {
    let screen = BrowseScreen(
      viewModel: BrowseViewModel(
        interactor: interactor, router: router, query: query, card: card))
    draw(screen)
    return screen
  }

  @discardableResult private func draw(
    _ screen: BrowseScreen, _ size: Size = Size(width: 80, height: 24)
  ) -> [String] {
    var canvas = Canvas(size: size)
    screen.draw(on: &canvas)
    return (0..<size.height).map { canvas.text(row: $0) }
  }

  /// Presses keys as the loop does, with a frame after each; a newline is Enter.
  private func type(_ keys: String, in screen: BrowseScreen) {
    for character in keys {
      let key: Key =
        switch character {
        case "\n": .enter
        case "\t": .tab
        default: .character(character)
        }
      _ = screen.handle(key, now: noon)
      draw(screen)
    }
  }

  private func fronts(_ screen: BrowseScreen) -> [String] {
    screen.viewModel.rows.compactMap { $0.report?.text.front }
  }

  @Test func `rows follow each letter of the query`() {
    let screen = screen()
    #expect(screen.viewModel.found.count == 6)
    type("/dog", in: screen)
    #expect(fronts(screen) == ["the **dog** and its `bone`"])
    #expect(screen.viewModel.rows.first?.title == "the dog and its bone")
    type("\n", in: screen)
    #expect(screen.viewModel.mode == .rows)
    #expect(screen.inputContext == .commands)
  }

  @Test func `a wrong query shows its error below its column, and the last good rows stay`() {
    let screen = screen()
    type("/to (", in: screen)
    #expect(screen.viewModel.error != nil)
    #expect(screen.viewModel.shownQuery == "to ")
    #expect(screen.viewModel.found.count == 3)
    let rows = draw(screen)
    let column = (screen.viewModel.error?.column ?? 0) - 1
    let field = rows.firstIndex { $0.contains("/ to (") }
    let mark = field.map { rows[$0 + 1] } ?? ""
    #expect(mark.prefix { $0 == " " }.count == column + 3)
    // Enter does not leave a query that says nothing; Esc goes back to that of the rows.
    type("\n", in: screen)
    #expect(screen.viewModel.mode == .query)
    _ = screen.handle(.escape, now: noon)
    #expect(screen.viewModel.mode == .rows)
    #expect(screen.viewModel.query.text == "to ")
    #expect(screen.viewModel.error == nil)
  }

  @Test func `the card at hand stays so when rows come and go`() {
    let screen = screen()
    type("jj", in: screen)
    #expect(screen.viewModel.row?.report?.text.back == "el perro")
    interactor.reports.removeFirst(2)
    interactor.changed()
    draw(screen)
    #expect(screen.viewModel.selection.index == 0)
    #expect(screen.viewModel.row?.report?.text.back == "el perro")
    // A card that is gone leaves the row at its place.
    interactor.reports.removeFirst()
    interactor.changed()
    draw(screen)
    #expect(screen.viewModel.selection.index == 0)
    #expect(screen.viewModel.row?.report?.text.back == "long")
  }

  @Test func `Browse begins at the card at hand`() {
    let screen = screen("deck:Spanish", card: CardKey(hash: 5))
    #expect(screen.viewModel.row?.report?.text.front == "the cat")
    #expect(screen.subject.card == CardKey(hash: 5))
    #expect(screen.subject.deck == DeckName("Spanish"))
  }

  @Test func `Space selects and goes on, Esc clears the selection before it leaves`() {
    let screen = screen()
    type("  j ", in: screen)
    #expect(screen.viewModel.selectedCount == 3)
    type("@", in: screen)
    #expect(interactor.done.last?.fronts.count == 3)
    #expect(interactor.done.last?.fronts.last == interactor.reports[3].text.front)
    #expect(screen.viewModel.message?.text == "3 cards done")
    _ = screen.handle(.escape, now: noon)
    #expect(screen.viewModel.selectedCount == 0 && !router.isDismissed)
    _ = screen.handle(.escape, now: noon)
    #expect(router.isDismissed)
  }

  @Test func `a range goes from where V was pressed to where one went`() {
    let screen = screen()
    type("jVjj", in: screen)
    #expect(screen.viewModel.selectedCount == 3)
    type("kk kk", in: screen)
    #expect(screen.viewModel.selectedCount == 1)
    type("A", in: screen)
    #expect(screen.viewModel.selectedCount == 6)
    type("A", in: screen)
    #expect(screen.viewModel.selectedCount == 0)
  }

  @Test func `a range counts for an action and is a selection after it`() {
    let screen = screen()
    type("Vj*", in: screen)
    #expect(interactor.done.map(\.action) == [.mark])
    #expect(interactor.done.last?.fronts.count == 2)
    #expect(screen.viewModel.rangeStart == nil)
    #expect(screen.viewModel.selectedCount == 2)
  }

  @Test func `what is no longer found is no longer selected`() {
    let screen = screen()
    type("A/dog\n", in: screen)
    #expect(screen.viewModel.selectedCount == 1)
  }

  @Test(
    arguments: [
      ("-", BrowseAction.bury(wholeNotes: false)), ("=", .bury(wholeNotes: true)),
      ("@", .suspend(wholeNotes: false)), ("!", .suspend(wholeNotes: true)), ("*", .mark),
      ("f3", .flag(3)), ("f0", .flag(0)), ("F", .forget),
      ("S3-7!\n", .setDue(DueChange(days: 3...7, changesInterval: true))),
    ])
  func `a key acts on the row at hand`(keys: String, action: BrowseAction) {
    let screen = screen()
    type("j" + keys, in: screen)
    #expect(interactor.done.map(\.action) == [action])
    #expect(interactor.done.map(\.fronts) == [["to go"]])
    #expect(screen.viewModel.mode == .rows)
  }

  @Test func `a flag that is no digit and a due date that is none change nothing`() {
    let screen = screen()
    type("fx", in: screen)
    type("S-3\n", in: screen)
    #expect(screen.viewModel.mode == .field(.due))
    #expect(screen.viewModel.message?.kind == .error)
    _ = screen.handle(.escape, now: noon)
    #expect(interactor.done.isEmpty)
  }

  @Test func `tags are added and taken away, completed by Tab`() {
    let screen = screen()
    type("#", in: screen)
    #expect(draw(screen).contains { $0.contains("now: verb") })
    type("+an\t-ve\tnew\n", in: screen)
    #expect(
      interactor.done.map(\.action) == [.changeTags(adding: ["animal", "new"], removing: ["verb"])])
    type("#\n", in: screen)
    #expect(screen.viewModel.mode == .field(.tags))
  }

  @Test func `notes go to a deck that is found by typing, or to a new one`() {
    let screen = screen()
    type("Mverb\n", in: screen)
    type("MNew::One\n", in: screen)
    #expect(
      interactor.done.map(\.action)
        == [.move(to: DeckName("Spanish::Verbs")), .move(to: DeckName("New::One"))])
    type("M", in: screen)
    _ = screen.handle(.escape, now: noon)
    #expect(screen.viewModel.mode == .rows && interactor.done.count == 2)
  }

  @Test(arguments: [("D", true), ("y", true), ("n", false), (" ", false), ("\n", false)])
  func `a deletion asks once and says how much goes`(answer: String, isDone: Bool) {
    let screen = screen()
    type("  D", in: screen)
    #expect(draw(screen).contains { $0.contains("Delete 2 notes and 6 answers?") })
    type(answer, in: screen)
    #expect(interactor.done.map(\.action) == (isDone ? [.delete] : []))
    #expect(screen.viewModel.mode == .rows)
    #expect(screen.viewModel.selectedCount == 2)
  }

  @Test func `an action that fails says why, and the selection stays`() {
    let screen = screen()
    interactor.failure = ActionFailure("The disk is full")
    type(" @", in: screen)
    #expect(screen.viewModel.message?.text == "The disk is full")
    #expect(screen.viewModel.selectedCount == 1)
  }

  @Test func `Enter shows the card whole; n and N go on, actions are for it alone`() {
    let screen = screen()
    type("  \n", in: screen)
    #expect(draw(screen).contains { $0.contains("el perro") })
    type("n@", in: screen)
    #expect(interactor.done.last?.fronts == [interactor.reports[3].text.front])
    type("NN", in: screen)
    #expect(screen.viewModel.row?.report?.text.front == "to go")
    _ = screen.handle(.escape, now: noon)
    #expect(screen.viewModel.mode == .rows)
    #expect(screen.viewModel.selectedCount == 2)
  }

  @Test func `export and study take the selected cards, else all that were found`() {
    let screen = screen("to")
    type("X", in: screen)
    #expect(router.exported == "to")
    type("s\n", in: screen)
    #expect(router.studied?.mode == .normal)
    if case .query(_, let text)? = router.studied?.cards {
      #expect(text == "to")
    } else {
      Issue.record("the query is studied")
    }
    type(" sjj\n", in: screen)
    #expect(router.studied == CustomStudy(.keys([CardKey(hash: 1)]), mode: .cram))
    type("X", in: screen)
    #expect(router.exported == CardKey(hash: 1).text)
  }

  @Test func `a search is saved, chosen and taken away`() {
    let screen = screen()
    type("w", in: screen)
    #expect(screen.viewModel.mode == .rows)
    type("/deck:Spanish\nwmine\n", in: screen)
    #expect(interactor.browse.searches == [SavedSearch(name: "mine", query: "deck:Spanish")])
    type("/x", in: screen)
    _ = screen.handle(.control("u"), now: noon)
    type("\t", in: screen)
    #expect(screen.viewModel.mode == .list(.searches))
    type("\n", in: screen)
    #expect(screen.viewModel.query.text == "deck:Spanish")
    type("WD", in: screen)
    #expect(interactor.browse.searches.isEmpty)
    #expect(screen.viewModel.mode == .rows)
  }

  @Test func `O sorts by a column, and again the other way round`() {
    let screen = screen()
    type("Ojj\n", in: screen)
    #expect(interactor.browse.layout.order == CardOrder(.deck))
    #expect(draw(screen).contains { $0.contains("Deck ▲") })
    type("O\n", in: screen)
    #expect(interactor.browse.layout.order == CardOrder(.deck, isDescending: true))
    #expect(draw(screen).contains { $0.contains("Deck ▼") })
    type("OG", in: screen)
    _ = screen.handle(.escape, now: noon)
    #expect(interactor.browse.layout.order.column == .deck)
  }

  @Test func `K shows and hides columns, never the question`() {
    let screen = screen()
    type("K j ", in: screen)
    #expect(interactor.browse.layout.columns == [.question, .state, .due, .interval])
    type("jjjj ", in: screen)
    #expect(interactor.browse.layout.columns == [.question, .state, .due, .interval, .stability])
    _ = screen.handle(.escape, now: noon)
    #expect(draw(screen).contains { $0.contains("Stability") })
  }

  @Test(
    arguments: [
      ("dec", "deck:"), ("deck:spanish::", "deck:Spanish::Verbs"),
      ("-deck:my", "-deck:\"My deck\""),
      ("cat tag:an", "cat tag:animal"), ("is:susp", "is:suspended"), ("(tag:v", "(tag:verb"),
      ("deck:s", "deck:Spanish"), ("wor:", "wor:"),
    ])
  func `Tab completes the term at the cursor`(typed: String, completed: String) {
    let screen = screen()
    type("/" + typed + "\t", in: screen)
    #expect(screen.viewModel.query.text == completed)
  }

  @Test func `what a term may become is said where it is not certain`() {
    let screen = screen()
    type("/deck:s\t", in: screen)
    #expect(draw(screen).contains { $0.contains("Spanish  Spanish::Verbs") })
  }

  @Test func `only rows that come into sight are read`() {
    interactor.reports = Sample.manyCards(100_000)
    let screen = screen()
    let first = interactor.read
    #expect(first < 30)
    for key in [Key.character("G"), .character("g"), .control("d"), .control("d")] {
      _ = screen.handle(key, now: noon)
      draw(screen)
    }
    #expect(interactor.read < first + 80)
    #expect(interactor.searches == 1)
  }

  @Test func `pasted text goes into a field and is dropped elsewhere`() {
    let screen = screen()
    screen.paste("q\nd\n1")
    #expect(screen.viewModel.query.text.isEmpty && !router.isDismissed)
    type("/", in: screen)
    screen.paste("to\ngo")
    #expect(screen.viewModel.query.text == "to go")
  }
}
