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
            reviewsDone: 23, reviewsLeft: 37, newDone: 4, newLeft: 6, seconds: 700)),
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
}
