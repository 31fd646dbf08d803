import DeckFormat
import History
import Scheduling
import StudyDomain

/// Sorts cards by a column: each card's place in the order is computed once, as a number.
///
/// Equal cards stay in the order given; cards without a value come last both ways.
@MainActor struct CardSorting {
  let index: StudyIndex
  let search: @MainActor () -> TextSearch

  private struct Entry {
    var rank: UInt64
    /// The place in the order given.
    var place: Int32
  }

  func sorted(_ cards: [Int], by order: CardOrder) -> [Int] {
    guard let column = order.column else { return order.isDescending ? cards.reversed() : cards }
    if column == .question { return sortedByText(cards, isDescending: order.isDescending) }
    let rank = ranks(of: column)
    var entries = ContiguousArray<Entry>()
    entries.reserveCapacity(cards.count)
    for (place, card) in cards.enumerated() {
      let value = rank(card)
      entries.append(
        Entry(
          rank: value.map { order.isDescending ? ~$0 : $0 } ?? .max, place: Int32(place)))
    }
    entries.sort { ($0.rank, $0.place) < ($1.rank, $1.place) }
    return entries.map { cards[Int($0.place)] }
  }

  // MARK: Numbers

  /// By card: where it stands; nil without a value.
  private func ranks(of column: CardColumn) -> (Int) -> UInt64? {
    // Copies: reading the stores' own costs more than a look-up.
    let snapshot = index.library.snapshot
    let history = index.history.history
    func state(_ card: Int) -> CardState {
      history.card(ofText: snapshot.cards[card].key).map { history.state(of: $0) } ?? CardState()
    }
    func number(_ value: @escaping (CardState) -> Double?) -> (Int) -> UInt64? {
      { value(state($0)).map(Self.rank) }
    }
    switch column {
    case .question: return { _ in nil }
    case .deck: return { UInt64(snapshot.deck(ofCard: $0)) }
    case .tags:
      let places = Self.places(ofTagSets: snapshot.tagSets)
      return { places[Int(snapshot.note(ofCard: $0).tagSet)] }
    case .due:
      let moment = index.clock.moment
      return number { state in
        switch state.due {
        case nil: nil
        case .time(let time): Double(time.milliseconds)
        case .day(let day):
          Double(moment.start.milliseconds)
            + Double(day.number - moment.day.number) * 86_400_000
        }
      }
    case .state:
      let today = index.clock.today
      return number { state in
        if state.isSuspended { return 5 }
        if state.isBuried(on: today) { return 4 }
        return switch state.phase {
        case .new: 0
        case .learning: 1
        case .relearning: 2
        case .review: 3
        }
      }
    case .interval:
      return number { state in
        switch state.interval {
        case nil: nil
        case .days(let days): Double(days)
        case .seconds(let seconds): Double(seconds) / 86_400
        }
      }
    case .stability: return number { $0.memory?.stability }
    case .difficulty: return number { $0.memory?.difficulty }
    case .retrievability:
      return { card in
        let state = state(card)
        guard let memory = state.memory, let last = state.lastReview else { return nil }
        return Self.rank(
          index.retrievability(memory, since: last, ofDeck: snapshot.deck(ofCard: card)))
      }
    case .reps: return number { $0.reviews == 0 ? nil : Double($0.reps) }
    case .lapses: return number { $0.reviews == 0 ? nil : Double($0.lapses) }
    case .answered: return number { ($0.lastReview?.milliseconds).map(Double.init) }
    case .flag:
      return number { $0.flag > 0 ? Double($0.flag) : $0.isMarked ? 8 : nil }
    }
  }

  /// A number whose order among unsigned ones is that of the values; below `UInt64.max`.
  private static func rank(_ value: Double) -> UInt64 {
    let bits = value.bitPattern
    let sign: UInt64 = 1 << 63
    return min(bits & sign == 0 ? bits | sign : ~bits, .max - 1)
  }

  private static func places(ofTagSets sets: [[String]]) -> [UInt64?] {
    let names = sets.map { $0.map(TagName.parted).joined(separator: " ").lowercased() }
    var places: [UInt64?] = Array(repeating: nil, count: sets.count)
    for (place, set) in names.indices.sorted(by: { names[$0] < names[$1] }).enumerated()
    where !sets[set].isEmpty {
      places[set] = UInt64(place)
    }
    return places
  }

  // MARK: Texts

  /// Words of text that are compared; what is equal so far stays in its order.
  private static let words = 8

  /// By the text of the note, capitals and accents aside: the cards of a note stay together.
  private func sortedByText(_ cards: [Int], isDescending: Bool) -> [Int] {
    let snapshot = index.library.snapshot
    // By note: the beginning of its text as big-endian words.
    var heads = Array(repeating: UInt64(0), count: snapshot.notes.count * Self.words)
    search().forEachText { note, text in
      let text = Self.spoken(text, form: snapshot.notes[note].parsed.form)
      for (place, byte) in text.prefix(Self.words * 8).enumerated() {
        heads[note * Self.words + place / 8] |= UInt64(byte) << UInt64(56 - place % 8 * 8)
      }
    }
    let notes = cards.map { Int(snapshot.cards[$0].note) * Self.words }
    var entries = ContiguousArray<Entry>()
    entries.reserveCapacity(cards.count)
    for place in cards.indices {
      let first = heads[notes[place]]
      entries.append(Entry(rank: isDescending ? ~first : first, place: Int32(place)))
    }
    heads.withUnsafeBufferPointer { heads in
      entries.sort { left, right in
        if left.rank != right.rank { return left.rank < right.rank }
        let (one, other) = (notes[Int(left.place)], notes[Int(right.place)])
        for word in 1..<Self.words where heads[one + word] != heads[other + word] {
          return (heads[one + word] < heads[other + word]) != isDescending
        }
        return left.place < right.place
      }
    }
    return entries.map { cards[Int($0.place)] }
  }

  /// The text from its first word on: without directives above it, its letter, and the names of
  /// its type and first field.
  private nonisolated static func spoken(
    _ text: UnsafeRawBufferPointer, form: NoteForm
  ) -> Slice<UnsafeRawBufferPointer> {
    let (colon, more) = (UInt8(ascii: ":"), UInt8(ascii: ">"))
    var rest = text[...]
    while rest.starts(with: "<!--".utf8) {
      rest = withoutSigns(after(more, in: rest))
    }
    switch form {
    case .basic, .term: rest = after(colon, in: rest)
    case .cloze:
      rest = withoutSigns(after(colon, in: rest))
      // {{c1::first words}}
      if rest.first == UInt8(ascii: "c"), rest.dropFirst(2).starts(with: "::".utf8) {
        rest = rest.dropFirst(4)
      }
    case .note: rest = after(colon, in: after(colon, in: rest))
    case .pair, .reversiblePair, .question, .reversibleQuestion, .highlight: break
    }
    return withoutSigns(rest)
  }

  /// What follows a sign; all where there is none.
  private nonisolated static func after(
    _ sign: UInt8, in text: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    text.firstIndex(of: sign).map { text[($0 + 1)...] } ?? text
  }

  private nonisolated static func withoutSigns(
    _ text: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    text.drop { " *_[{#>\"".utf8.contains($0) }
  }
}
