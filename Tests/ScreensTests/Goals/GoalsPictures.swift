import StudyDomain
import TerminalUI

@testable import Screens

@MainActor private func goals(
  _ progress: StudyProgress = Sample.progress, deck: DeckName? = nil, _ keys: [Key] = []
) -> any Screen {
  let screen = GoalsScreen(
    viewModel: GoalsViewModel(
      deck: deck,
      interactor: FakeGoalsInteractor(
        onProgress: { _ in progress },
        onSet: { _, _, _ in
          throw ActionFailure("The disk is full", nextStep: "Free some space and try again.")
        }), router: FakeDismissing()))
  for key in keys { _ = screen.handle(key, now: noon) }
  return screen
}

private let met = StudyProgress(
  day: StudyDay(20_787), goals: DailyGoals([.reviews: 60]),
  today: DayProgress(reviews: 61, seconds: 712),
  streak: Streak(current: 1, longest: 1, includesToday: true), days: [DayProgress(reviews: 61)])

let goalsPictures: [ScreenPicture] = [
  ScreenPicture(name: "Goals/usual", title: "Goals") { goals() },
  ScreenPicture(name: "Goals/empty", title: "Goals, none set, nothing studied") {
    goals(StudyProgress(day: StudyDay(20_787), days: Array(repeating: DayProgress(), count: 29)))
  },
  ScreenPicture(name: "Goals/met", title: "Goals, reached") { goals(met) },
  ScreenPicture(name: "Goals/typing", title: "Goals, a number being typed") {
    goals(Sample.progress, deck: nil, [.enter])
  },
  ScreenPicture(name: "Goals/error", title: "Goals, not written") {
    goals(Sample.progress, deck: nil, [.right])
  },
  ScreenPicture(name: "Goals/wide", title: "Goals of a deck with a long name") {
    goals(
      deck: DeckName("Über-Vokabeln 日本語::שלום::天気はいいから散歩しましょう、天気はいいから散歩しましょう"),
      [.character(" ")])
  },
  ScreenPicture(name: "Home/goals", title: "Home with goals and a streak") {
    var overview = Sample.home()
    overview.progress = Sample.progress
    return HomeScreen(
      viewModel: HomeViewModel(
        interactor: FakeHomeInteractor(overview: { overview }), router: FakeHomeRouter()))
  },
]
