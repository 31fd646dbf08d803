import Screens
import StudyDomain

let noon = Moment(wall: Timestamp(seconds: 1_796_040_000), uptimeMilliseconds: 50_000)

enum Sample {
  static let decks: [DeckRow] = [
    DeckRow(
      name: DeckName("Spanish"), hasChildren: true, isPinned: true,
      counts: CardCounts(new: 10, learning: 2, due: 34)),
    DeckRow(
      name: DeckName("Spanish::Food"), depth: 1, counts: CardCounts(new: 5, learning: 1, due: 14)),
    DeckRow(
      name: DeckName("Spanish::Verbs"), depth: 1, hasChildren: true, isFolded: true,
      counts: CardCounts(new: 5, learning: 1, due: 20)),
    DeckRow(name: DeckName("Spanish::Verbs::Irregular"), depth: 2, counts: CardCounts(due: 3)),
    DeckRow(name: DeckName("Biology"), counts: CardCounts(due: 7)),
    DeckRow(name: DeckName("Über-Vokabeln 日本語 שלום 👩‍🌾"), counts: CardCounts()),
  ]

  static func home(_ content: HomeOverview.Content? = nil, problems: Int = 0) -> HomeOverview {
    HomeOverview(
      day: StudyDay(20_787),
      content: content
        ?? .ready(
          decks: decks,
          today: TodaySummary(
            reviewsDone: 23, reviewsLeft: 37, newDone: 4, newLeft: 6, cards: 27, answers: 33,
            seconds: 700)),
      problemCount: problems)
  }

  static func card(
    _ text: CardText, showing: Int = 1, missing: Set<String> = [], flag: UInt8 = 0
  ) -> StudyCard {
    StudyCard(
      showing: .init(showing), key: CardKey(hash: 1), deck: DeckName("Spanish::Verbs"), text: text,
      missingPictures: missing, flag: flag, isMarked: flag > 0, pool: .due,
      intervals: GradeIntervals(
        again: .seconds(600), hard: .days(3), good: .days(8), easy: .days(15)))
  }

  static let missing = MissingHistory(
    eventCount: 12, first: "2026-11-28 21:40", last: "2026-11-30 08:15",
    files: [".deckle/history/k3f9q2ab-2026.tsv"])

  static let verb = CardText(front: "to fetch, to bring (3rd person)", back: "trae")

  static func session(_ current: StudySession.Current, held: Int = 0) -> StudySession {
    StudySession(
      deck: DeckName("Spanish::Verbs"), counts: CardCounts(new: 5, learning: 1, due: 20), done: 3,
      total: 29, heldBackSiblings: held, current: current,
      previous: CardText(front: "to go", back: "ir"))
  }

  static let files = [
    TransferFile(path: "~/Downloads/spanish.apkg", detail: "1.2 MB  2026-11-29"),
    TransferFile(path: "~/Downloads/Über-Vokabeln 日本語 שלום.apkg", detail: "81 kB  2026-11-20"),
    TransferFile(path: "words.csv", detail: "5.3 kB  2026-10-01"),
  ]

  static let columns = TextColumns(
    separator: .init("comma", of: ["tab", "comma", "semicolon"]),
    encoding: .init("UTF-8", of: ["UTF-8", "Latin-1"]),
    noteType: .init("Basic", of: ["Basic", "Cloze"]), html: .init("no", of: ["yes", "no"]),
    matches: .init("update", of: ["update", "keep", "both"]),
    columns: [
      .init(
        name: "word", role: .init("Front", of: ["Front", "Back", "tags", "-"]),
        samples: ["mesa", "天気はいいから散歩しましょう", "libro"]),
      .init(
        name: "", role: .init("Back", of: ["Front", "Back", "tags", "-"]),
        samples: ["table", "the weather is fine, so let us take a long walk", "book"]),
      .init(
        name: "topic", role: .init("tags", of: ["Front", "Back", "tags", "-"]),
        samples: ["home", "", "school"]),
    ])

  static func transfer(isDryRun: Bool = true) -> TransferReport {
    var report = TransferReport(file: "/home/ana/Downloads/spanish.apkg", isDryRun: isDryRun)
    report.new = 118
    report.updated = 2
    report.unchanged = 30
    report.conflicting = [.init(text: "to fetch", reason: "it changed here too")]
    report.skipped = [
      .init(
        text: "天気はいいから散歩しましょう。שלום 👩‍🌾 and a text that goes on and on and on and on",
        reason: "its front is empty, so it makes no card")
    ]
    report.cards = 236
    report.reviews = 3120
    report.knownReviews = 12
    report.media = 14
    report.missingMedia = ["gone.png"]
    report.decks = [
      .init(name: DeckName("Spanish::Verbs"), path: "Spanish/Verbs.md", notes: 100),
      .init(name: DeckName("Spanish::日本語"), path: "Spanish/日本語.md", notes: 18),
    ]
    report.noteTypes = ["Verb forms"]
    report.remarks = ["2 cards have no note and were left out"]
    if !isDryRun { report.action = "k3f9q2ab@1796040000000" }
    return report
  }
}
