import AnkiExchange
import DeckFormat
import FileStorage
import StudyDomain

// The cards of a note: what they were, and their answers.
extension ExportedJSON {
  mutating func read(
    _ members: [String: JSONValue], _ key: CardKey, _ ordinal: Int, _ note: Int64, _ deck: Int64,
    _ own: inout ExactNote
  ) {
    var card = AnkiCard(
      id: ids.make("card \(key.text)"), noteID: note, deckID: deck, ordinal: ordinal)
    card.due = Int64(collection.cards.count + 1)
    for review in members["reviews"]?.arrayValue ?? [] {
      if let review = review.objectValue { read(review, ofCard: card.id) }
    }
    if let state = members["state"]?.objectValue {
      set(state, &card)
      if state["marked"]?.boolValue ?? false { own.marked?.insert(ordinal) }
      if state["leech"]?.boolValue ?? false { own.leeches?.insert(ordinal) }
    }
    collection.cards.append(card)
  }

  private func set(_ state: [String: JSONValue], _ card: inout AnkiCard) {
    func number(_ name: String) -> Int64 { state[name]?.integerValue ?? 0 }
    card.flag = Int(min(max(number("flag"), 0), 7))
    card.repetitions = Int32(clamping: number("reps"))
    card.lapses = Int32(clamping: number("lapses"))
    switch state["phase"]?.stringValue.flatMap(CardPhase.init(word:)) {
    case .learning: (card.kind, card.queue) = (.learning, .learning)
    case .review: (card.kind, card.queue) = (.review, .review)
    case .relearning: (card.kind, card.queue) = (.relearning, .learning)
    case .new, nil: break
    }
    if card.kind != .new {
      let due = state["due"]?.stringValue ?? ""
      if let date = CivilDate(iso: due) {
        card.due = Int64(date.daysSince1970 - firstDay)
      } else if let time = Timestamp(iso: due, in: .utc) {
        card.due = time.seconds
      }
      if case .days(let days)? = state["interval"]?.stringValue.flatMap(Interval.init(historyForm:))
      {
        card.intervalDays = Int32(clamping: days)
      }
      card.lastReview =
        state["last_review"]?.stringValue
        .flatMap { Timestamp(iso: $0, in: .utc) }?.seconds
    }
    if let stability = state["stability"]?.doubleValue,
      let difficulty = state["difficulty"]?.doubleValue
    {
      card.stability = stability
      card.difficulty = difficulty
    }
    if state["buried"]?.boolValue ?? false, isExportedToday {
      card.queue = .buriedByHand
      card.modified = now.seconds
    }
    if state["suspended"]?.boolValue ?? false { card.queue = .suspended }
  }

  private mutating func read(_ review: [String: JSONValue], ofCard card: Int64) {
    guard let time = review["time"]?.integerValue,
      let grade = review["grade"]?.stringValue.flatMap(Grade.init(word:)),
      let interval = review["interval"]?.stringValue.flatMap(Interval.init(historyForm:))
    else { return }
    let mode = review["mode"]?.stringValue
    let kind: AnkiReview.Kind
    switch (mode, review["before"]?.stringValue) {
    case ("ahead", _), ("cram", _): kind = .filtered
    case (_, "review"): kind = .review
    case (_, "relearning"): kind = .relearning
    default: kind = .learning
    }
    let given: Int32 =
      switch interval {
      case .days(let days): Int32(clamping: days)
      case .seconds(let seconds): -Int32(clamping: seconds)
      }
    if let day = review["day"]?.stringValue.flatMap(CivilDate.init(iso:)),
      let offset = review["offset"]?.integerValue, abs(offset) <= 1440
    {
      reviewDays[time] = ReviewDay(day: StudyDay(day.daysSince1970), offset: Int(offset))
    }
    collection.reviews.append(
      AnkiReview(
        id: time, cardID: card, button: UInt8(grade.rawValue), interval: given, lastInterval: 0,
        factor: mode == "cram" ? 0 : 1,
        milliseconds: Int32(clamping: review["taken"]?.integerValue ?? 0), kind: kind))
  }
}
