import Interaction
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import Screens

@MainActor @Suite struct GoalsTests {
  private let asked = Box<[String]>([])

  private func made(_ progress: StudyProgress = Sample.progress, deck: DeckName? = nil)
    -> (GoalsScreen, GoalsViewModel)
  {
    let model = GoalsViewModel(
      deck: deck,
      interactor: FakeGoalsInteractor(
        onProgress: { _ in progress },
        onSet: { [asked] kind, amount, deck in
          asked.value.append("\(kind) \(amount ?? 0) \(deck?.text ?? "")")
          return "set"
        }), router: FakeDismissing())
    return (GoalsScreen(viewModel: model), model)
  }

  @Test func `arrows change the goal in whole steps, from and to none`() {
    let (screen, model) = made()
    for key in [Key.right, .left, .down, .right] { #expect(screen.handle(key, now: noon)) }
    #expect(asked.value == ["reviews 65 ", "reviews 55 ", "new 11 "])
    #expect(screen.handle(.down, now: noon))
    #expect(screen.whyOff(.lowerGoal) == "There is no such goal")
    #expect(screen.handle(.right, now: noon))
    #expect(asked.value.last == "minutes 5 ")
    #expect(model.message?.text == "set")
  }

  @Test func `a number is typed in any digits; nothing takes the goal away`() {
    let (screen, model) = made()
    #expect(screen.handle(.enter, now: noon))
    #expect(model.field?.text == "60" && screen.inputContext == .textField)
    #expect(screen.handle(.control("u"), now: noon))
    for key in "٤٥" { #expect(screen.handle(.character(key), now: noon)) }
    #expect(screen.handle(.enter, now: noon))
    #expect(screen.handle(.enter, now: noon) && screen.handle(.control("u"), now: noon))
    #expect(screen.handle(.enter, now: noon))
    #expect(asked.value == ["reviews 45 ", "reviews 0 "])
    #expect(screen.handle(.enter, now: noon))
    screen.paste("12a")
    #expect(screen.handle(.enter, now: noon))
    #expect(model.message?.text == "A goal is a number up to 9999")
    #expect(screen.handle(.escape, now: noon))
    #expect(model.field == nil && asked.value.count == 2)
  }

  @Test func `the deck at hand is one key away, and all decks another`() {
    let (screen, model) = made(deck: DeckName("Spanish"))
    #expect(model.deck == nil)
    #expect(screen.handle(.character(" "), now: noon))
    #expect(model.deck == DeckName("Spanish"))
    #expect(screen.handle(.character("x"), now: noon))
    #expect(asked.value == ["reviews 0 Spanish"])
    #expect(screen.handle(.character(" "), now: noon))
    #expect(model.deck == nil)
    #expect(made().0.whyOff(.nextGoalDeck) != nil)
  }

  @Test func `bars are as high as the days`() {
    let days = [0, 1, 50, 100].map { DayProgress(reviews: $0) }
    #expect(ProgressSpans.bars(days).text == "·▁▄█")
    #expect(ProgressSpans.bars([DayProgress]()).text.isEmpty)
  }
}

struct FakeGoalsInteractor: GoalsInteractor {
  var onProgress: @MainActor (DeckName?) -> StudyProgress
  var onSet: @MainActor (GoalKind, Int?, DeckName?) throws -> String = { _, _, _ in
    Issue.record("unexpected setGoal")
    return ""
  }
  var decksWithGoals: [DeckName] = []
  func progress(of deck: DeckName?, weeks: Int) -> StudyProgress { onProgress(deck) }
  func setGoal(_ kind: GoalKind, to amount: Int?, of deck: DeckName?) throws -> String {
    try onSet(kind, amount, deck)
  }
  func undo() throws -> String {
    Issue.record("unexpected undo")
    return ""
  }
  func redo() throws -> String {
    Issue.record("unexpected redo")
    return ""
  }
}

extension Sample {
  static let progress = StudyProgress(
    day: StudyDay(20_787), goals: DailyGoals([.reviews: 60, .new: 10]),
    today: DayProgress(reviews: 23, new: 4, seconds: 712),
    streak: Streak(current: 12, longest: 40),
    days: (0..<29).map { day in
      DayProgress(
        reviews: day == 28 ? 23 : day % 7 == 5 ? 0 : 30 + day * 17 % 60, new: 10,
        seconds: 400 + day * 20)
    })
}
