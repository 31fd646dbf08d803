import AnkiExchange
import StudyDomain

/// A package's rows by what they belong to, and its days.
struct PackageContents {
  private(set) var collection: AnkiCollection
  let types: [Int64: AnkiNoteType]
  let decks: [Int64: AnkiDeck]
  let presets: [Int64: AnkiPreset]
  /// Sorted by note and number.
  private(set) var cards: [AnkiCard]
  private var cardsOfNote: [Int64: Range<Int>]
  private var log: ReviewLog
  /// Minutes east of UTC whose days the log counts in; nil where the package does not say.
  private let offset: Int?
  private let rolloverMinutes: Int
  private let calendar: StudyCalendar
  /// Days that the source tells, by the milliseconds of the answer.
  private let toldDays: [Int64: ReviewDay]
  /// FSRS schedules; a package of some decks tells it only by the memory of its cards.
  let usesFSRS: Bool
  /// The study day that cards' day numbers count from.
  let firstDay: Int

  /// Takes over a collection; `calendar` helps where it does not say its own hours, and answers in
  /// `moved` get the time back that they have here.
  init(
    _ source: AnkiCollection, calendar: StudyCalendar,
    moved: [Int64: ImportLedger.MovedReview] = [:], days: [Int64: ReviewDay] = [:]
  ) {
    toldDays = days
    var source = source
    var reviews = source.reviews
    source.reviews = []
    for place in reviews.indices where !moved.isEmpty {
      guard let own = moved[reviews[place].id], own.cardID == reviews[place].cardID else {
        continue
      }
      reviews[place].id = own.time
    }
    var cards = source.cards
    source.cards = []
    let isSorted = cards.indices.dropFirst().allSatisfy { !Self.precedes(cards[$0], cards[$0 - 1]) }
    if !isSorted { cards.sort(by: Self.precedes) }
    self.cards = cards
    cardsOfNote = Self.runs(cards.count) { cards[$0].noteID }
    log = ReviewLog(reviews, cards: cards.map(\.id))
    types = Dictionary(source.noteTypes.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    decks = Dictionary(source.decks.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    presets = Dictionary(source.presets.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    let west =
      source.configuration["localOffset"]?.integerValue.map { Int(clamping: $0) }
      ?? source.creationOffsetMinutes
    offset = west.flatMap { (-1440...1440).contains($0) ? -$0 : nil }
    rolloverMinutes = min(max(source.rolloverHour ?? 4, 0), 23) * 60
    self.calendar = calendar
    let created = Timestamp(seconds: source.created)
    let east =
      source.creationOffsetMinutes.map { -$0 } ?? offset ?? calendar.offsetMinutes(at: created)
    firstDay = Self.floored(created.seconds + Int64(east) * 60, 86_400)
    usesFSRS = source.usesFSRS || cards.contains { $0.memory != nil }
    collection = source
  }

  /// Lets go the notes; the rest stays.
  mutating func dropNotes() {
    collection.notes = []
    cardsOfNote = [:]
  }

  /// Lets go notes, cards and answers; the rest stays.
  mutating func dropRows() {
    dropNotes()
    cards = []
    log = ReviewLog([], cards: [])
  }

  /// Lets go the answers of a part of the log.
  mutating func drop(partOfLog part: Int) { log.drop(part: part) }

  private static func precedes(_ left: AnkiCard, _ right: AnkiCard) -> Bool {
    left.noteID != right.noteID ? left.noteID < right.noteID : left.ordinal < right.ordinal
  }

  private static func runs(_ count: Int, _ id: (Int) -> Int64) -> [Int64: Range<Int>] {
    var runs: [Int64: Range<Int>] = [:]
    runs.reserveCapacity(count / 2)
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, id(end) == id(start) { end += 1 }
      runs[id(start)] = start..<end
      start = end
    }
    return runs
  }

  private static func floored(_ value: Int64, _ divisor: Int64) -> Int {
    Int(value / divisor) - (value % divisor < 0 ? 1 : 0)
  }

  /// In the order of their numbers, a part of `cards`.
  func cards(ofNote note: Int64) -> ArraySlice<AnkiCard> {
    cards[cardsOfNote[note] ?? 0..<0]
  }

  /// In the order of time; `place` is that of the card in `cards`.
  func reviews(ofCardAt place: Int) -> ArraySlice<AnkiReview> { log.reviews(ofCardAt: place) }

  var reviewCount: Int { log.count }

  /// The study day of an answer: as the source tells it, else by the package's rollover and offset from UTC.
  func day(of time: Timestamp) -> StudyDay {
    if !toldDays.isEmpty, let told = toldDays[time.milliseconds] { return told.day }
    guard let offset else { return calendar.studyDay(at: time) }
    let seconds = Int64(Self.floored(time.milliseconds, 1000))
    return StudyDay(
      Self.floored(seconds + Int64(offset) * 60 - Int64(rolloverMinutes) * 60, 86_400))
  }

  /// Minutes east of UTC.
  func offset(at time: Timestamp) -> Int {
    if !toldDays.isEmpty, let told = toldDays[time.milliseconds] { return told.offset }
    return offset ?? calendar.offsetMinutes(at: time)
  }

  /// The study day that a card's day number means; one that no card reaches in ten thousand years
  /// is that far away.
  func day(numbered number: Int64) -> StudyDay {
    StudyDay(firstDay + Int(min(max(number, -3_652_500), 3_652_500)))
  }

  /// The full name of the deck that a note's cards live in, the first card's.
  func deckName(of card: AnkiCard) -> String {
    decks[card.homeDeckID]?.name ?? "Default"
  }
}
