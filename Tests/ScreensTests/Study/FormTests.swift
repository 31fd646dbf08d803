import Interaction
import Markup
import StudyDomain
import TerminalUI
import Testing

@testable import Screens

@MainActor @Suite struct FormTests {
  private let graded = Box<[Grade]>([])
  private let showing = Box(1)

  /// A card on a screen, each key a second after the one before.
  @MainActor private final class Desk {
    let model: StudyViewModel
    let screen: StudyScreen
    var now = noon

    init(_ model: StudyViewModel) {
      self.model = model
      screen = StudyScreen(viewModel: model)
      draw()
    }

    func draw() {
      var canvas = Canvas(size: Size(width: 80, height: 24))
      screen.draw(on: &canvas)
      screen.painted(at: now)
    }

    func press(_ keys: Key..., after milliseconds: Int64 = 1000) {
      for key in keys {
        now = now.adding(milliseconds: milliseconds)
        _ = screen.handle(key, now: now)
        draw()
      }
    }

    func type(_ text: String) {
      for character in text { press(.character(character)) }
    }

    var choice: ChoiceForm? { if case .choice(let form) = model.form { form } else { nil } }
    var order: OrderForm? { if case .order(let form) = model.form { form } else { nil } }
    var typed: TypedForm? { if case .typed(let form) = model.form { form } else { nil } }
  }

  private func desk(_ text: CardText) -> Desk {
    let (graded, showing) = (graded, showing)
    return Desk(
      StudyViewModel(
        interactor: FakeStudyInteractor(
          current: { Sample.session(.card(Sample.card(text, showing: showing.value))) },
          onGrade: { grade, _, _ in
            graded.value.append(grade)
            showing.value += 1
          }, onCheck: Sample.check), router: FakeStudyRouter()))
  }

  /// F8.
  @Test func `typed wrong, then right: the first attempt decides the suggestion`() {
    let desk = desk(Sample.typedVerb)
    desk.type("hablé")
    desk.press(.enter)
    #expect(desk.model.suggestion == .again)
    desk.press(.tab)
    #expect(!desk.model.isAnswerShown)
    #expect(desk.typed?.field.text == "")
    desk.type("hablo")
    desk.press(.enter)
    #expect(desk.typed?.attempt?.isRight == true)
    #expect(desk.model.suggestion == .again)
    desk.press(.enter)
    #expect(graded.value == [.again])
  }

  @Test func `what is typed right is good by Enter`() {
    let desk = desk(Sample.typedVerb)
    desk.type("hablo")
    desk.press(.enter, .enter)
    #expect(graded.value == [.good])
  }

  @Test func `nothing typed suggests nothing`() {
    let desk = desk(Sample.typedVerb)
    desk.press(.enter)
    #expect(desk.model.isAnswerShown)
    #expect(desk.model.suggestion == nil)
  }

  @Test func `letters typed before the card is painted go nowhere`() {
    let desk = desk(Sample.typedVerb)
    desk.press(.character("3"), after: 20)
    #expect(desk.typed?.field.text == "")
    desk.type("3q?u")
    #expect(desk.typed?.field.text == "3q?u")
    #expect(graded.value.isEmpty)
    desk.screen.paste("a\nb")
    #expect(desk.typed?.field.text == "3q?ua b")
  }

  @Test func `Esc leaves the field, and the card is turned over as usual`() {
    let desk = desk(Sample.typedVerb)
    desk.press(.escape)
    #expect(desk.screen.inputContext == .commands)
    #expect(!desk.model.isAnswering)
    desk.press(.character(" "))
    #expect(desk.model.isAnswerShown)
    desk.press(.character("4"))
    #expect(graded.value == [.easy])
    #expect(desk.screen.inputContext == .textField)
  }

  @Test func `a key turns forms off for the session`() {
    let desk = desk(Sample.planets)
    desk.press(.character("A"))
    #expect(desk.model.form == nil)
    desk.press(.character(" "))
    #expect(desk.model.isAnswerShown)
    #expect(desk.model.suggestion == nil)
    desk.press(.character("3"))
    #expect(desk.model.form == nil)
    desk.press(.character("A"))
    #expect(desk.choice != nil)
  }

  @Test func `one option: another tick takes the first away, and right is good`() throws {
    let desk = desk(Sample.planets)
    let options = try #require(desk.choice).options
    let right = try #require(options.firstIndex { $0.isRight })
    desk.press(.character(Character("\((right + 1) % 3 + 1)")))
    desk.press(.character(Character("\(right + 1)")))
    #expect(desk.choice?.options.count { $0.isTicked } == 1)
    #expect(graded.value.isEmpty)
    desk.press(.enter)
    #expect(desk.model.isAnswerShown)
    #expect(desk.model.suggestion == .good)
    desk.press(.character("2"))
    #expect(graded.value == [.hard])
  }

  @Test func `a wrong option suggests again, an answer left suggests nothing`() throws {
    var desk = desk(Sample.planets)
    let wrong = try #require(desk.choice?.options.firstIndex { !$0.isRight })
    for _ in 0..<wrong { desk.press(.down) }
    desk.press(.character(" "), .enter)
    #expect(desk.model.suggestion == .again)
    showing.value += 1
    desk = self.desk(Sample.planets)
    desk.press(.escape, .character(" "))
    #expect(desk.model.isAnswerShown)
    #expect(desk.model.suggestion == nil)
  }

  @Test func `of several options all that are right are to be ticked`() throws {
    let desk = desk(Sample.primes)
    desk.press(.enter)
    #expect(!desk.model.isAnswerShown)
    #expect(desk.model.message != nil)
    let options = try #require(desk.choice).options
    for index in options.indices where options[index].isRight {
      desk.press(.character(Character("\(index + 1)")))
    }
    desk.press(.enter)
    #expect(desk.model.suggestion == .good)
  }

  @Test func `items are put in order by what every keyboard has`() throws {
    let desk = desk(Sample.layers)
    let start = try #require(desk.order)
    #expect(!start.isRight)
    for place in 0..<4 {
      let index = try #require(desk.order?.items.firstIndex { $0.place == place })
      desk.press(.character(Character("\(index + 1)")), .character(" "))
      for _ in place..<index { desk.press(.up) }
      desk.press(.character(" "))
    }
    #expect(desk.order?.items.map(\.place) == [0, 1, 2, 3])
    desk.press(.enter)
    #expect(desk.model.suggestion == .good)
  }

  @Test func `capital letters move an item`() throws {
    let desk = desk(Sample.layers)
    let first = try #require(desk.order?.items.first)
    desk.press(.character("J"))
    #expect(desk.order?.items[1] == first)
    #expect(desk.order?.selection == 1)
    desk.press(.character("K"))
    #expect(desk.order?.items[0] == first)
  }

  @Test func `items are told one by one, the last with the answer`() {
    let desk = desk(Sample.colours)
    desk.press(.character(" "), .character(" "))
    #expect(!desk.model.isAnswerShown)
    desk.press(.character(" "))
    #expect(desk.model.isAnswerShown)
    desk.press(.character("1"))
    #expect(graded.value == [.again])
  }

  @Test func `the order of options stays while the card is on screen`() {
    let desk = desk(Sample.primes)
    let before = desk.choice?.options
    desk.press(.character("p"), .character("p"))
    #expect(desk.choice?.options == before)
    #expect(
      ChoiceForm(items(9), explanation: [], seed: 1)
        != ChoiceForm(items(9), explanation: [], seed: 2))
    #expect(
      ChoiceForm(items(9), explanation: [], seed: 1)
        == ChoiceForm(items(9), explanation: [], seed: 1))
  }

  private func items(_ count: Int) -> [Block.Item] {
    (0..<count).map {
      Block.Item(isTicked: $0 == 0, blocks: [.paragraph([.run(Run("option \($0)"))])])
    }
  }
}
