import AnkiExchange
import History
import StudyDomain

/// The log of an export: what Anki had as it was, and after it what was answered here.
@MainActor struct ReviewExport {
  private let index: StudyIndex
  /// First those of the originals, sorted by card and time.
  private var rows: [AnkiReview]
  private var kept: [Bool]
  private let originals: [Int64: Range<Int>]

  init(index: StudyIndex, originals: [AnkiReview]) {
    self.index = index
    var rows = originals
    let isSorted = originals.indices.dropFirst().allSatisfy {
      !Self.precedes(originals[$0], originals[$0 - 1])
    }
    if !isSorted { rows.sort(by: Self.precedes) }
    // A second import of a note that was gone brought its log again.
    func isSame(_ row: Int, _ other: Int) -> Bool {
      rows[row].id == rows[other].id && rows[row].cardID == rows[other].cardID
    }
    if rows.indices.dropFirst().contains(where: { isSame($0, $0 - 1) }) {
      var place = 0
      for row in rows.indices where place == 0 || !isSame(row, place - 1) {
        rows[place] = rows[row]
        place += 1
      }
      rows.removeLast(rows.count - place)
    }
    self.rows = rows
    kept = Array(repeating: false, count: rows.count)
    var ranges: [Int64: Range<Int>] = [:]
    ranges.reserveCapacity(rows.count / 8)
    var start = 0
    while start < rows.count {
      var end = start + 1
      while end < rows.count, rows[end].cardID == rows[start].cardID { end += 1 }
      ranges[rows[start].cardID] = start..<end
      start = end
    }
    self.originals = ranges
  }

  private static func precedes(_ left: AnkiReview, _ right: AnkiReview) -> Bool {
    left.cardID != right.cardID ? left.cardID < right.cardID : left.id < right.id
  }

  /// Makes room for so many answers, those of the originals among them.
  mutating func reserve(_ count: Int) {
    rows.reserveCapacity(max(count, rows.count))
    kept.reserveCapacity(max(count, rows.count))
  }

  /// Keeps the whole log of a card that only Anki has.
  mutating func keepAll(ofCard id: Int64) {
    for place in originals[id] ?? 0..<0 { kept[place] = true }
  }

  /// Adds the log of a card under its id in Anki.
  mutating func add(_ card: CardID, as id: Int64, original: AnkiOriginals.Card?) {
    let range = originals[id] ?? 0..<0
    if holdsAll(range, of: card, original) {
      for row in range { kept[row] = true }
      return
    }
    var place: [Int64: Int] = [:]
    for row in range {
      place[rows[row].id] = row
      // What is no answer stays: the history may say it in another way.
      if rows[row].button == 0 { kept[row] = true }
    }
    // Resets and days up to here came with the log.
    var isOfImport = original?.lastEvent != nil
    var last: Int32 = 0
    for entry in index.history.history.entries(of: card) {
      if let review = entry.review {
        let given = Self.interval(review.interval, at: entry.time, day: entry.day, index)
        if let row = place[entry.time.milliseconds], rows[row].button != 0 {
          kept[row] = true
        } else {
          append(Self.row(entry, review, card: id, interval: given, last: last))
        }
        if review.mode != .cram { last = given }
      } else if entry.kind == .forget || entry.kind == .due, !isOfImport {
        append(manual(entry, card: id, last: last))
        if entry.kind == .forget { last = 0 }
      }
      if entry.name == original?.lastEvent { isOfImport = false }
    }
  }

  /// True for a card without an event since its import, all of whose answers are those of the log:
  /// most cards of a collection, which need no look at each entry.
  private func holdsAll(
    _ range: Range<Int>, of card: CardID, _ original: AnkiOriginals.Card?
  ) -> Bool {
    let history = index.history.history
    guard let original, let last = original.lastEvent,
      history.lastEvent(of: card, on: .schedule) == last
    else { return false }
    return history.hasReviews(at: rows[range].lazy.filter { $0.button != 0 }.map(\.id), of: card)
  }

  private mutating func append(_ row: AnkiReview) {
    rows.append(row)
    kept.append(true)
  }

  private static func row(
    _ entry: CardEntry, _ review: ReviewEntry, card: Int64, interval: Int32, last: Int32
  ) -> AnkiReview {
    let kind: AnkiReview.Kind =
      switch (review.mode, entry.phaseBefore) {
      case (.cram, _), (.ahead, _): .filtered
      case (_, .new), (_, .learning): .learning
      case (_, .review): .review
      case (_, .relearning): .relearning
      }
    return AnkiReview(
      id: entry.time.milliseconds, cardID: card, button: review.grade.rawValue,
      interval: interval, lastInterval: last, factor: factor(review.memory),
      milliseconds: Int32(clamping: review.takenMilliseconds), kind: kind)
  }

  /// The difficulty as Anki logs it, 100 to 1100; 0 for cramming.
  private static func factor(_ memory: MemoryState?) -> Int32 {
    memory.map { Int32(((($0.difficulty - 1) / 9 + 0.1) * 1000).rounded()) } ?? 0
  }

  /// Days, or seconds below 0; a step that crosses the end of its day counts in days.
  private static func interval(
    _ interval: Interval, at time: Timestamp, day: StudyDay, _ index: StudyIndex
  ) -> Int32 {
    switch interval {
    case .days(let days): return Int32(clamping: days)
    case .seconds(let seconds):
      let end = Timestamp(milliseconds: time.milliseconds + Int64(seconds) * 1000)
      let due = index.clock.calendar.studyDay(at: end)
      return due > day ? Int32(clamping: due - day) : -Int32(clamping: seconds)
    }
  }

  /// A reset, or a day set by hand.
  private func manual(_ entry: CardEntry, card: Int64, last: Int32) -> AnkiReview {
    AnkiReview(
      id: entry.time.milliseconds, cardID: card, button: 0,
      interval: entry.kind == .forget ? 0 : max(1, last), lastInterval: last,
      factor: entry.kind == .forget ? 0 : 2500, milliseconds: 0, kind: .manual)
  }

  /// All rows by id, each with one of its own; `moved` are those that had to give way.
  mutating func finished() -> (
    rows: [AnkiReview], moved: [Int64: ImportLedger.MovedReview]
  ) {
    var place = 0
    for row in rows.indices where kept[row] {
      rows[place] = rows[row]
      place += 1
    }
    rows.removeLast(rows.count - place)
    kept = []
    func precedes(_ left: AnkiReview, _ right: AnkiReview) -> Bool {
      left.id != right.id ? left.id < right.id : left.cardID < right.cardID
    }
    let isSorted = rows.indices.dropFirst().allSatisfy { [rows] in
      !precedes(rows[$0], rows[$0 - 1])
    }
    if !isSorted { rows.sort(by: precedes) }
    var moved: [Int64: ImportLedger.MovedReview] = [:]
    var last: Int64 = 0
    for row in rows.indices {
      if rows[row].id <= last {
        let own = rows[row].id
        rows[row].id = last + 1
        moved[last + 1] = .init(cardID: rows[row].cardID, time: own)
      }
      last = rows[row].id
    }
    defer { rows = [] }
    return (rows, moved)
  }
}
