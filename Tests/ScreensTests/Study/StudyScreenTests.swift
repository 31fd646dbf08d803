import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import Screens

/// What Study puts where.
@MainActor @Suite struct StudyScreenTests {
  private let message = Box<String?>(nil)

  private func screen(_ card: StudyCard, deck: String = "Spanish::Verbs") -> StudyScreen {
    let message = message
    var session = Sample.session(.card(card))
    session.deck = DeckName(deck)
    let model = StudyViewModel(
      interactor: FakeStudyInteractor(
        current: { [session] in session }, onPerform: { _ in message.value }),
      router: FakeStudyRouter())
    return StudyScreen(viewModel: model)
  }

  private func draw(_ screen: StudyScreen, _ width: Int, _ height: Int) -> [String] {
    var canvas = Canvas(size: Size(width: width, height: height))
    screen.draw(on: &canvas)
    screen.painted(at: noon)
    return (0..<height).map { canvas.text(row: $0) }
  }

  private nonisolated static let words = String(repeating: "word ", count: 400)

  @Test(arguments: [(20, 6), (20, 3), (40, 10), (80, 24), (120, 40)])
  func `however long the question, Space brings the first line of the answer`(
    width: Int, height: Int
  ) {
    let screen = screen(Sample.card(CardText(front: Self.words, back: "yonder\n\nlast")))
    #expect(!draw(screen, width, height).contains { $0.contains("yonder") })
    #expect(screen.handle(.character(" "), now: noon))
    let rows = draw(screen, width, height)
    #expect(rows.contains { $0.contains("yonder") })
    #expect(rows[height - 1].contains("1") && rows[height - 1].contains("4"))
    // And the question can still be read.
    #expect(screen.handle(.character("g"), now: noon))
    #expect(draw(screen, width, height).contains { $0.contains("word word") })
    // A terminal of another size shows the answer again.
    #expect(draw(screen, width + 11, height + 1).contains { $0.contains("yonder") })
  }

  @Test func `the gap of a long cloze is brought into sight`() {
    let (open, close) = (Character(ClozeMark.open), Character(ClozeMark.close))
    let text = CardText(
      front: Self.words + "\(open)...\(close)", back: Self.words + "\(open)yonder\(close)",
      backReplacesFront: true)
    let screen = screen(Sample.card(text))
    _ = draw(screen, 20, 6)
    #expect(screen.handle(.character(" "), now: noon))
    #expect(draw(screen, 20, 6).contains { $0.contains("yonder") })
  }

  @Test(arguments: [(20, 6), (80, 9), (80, 24)], ["said", Self.words])
  func `a message that comes and goes moves nothing`(size: (Int, Int), text: String) {
    let screen = screen(Sample.card(CardText(front: "one\n\ntwo", back: "three")))
    func places() -> [Int?] {
      let rows = draw(screen, size.0, size.1)
      return ["one", "two"].map { part in rows.firstIndex { $0.contains(part) } }
    }
    let before = places()
    message.value = text
    #expect(screen.handle(.character("-"), now: noon))
    let during = places()
    for (place, old) in zip(during, before) where place != nil { #expect(place == old) }
    if text == "said" { #expect(during == before) }
    message.value = nil
    #expect(screen.handle(.character("-"), now: noon))
    #expect(places() == before)
  }

  @Test(arguments: [
    ("Spanish", "Spanish", "Spanish", "Spanish   "),
    ("Spanish", "Spanish", "Verbs › Irregular", "Spanish · Verbs › Irregular "),
    ("Spanish", "Spanish::Verbs", "verbs › Irregular", "Spanish › Verbs · Irregular "),
    ("All decks", "Bio::Cells", "Cells", "All decks › Bio › Cells   "),
  ])
  func `the header says each name once`(
    session: String, deck: String, context: String, header: String
  ) {
    var card = Sample.card(Sample.verb)
    card.deck = DeckName(deck)
    card.context = context
    let row = draw(screen(card, deck: session), 80, 24)[0]
    #expect(row.hasPrefix(" " + header), "\(row)")
  }

  @Test func `mark and flag are seen on the narrowest screen`() {
    let row = draw(screen(Sample.card(Sample.verb, flag: 2)), 20, 6)[0]
    #expect(row.contains("*") && row.contains("⚑2"), "\(row)")
  }

  @Test func `a picture without its file is told from one that is there`() {
    let text = CardText(front: "![](gone.png) ![](there.png)", back: "x")
    let rows = draw(screen(Sample.card(text, missing: ["gone.png"])), 80, 24)
    #expect(rows.contains { $0.contains("missing picture: gone.png") })
    #expect(rows.contains { $0.contains("[picture: there.png]") })
  }
}
