public import StudyDomain

/// What happens to the cards of a session.
extension StudyQueue {
  /// The card on screen was answered; `state` is what the history now says of it.
  ///
  /// It comes back if a step of today remains; siblings in the queue are held back as its deck
  /// says. Does nothing without a card on screen.
  public mutating func answered(_ state: CardState, at time: Timestamp) {
    guard let place, let entry = current else { return }
    now = time
    var step = Step(place: place, learning: learning)
    leave(place, &step)
    if buriesSiblings { holdSiblings(of: entry, &step) }
    let candidate = StudyCandidate(
      card: Int(entry.card), note: Int(entry.note), deck: Int(entry.deck), position: 0,
      face: Int(entry.face), hash: 0, state: state, today: moment.day)
    if candidate.standing(moment) == .intradayLearning {
      requeue(LearningEntry(entry: QueueEntry(candidate, .intradayLearning), due: candidate.due))
    }
    self.place = nil
    steps.append(step)
  }

  /// These cards are not asked any more today: suspended, buried, deleted, or answered elsewhere.
  ///
  /// Taken back as one step; a card on screen among them leaves it.
  public mutating func remove(cards: Set<Int32>) {
    var step = Step(place: nil, learning: learning)
    if let entry = current, cards.contains(entry.card) {
      step.place = place
      place = nil
    }
    learning.removeAll { cards.contains($0.entry.card) }
    for index in main.indices where !isGone[index] && cards.contains(main[index].card) {
      leave(.main(index), &step)
    }
    step.noLongerHeld = held.filter { cards.contains($0.entry.card) }
    held.removeAll { cards.contains($0.entry.card) }
    steps.append(step)
  }

  /// The card on screen goes to the end as it is: for a card failed while cramming.
  ///
  /// Does nothing to a card within its learning steps: those have their time.
  public mutating func postpone(at time: Timestamp) {
    guard case .main(let index) = place else { return }
    now = time
    var step = Step(place: place, learning: learning)
    leave(.main(index), &step)
    step.copies.append(main.count)
    append(main[index])
    place = nil
    steps.append(step)
  }

  /// Takes the last answer, removal or postponement back; its card, if it was on screen, is on
  /// screen again.
  public mutating func undo(at time: Timestamp) -> QueueEntry? {
    guard let step = steps.popLast() else { return current }
    now = time
    learning = step.learning
    for index in step.copies where !isGone[index] {
      isGone[index] = true
      count(main[index], by: -1)
    }
    for index in step.gone where isGone[index] {
      isGone[index] = false
      head = min(head, index)
      count(main[index], by: 1)
      held.removeAll { $0.index == index }
    }
    held += step.noLongerHeld
    if let before = step.place { place = before }
    skipGone()
    return current
  }

  /// Puts the siblings held back at the end of the queue; from now on none is held back.
  public mutating func releaseHeldBack() {
    for sibling in held {
      if let index = sibling.index {
        isGone[index] = false
        head = min(head, index)
        count(sibling.entry, by: 1)
      } else {
        append(sibling.entry)
      }
    }
    held = []
    buriesSiblings = false
  }

  private mutating func holdSiblings(of entry: QueueEntry, _ step: inout Step) {
    // A card holds back only what is gathered after its kind: learning, then reviews, then new.
    var mode = burying[Int(entry.deck)]
    if entry.standing == .review || entry.standing == .new { mode.remove(.interdayLearning) }
    if entry.standing == .new { mode.remove(.reviews) }
    guard !mode.isEmpty else { return }
    for index in main.indices.dropFirst(head)
    where !isGone[index] && main[index].note == entry.note && main[index].card != entry.card
      && mode.holds(main[index].standing)
    {
      leave(.main(index), &step)
      held.append(Held(entry: main[index], index: index))
    }
  }

  private mutating func leave(_ place: Place, _ step: inout Step) {
    switch place {
    case .main(let index):
      isGone[index] = true
      count(main[index], by: -1)
      step.gone.append(index)
    case .learning(let entry):
      learning.removeAll { $0 == entry }
    }
    skipGone()
  }

  private mutating func append(_ entry: QueueEntry) {
    main.append(entry)
    isGone.append(false)
    count(entry, by: 1)
  }

  private mutating func skipGone() {
    while head < main.count, isGone[head] { head += 1 }
  }

  /// Puts a step at its time, but behind the next card when it would be shown again at once.
  private mutating func requeue(_ entry: LearningEntry) {
    var entry = entry
    if entry.due <= cutoff, head >= main.count, let other = learning.first,
      other.due >= entry.due, other.due + 1000 < cutoff
    {
      entry.due = other.due + 1000
    }
    let index = learning.firstIndex { $0.due > entry.due } ?? learning.endIndex
    learning.insert(entry, at: index)
  }

  mutating func count(_ entry: QueueEntry, by amount: Int) {
    switch entry.part {
    case .new: mainCounts.new += amount
    case .learning: mainCounts.learning += amount
    case .due: mainCounts.due += amount
    }
  }
}
