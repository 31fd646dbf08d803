import StudyDomain
import TerminalUI

@testable import Screens

/// A form after some keys, each a second after the one before.
@MainActor private func form(_ text: CardText, _ keys: [Key]) -> any Screen {
  let card = Sample.card(text)
  let screen = StudyScreen(
    viewModel: StudyViewModel(
      interactor: FakeStudyInteractor(
        current: { Sample.session(.card(card)) }, onCheck: Sample.check), router: FakeStudyRouter())
  )
  screen.tick(noon)
  var now = noon
  for key in [nil] + keys.map(Optional.some) {
    if let key { _ = screen.handle(key, now: now) }
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    screen.painted(at: now)
    now = now.adding(milliseconds: 1000)
  }
  return screen
}

private func typed(_ text: String) -> [Key] { text.map { .character($0) } }

extension Sample {
  static let typedVerb = CardText(
    front: "to speak, 1st person singular (Spanish)", back: "hablo", ask: .type)
  static let planets = CardText(
    front: "Which planet is the largest?",
    back: "- [ ] Mars\n- [x] Jupiter\n- [ ] Saturn, the one with the rings that everybody knows\n\n"
      + "Its mass is about 318 Earths.", ask: .choice)
  static let primes = CardText(
    front: "Which are primes?", back: "- [x] 2\n- [x] 3\n- [ ] 4\n- [ ] 9", ask: .choice)
  static let layers = CardText(
    front: "Order the layers of the TCP/IP model, bottom up.",
    back: "1. Link\n2. Internet\n3. Transport\n4. Application", ask: .order)
  static let colours = CardText(
    front: "Name the primary colours.", back: "- red\n- yellow\n- blue\n\nOf paint, that is.",
    ask: .items)

  /// As the sample's answer is judged.
  static let check: @MainActor (String) -> TypedAttempt = { typed in
    if typed == "hablo" {
      return TypedAttempt(
        isRight: true, typed: [.init(typed, agrees: true)], expected: [.init("hablo", agrees: true)]
      )
    }
    guard !typed.isEmpty else {
      return TypedAttempt(isRight: false, typed: [], expected: [.init("hablo", agrees: false)])
    }
    return TypedAttempt(
      isRight: false, typed: [.init("habl", agrees: true), .init("é", agrees: false)],
      expected: [.init("habl", agrees: true), .init("o", agrees: false)])
  }
}

let formPictures: [ScreenPicture] = [
  ScreenPicture(name: "Study/typing", title: "Study, an answer is typed") {
    form(Sample.typedVerb, typed("hablé"))
  },
  ScreenPicture(name: "Study/typed-wrong", title: "Study, typed and not right") {
    form(Sample.typedVerb, typed("hablé") + [.enter])
  },
  ScreenPicture(name: "Study/typed-right", title: "Study, typed and right") {
    form(Sample.typedVerb, typed("hablo") + [.enter])
  },
  ScreenPicture(name: "Study/choice", title: "Study, one of several options") {
    form(Sample.planets, [.character("j"), .character(" ")])
  },
  ScreenPicture(name: "Study/choice-checked", title: "Study, the wrong option") {
    form(Sample.planets, [.character("j"), .character(" "), .enter])
  },
  ScreenPicture(name: "Study/choices", title: "Study, several right options") {
    form(Sample.primes, typed("13"))
  },
  ScreenPicture(name: "Study/order", title: "Study, an item is held") {
    form(Sample.layers, [.character(" "), .character("j")])
  },
  ScreenPicture(name: "Study/order-checked", title: "Study, order checked") {
    form(Sample.layers, [.enter])
  },
  ScreenPicture(name: "Study/items", title: "Study, items one by one") {
    form(Sample.colours, typed("  "))
  },
]
