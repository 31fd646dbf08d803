import AnkiExchange
import DeckFormat
import History
import StudyDomain

// The cards of a note, and their answers: what Anki had as it was, and after it what was answered
// here.
extension NotePreparer {
  func cards(
    of prepared: Prepared, _ remembered: ImportLedger.Note?, deck: Int, _ rows: OriginalRows,
    into reviews: inout [AnkiReview]
  ) throws -> [Card] {
    let content = prepared.text.content
    let source = content.clozeSource
    let type = noteType(of: content, deck)
    var made: [Card] = []
    made.reserveCapacity(prepared.living.count)
    for (number, state) in zip(prepared.living, prepared.states) {
      let entry = snapshot.cards[number]
      let ordinal =
        source.map { $0.numbers[Int(entry.face)] - 1 }
        ?? NoteBlockWriter.ordinal(ofFace: Int(entry.face), content, type)
      guard !made.contains(where: { $0.row.ordinal == ordinal }) else { continue }
      let id = remembered?.cards.first { $0.ordinal == ordinal }.map { max(0, $0.id) } ?? 0
      let own = numbers.id(ofCard: number)
      let original = id > 0 ? try rows.card(id) : nil
      let past = numbers.past(ofCard: number)
      let source = CardExport.Source(
        deck: deck, state: state, original: original, lastEvent: past.lastEvent,
        position: Int64(entry.note) + 1)
      let isUntouched = source.isUntouched
      var card = Card(
        number: number,
        row: cards.row(source, id: id, noteID: remembered?.id ?? 0, ordinal: ordinal),
        key: entry.key, deck: original?.deck, homeDeck: original?.homeDeck,
        isUntouched: isUntouched, reviews: reviews.count..<reviews.count)
      if hasHistory, let own {
        if id > 0 { try rows.appendReviews(ofCard: id, to: &reviews) }
        addReviews(of: own, as: id, original, past, from: card.reviews.lowerBound, to: &reviews)
        card.reviews = card.reviews.lowerBound..<reviews.count
        if card.row.kind != .new { card.row.setLastReview(reviews[card.reviews]) }
      }
      made.append(card)
    }
    return made
  }

  private func noteType(of content: NoteContent, _ deck: Int) -> NoteType? {
    guard content.form == .note, let name = content.typeName else { return nil }
    let path = snapshot.decks[deck].file.map { snapshot.files[$0].path } ?? ""
    return settings.noteType(named: name, forFile: path)
  }

  // MARK: Answers

  /// Makes of the log of a card, which stands at the end of the list, the one that goes out.
  private func addReviews(
    of card: CardID, as id: Int64, _ original: AnkiOriginals.Card?, _ past: CardPast,
    from start: Int, to reviews: inout [AnkiReview]
  ) {
    // Most cards of a collection: all of their answers are those of the log.
    if let original, let last = past.lastEvent, last == original.lastEvent,
      past.holds({ tell in
        for review in reviews[start...] where review.button != 0 { tell(review.id) }
      })
    {
      return
    }
    let log = Array(reviews[start...])
    reviews.removeSubrange(start...)
    // What is no answer stays: the history may say it in another way.
    reviews += log.filter { $0.button == 0 }
    let answers = Dictionary(
      log.lazy.filter { $0.button != 0 }.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    // Resets and days up to here came with the log.
    var isOfImport = original?.lastEvent != nil
    var interval: Int32 = 0
    for entry in history.entries(of: card) {
      if let review = entry.review {
        let given = self.interval(review.interval, at: entry.time, day: entry.day)
        reviews.append(
          answers[entry.time.milliseconds]
            ?? Self.row(entry, review, card: id, interval: given, last: interval))
        if review.mode != .cram { interval = given }
      } else if entry.kind == .forget || entry.kind == .due, !isOfImport {
        reviews.append(Self.manual(entry, card: id, last: interval))
        if entry.kind == .forget { interval = 0 }
      }
      if entry.name == original?.lastEvent { isOfImport = false }
    }
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
  private func interval(_ interval: Interval, at time: Timestamp, day: StudyDay) -> Int32 {
    switch interval {
    case .days(let days): return Int32(clamping: days)
    case .seconds(let seconds):
      let end = Timestamp(milliseconds: time.milliseconds + Int64(seconds) * 1000)
      let due = calendar.studyDay(at: end)
      return due > day ? Int32(clamping: due - day) : -Int32(clamping: seconds)
    }
  }

  /// A reset, or a day set by hand.
  private static func manual(_ entry: CardEntry, card: Int64, last: Int32) -> AnkiReview {
    AnkiReview(
      id: entry.time.milliseconds, cardID: card, button: 0,
      interval: entry.kind == .forget ? 0 : max(1, last), lastInterval: last,
      factor: entry.kind == .forget ? 0 : 2500, milliseconds: 0, kind: .manual)
  }
}
