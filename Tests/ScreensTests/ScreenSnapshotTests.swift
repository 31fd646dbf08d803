import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import Screens

/// A screen in one of its states, for a recorded picture at each size.
struct ScreenPicture: Sendable, CustomTestStringConvertible {
  var name: String
  var title: String
  var make: @MainActor @Sendable () async -> any Screen
  var testDescription: String { name }
}

private let sizes = [(80, 24), (20, 6), (120, 40)].map { Size(width: $0.0, height: $0.1) }

@MainActor private func home(_ overview: HomeOverview) -> any Screen {
  HomeScreen(
    viewModel: HomeViewModel(
      interactor: FakeHomeInteractor(overview: { overview }), router: FakeHomeRouter()))
}

@MainActor private func study(
  _ session: StudySession, answer: Bool = false, failing: Bool = false
) -> any Screen {
  let model = StudyViewModel(
    interactor: FakeStudyInteractor(
      current: { session },
      onGrade: { _, _, _ in
        throw ActionFailure("The disk is full", nextStep: "Free some space and grade again.")
      }), router: FakeStudyRouter())
  model.timePassed(noon)
  if answer || failing {
    model.painted(model.face, at: noon)
    model.answerPressed(at: noon)
    model.painted(model.face, at: noon)
  }
  if failing { model.gradePressed(.good, at: noon) }
  return StudyScreen(viewModel: model)
}

@MainActor private func olderRevision(failing: Bool = false) -> any Screen {
  let model = OlderRevisionViewModel(
    interactor: FakeOlderRevisionInteractor(
      missing: { Sample.missing },
      onRestore: {
        throw ActionFailure("The disk is full", nextStep: "Free some space and try again.")
      }), router: FakeDismissing())
  if failing { model.restorePressed() }
  return OlderRevisionScreen(viewModel: model)
}

/// The import after some keys, its work done.
@MainActor private func transfer(
  _ keys: [Key], files: [TransferFile] = Sample.files, report: TransferReport = Sample.transfer(),
  working: TransferProgress? = nil, failing: Bool = false
) async -> any Screen {
  let made = TransferPictures(files: files, report: report, progress: working, isFailing: failing)
  for key in keys { await made.press(key) }
  return made.screen
}

/// The export after some keys, its work done or for ever under way.
@MainActor private func export(
  _ keys: [Key], working: TransferProgress? = nil, isTaken: Bool = false
) async -> any Screen {
  let model = ExportViewModel(
    interactor: FakeExportInteractor(
      deckNames: ["Spanish", "Spanish::Verbs", "Biology"], onFiles: { _ in Sample.files },
      onSize: { _ in ExportSize(notes: 1204, cards: 2377) }, onTaken: { _ in isTaken },
      onExport: { request, _, hear in
        if let working {
          hear(working)
          try await Task.sleep(for: .seconds(3600))
        }
        var report = ExportReport(file: request.path, format: request.format)
        (report.notes, report.cards, report.reviews, report.media) = (1204, 2377, 18_733, 42)
        report.missingMedia = ["trae.mp3"]
        report.remarks = [
          "the collection cannot be written, so it does not remember what went out (read-only)"
        ]
        return report
      }), router: FakeDismissing(), deck: DeckName("Spanish"))
  let screen = ExportScreen(viewModel: model)
  for key in keys {
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    _ = screen.handle(key, now: noon)
    if working == nil {
      await model.work?.value
    } else {
      while model.page == .working, model.progress == nil { await Task.yield() }
    }
  }
  return screen
}

private let gap = (String(Character(ClozeMark.open)), String(Character(ClozeMark.close)))

/// Every recorded picture; a screen with many states keeps its own in a file of its folder.
let recordedPictures: [ScreenPicture] =
  firstPictures
  + palettePictures
  + optionsPictures
  + settingsPictures
  + homePromptPictures
  + formPictures
  + customStudyPictures
  + browsePictures
  + editPictures
  + statisticsPictures
  + cardInfoPictures
  + goalsPictures

private let firstPictures: [ScreenPicture] = [
  ScreenPicture(name: "Home/usual", title: "Home") { home(Sample.home(problems: 2)) },
  ScreenPicture(name: "Home/empty", title: "Home, no decks") {
    home(Sample.home(.ready(decks: [], today: TodaySummary())))
  },
  ScreenPicture(name: "Home/error", title: "Home, load failed") {
    home(
      Sample.home(
        .failed(
          ActionFailure(
            "The folder ~/flashcards cannot be read", nextStep: "Check its permissions."))))
  },
  ScreenPicture(name: "Study/question", title: "Study, question") {
    study(Sample.session(.card(Sample.card(Sample.verb)), held: 35))
  },
  ScreenPicture(name: "Study/answer", title: "Study, answer") {
    study(Sample.session(.card(Sample.card(Sample.verb, flag: 2))), answer: true)
  },
  ScreenPicture(name: "Study/cloze", title: "Study, cloze") {
    study(
      Sample.session(
        .card(
          Sample.card(
            CardText(
              front: "The powerhouse of the cell is the \(gap.0)...\(gap.1).",
              back: "The powerhouse of the cell is the \(gap.0)mitochondrion\(gap.1).",
              backReplacesFront: true)))))
  },
  ScreenPicture(name: "Study/wide", title: "Study, wide scripts") {
    study(
      Sample.session(
        .card(
          Sample.card(
            CardText(
              front: "天気はいいから散歩しましょう。שלום (a) 123 👩‍🌾 🇫🇷",
              back: """
                1. **first** of all ![](cell.png)
                2. `code` and more

                | left | right |
                |---|---:|
                | ここ | 12 |
                """), missing: ["cell.png"]))), answer: true)
  },
  ScreenPicture(name: "Study/long", title: "Study, long answer") {
    let lines = (1...300).map { "Line \($0)" }.joined(separator: "  \n")
    return study(
      Sample.session(.card(Sample.card(CardText(front: "Count", back: lines)))), answer: true)
  },
  ScreenPicture(name: "Study/error", title: "Study, disk full") {
    study(Sample.session(.card(Sample.card(Sample.verb))), failing: true)
  },
  ScreenPicture(name: "Study/waiting", title: "Study, waiting") {
    study(Sample.session(.waiting(until: noon.wall.adding(seconds: 1325))))
  },
  ScreenPicture(name: "Summary/usual", title: "Summary") {
    let summary = StudySummary(
      deck: DeckName("Spanish::Verbs"), cards: 21,
      answers: .init(again: 3, hard: 4, good: 18, easy: 1),
      newCards: 5, seconds: 700,
      failed: [.init(key: CardKey(hash: 1), text: Sample.verb)], heldBackSiblings: 35,
      newCardsLeft: 12, learningLater: 1, dueTomorrow: 22)
    return SummaryScreen(
      viewModel: SummaryViewModel(
        interactor: FakeSummaryInteractor(current: { summary }), router: FakeSummaryRouter()))
  },
  ScreenPicture(name: "Summary/empty", title: "Summary, nothing due") {
    SummaryScreen(
      viewModel: SummaryViewModel(
        interactor: FakeSummaryInteractor(current: { StudySummary(deck: DeckName("Biology")) }),
        router: FakeSummaryRouter()))
  },
  ScreenPicture(name: "Help/study", title: "Help of Study") {
    HelpScreen(viewModel: HelpViewModel(subject: .study, router: FakeDismissing()))
  },
  ScreenPicture(name: "Problems/usual", title: "Problems") {
    ProblemsScreen(
      viewModel: ProblemsViewModel(
        interactor: FakeProblemsInteractor(problems: [
          Problem(
            .error, path: "Spanish/Verbs.md", line: 12, message: "A question without an answer",
            nextStep: "Write a line that begins with A: below it."),
          Problem(
            .warning, path: "日本語.md", line: 3, message: "The same text as Biology.md:40",
            nextStep: "Pin an id to one of them to have two cards."),
        ]), router: FakeDismissing()))
  },
  ScreenPicture(name: "Problems/empty", title: "Problems, none") {
    ProblemsScreen(
      viewModel: ProblemsViewModel(
        interactor: FakeProblemsInteractor(problems: []), router: FakeDismissing()))
  },
  ScreenPicture(name: "OlderRevision/usual", title: "Older revision") { olderRevision() },
  ScreenPicture(name: "OlderRevision/error", title: "Older revision, disk full") {
    olderRevision(failing: true)
  },
  ScreenPicture(name: "Export/form", title: "Export") { await export([]) },
  ScreenPicture(name: "Export/json", title: "Export as JSON") {
    await export([.down, .down, .character("h")])
  },
  ScreenPicture(name: "Export/cards", title: "Export, which cards") {
    await export([.character("i"), .down, .down])
  },
  ScreenPicture(name: "Export/file", title: "Export, where to") { await export([.character("e")]) },
  ScreenPicture(name: "Export/taken", title: "Export, the file is there") {
    await export([.enter], isTaken: true)
  },
  ScreenPicture(name: "Export/working", title: "Export, writing") {
    await export([.enter], working: TransferProgress(.exporting, fraction: 0.4))
  },
  ScreenPicture(name: "Export/result", title: "Export, done") { await export([.enter]) },
  ScreenPicture(name: "Transfer/note", title: "Import, a whole note") {
    await transfer([.down, .enter, .down, .down, .down, .down, .down, .enter, .enter])
  },
  ScreenPicture(name: "Transfer/files", title: "Import, a file") { await transfer([.down]) },
  ScreenPicture(name: "Transfer/no-files", title: "Import, no file is likely") {
    await transfer([], files: [])
  },
  ScreenPicture(name: "Transfer/missing", title: "Import, the file is not there") {
    await transfer([.character("x"), .enter], failing: true)
  },
  ScreenPicture(name: "Transfer/reading", title: "Import, reading") {
    await transfer([.down, .enter], working: TransferProgress(.comparing, fraction: 0.4))
  },
  ScreenPicture(name: "Transfer/preview", title: "Import, preview") {
    await transfer([.down, .enter])
  },
  ScreenPicture(name: "Transfer/nothing", title: "Import, nothing new") {
    await transfer([.down, .enter], report: TransferReport(file: "/a.apkg", isDryRun: true))
  },
  ScreenPicture(name: "Transfer/list", title: "Import, skipped notes") {
    await transfer([.down, .enter, .down, .down, .down, .down, .down, .enter])
  },
  ScreenPicture(name: "Transfer/deck", title: "Import, choosing a deck") {
    await transfer([.down, .enter, .character("i"), .character("S"), .down])
  },
  ScreenPicture(name: "Transfer/columns", title: "Import, columns of a text") {
    await transfer([.down, .enter, .character("c"), .down])
  },
  ScreenPicture(name: "Transfer/result", title: "Import, done") {
    await transfer([.down, .enter, .enter])
  },
  ScreenPicture(name: "Transfer/undone", title: "Import, taken back") {
    await transfer([.down, .enter, .enter, .character("u")])
  },
  ScreenPicture(name: "Onboarding/first", title: "First start") {
    OnboardingScreen(
      viewModel: OnboardingViewModel(
        interactor: FakeOnboardingInteractor(
          onboarding: OnboardingSituation(reason: .firstStart, suggestedPath: "~/flashcards")),
        router: FakeOnboardingRouter()))
  },
]

@MainActor @Suite struct ScreenSnapshotTests {
  @Test(arguments: recordedPictures) func `a screen looks as recorded`(_ picture: ScreenPicture)
    async
  {
    for size in sizes {
      var canvas = Canvas(size: size)
      await picture.make().draw(on: &canvas)
      expectSnapshot(canvas, name: picture.name, title: picture.title)
    }
  }

  @Test func `every recorded picture is drawn`() {
    expectNoOrphanSnapshots(
      names: recordedPictures.flatMap { picture in
        sizes.map { "\(picture.name).\($0.width)x\($0.height)" }
      })
  }

  @Test(arguments: recordedPictures) func `a screen draws into the smallest terminals`(
    _ picture: ScreenPicture
  ) async {
    for width in [0, 1, 2, 3, 9, 40] {
      for height in 0...15 {
        var canvas = Canvas(size: Size(width: width, height: height))
        await picture.make().draw(on: &canvas)
      }
    }
  }

  @Test(arguments: sizes) func `answer and grades stay however small`(_ size: Size) {
    var canvas = Canvas(size: size)
    study(Sample.session(.card(Sample.card(Sample.verb))), answer: true).draw(on: &canvas)
    let text = (0..<size.height).map { canvas.text(row: $0) }.joined(separator: "\n")
    for part in ["to fetch", "trae", "1 Ag", "4 Ea"] { #expect(text.contains(part), "\(part)") }
  }
}
