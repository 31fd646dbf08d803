import StudyDomain
import TerminalUI
import Testing

@testable import Screens

struct FakeCardInfoInteractor: CardInfoInteractor {
  var onInfo: @MainActor (CardKey) throws -> CardInfo?
  func cardInfo(_ card: CardKey) throws -> CardInfo? { try onInfo(card) }
}

extension Sample {
  static func cardReport(new: Bool = false) -> CardReport {
    var state = CardState()
    if !new {
      state.phase = .review
      state.interval = .days(12)
      state.due = .day(day + 3)
      state.memory = MemoryState(stability: 12.431, difficulty: 5.283)
      state.reps = 7
      state.lapses = 1
      state.isMarked = true
      state.flag = 2
      state.lastDay = day + -9
    }
    return CardReport(
      key: CardKey(hash: 0x9f86_d081_884c_7d65), deck: DeckName("Spanish::Verbs"), kind: "basic",
      text: CardText(front: "to fetch, to bring (3rd person)", back: "trae"),
      tags: ["verbs", "irregular"], state: state, file: "Spanish/Verbs.md", line: 42,
      retrievability: new ? nil : 0.924)
  }

  static func cardInfo(reviews count: Int = 7) -> CardInfo {
    let start = Timestamp(seconds: Int64(day.number - 60) * 86_400 + 36_000)
    let days = [0, 0, 2, 7, 20, 20, 51]
    let grades: [Grade] = [.again, .good, .good, .good, .again, .good, .good]
    let reviews = (0..<count).map { number in
      let day = number < 7 ? days[number] : 51
      return CardHistory.Review(
        time: start.adding(seconds: Int64(day) * 86_400 + Int64(number) * 700),
        offsetMinutes: 60, day: Self.day + (day - 60), grade: grades[number % 7],
        phaseBefore: number == 0 ? .new : number == 1 ? .learning : .review,
        mode: number == 5 ? .practice : .normal,
        interval: number % 7 == 0 ? .seconds(60) : .days(day + 2), milliseconds: 4200,
        memory: number == 5
          ? nil : MemoryState(stability: Double(day) * 0.3 + 0.21, difficulty: 5.28))
    }
    let chances = (0..<480).map { place -> Float in
      let day = Float(place) / 479 * 68
      let last = days.last { Float($0) <= day } ?? 0
      let stability = Float(last) * 0.6 + 2
      return 1 / (1 + (day - Float(last)) / stability / 9)
    }
    return CardInfo(
      report: cardReport(),
      history: CardHistory(
        reviews: reviews, reasons: reasons,
        curve: ForgettingCurve(
          start: start, end: start.adding(seconds: 68 * 86_400),
          now: start.adding(seconds: 60 * 86_400), chances: chances,
          answers: days.map { Float($0) / 68 }), elapsedDays: 9, desiredRetention: 0.9),
      today: day, offsetMinutes: 60)
  }

  private static let reasons: [IntervalReason] = [
    .init(
      grade: .again, interval: .seconds(600), memory: MemoryState(stability: 2.1, difficulty: 7.1),
      parts: [.step(1, of: 1), .stability(before: 12.431, after: 2.1), .added(seconds: 74)]),
    .init(
      grade: .hard, interval: .days(17), memory: MemoryState(stability: 17.2, difficulty: 6.2),
      parts: [
        .stability(before: 12.431, after: 17.2), .retention(0.9, days: 17.2), .spread(15...19),
      ]),
    .init(
      grade: .good, interval: .days(28), memory: MemoryState(stability: 28.3, difficulty: 5.2),
      parts: [
        .stability(before: 12.431, after: 28.3), .retention(0.9, days: 28.3), .spread(25...31),
      ]),
    .init(
      grade: .easy, interval: .days(53), memory: MemoryState(stability: 52.9, difficulty: 4.2),
      parts: [
        .stability(before: 12.431, after: 52.9), .retention(0.9, days: 52.9), .spread(48...58),
      ]),
  ]

  static var newCardInfo: CardInfo {
    CardInfo(
      report: cardReport(new: true),
      history: CardHistory(reasons: [
        .init(
          grade: .again, interval: .seconds(60),
          memory: MemoryState(stability: 0.21, difficulty: 6.4),
          parts: [.step(1, of: 2), .stability(before: nil, after: 0.21)]),
        .init(
          grade: .hard, interval: .seconds(360),
          memory: MemoryState(stability: 1.29, difficulty: 5.1),
          parts: [.betweenFirstSteps, .stability(before: nil, after: 1.29)]),
        .init(
          grade: .good, interval: .seconds(600),
          memory: MemoryState(stability: 2.31, difficulty: 2.1),
          parts: [.step(2, of: 2), .stability(before: nil, after: 2.31)]),
        .init(
          grade: .easy, interval: .days(8), memory: MemoryState(stability: 8.3, difficulty: 1),
          parts: [
            .graduates, .stability(before: nil, after: 8.3), .retention(0.9, days: 8.3),
            .spread(7...10),
          ]),
      ]), today: day)
  }
}

@MainActor private func cardInfo(
  _ info: CardInfo?, _ keys: [Key] = [], failing: Bool = false
) -> any Screen {
  let model = CardInfoViewModel(
    interactor: FakeCardInfoInteractor(onInfo: { _ in
      if failing {
        throw ActionFailure("Spanish.md: Permission denied", nextStep: "make the file readable")
      }
      return info
    }), router: FakeDismissing(), card: CardKey(hash: 1))
  let screen = CardInfoScreen(viewModel: model)
  for key in keys {
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    _ = screen.handle(key, now: noon)
  }
  return screen
}

let cardInfoPictures: [ScreenPicture] = [
  ScreenPicture(name: "CardInfo/usual", title: "Card info") { cardInfo(Sample.cardInfo()) },
  ScreenPicture(name: "CardInfo/history", title: "Card info, its end") {
    cardInfo(Sample.cardInfo(reviews: 40), [.character("G")])
  },
  ScreenPicture(name: "CardInfo/new", title: "Card info, a new card") {
    cardInfo(Sample.newCardInfo)
  },
  ScreenPicture(name: "CardInfo/wide", title: "Card info, long and wide text") {
    var info = Sample.cardInfo()
    info.report.text = CardText(
      front: "日本語の文は長いです。" + String(repeating: "とても", count: 30), back: "\u{1b}[31mred 👩‍🌾")
    info.report.deck = DeckName("日本語::とても長い名前のデッキ::" + String(repeating: "深い", count: 20))
    info.report.tags = (1...30).map { "tag\($0)" }
    return cardInfo(info)
  },
  ScreenPicture(name: "CardInfo/gone", title: "Card info, the text is gone") { cardInfo(nil) },
  ScreenPicture(name: "CardInfo/error", title: "Card info, unreadable") {
    cardInfo(nil, failing: true)
  },
]
