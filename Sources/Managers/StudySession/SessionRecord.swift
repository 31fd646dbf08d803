import StudyDomain

/// What was done in a session: the answers given, and every action that undo can take back.
struct SessionRecord {
  typealias Answer = StudySessionManager.Answer

  /// An action of the session, with the card that was on screen.
  struct Step {
    var card: CardKey?
    /// Nil for actions that are no answers: bury, suspend, flag, more for today.
    var answer: Answer?
    /// Its place in the line of what undo takes back.
    var action: SessionAction?
    /// The text that the card had before the action changed it, and the new one.
    var renamed: (old: CardKey, new: CardKey)?
    /// What was to be practised before and after it.
    var practiceBefore = PracticeRound()
    var practiceAfter = PracticeRound()
    /// By how many cards it raised the session's limit.
    var widenedBy = 0
  }

  /// Oldest first.
  private(set) var answers: [Answer] = []
  private var done: [Step] = []
  private var undone: [Step] = []
  /// How often each card was answered.
  private var counts: [CardKey: Int] = [:]

  /// The cards answered, each once.
  var cards: some Collection<CardKey> { counts.keys }

  /// The step that `undo` would take back.
  var newest: Step? { done.last }
  /// The step that `redo` would bring back.
  var newestUndone: Step? { undone.last }

  /// Takes in a new action; what was undone before it cannot be done again.
  mutating func add(_ step: Step) {
    undone = []
    append(step)
  }

  mutating func undo() {
    guard let step = done.popLast() else { return }
    undone.append(step)
    guard step.answer != nil, let answer = answers.popLast() else { return }
    let count = counts[answer.card, default: 1] - 1
    counts[answer.card] = count > 0 ? count : nil
  }

  mutating func redo() {
    if let step = undone.popLast() { append(step) }
  }

  private mutating func append(_ step: Step) {
    done.append(step)
    guard let answer = step.answer else { return }
    answers.append(answer)
    counts[answer.card, default: 0] += 1
  }

  /// A card has a new text: what was done to it was done to the new one.
  mutating func rename(_ old: CardKey, to new: CardKey) {
    for index in answers.indices where answers[index].card == old { answers[index].card = new }
    for index in done.indices { done[index].rename(old, to: new) }
    for index in undone.indices { undone[index].rename(old, to: new) }
    if let count = counts.removeValue(forKey: old) { counts[new, default: 0] += count }
  }

  /// Puts more cards into the rounds of practice that undo and redo bring back.
  mutating func extendPractice(by cards: [CardKey]) {
    for index in done.indices {
      done[index].practiceBefore.add(cards)
      done[index].practiceAfter.add(cards)
    }
    for index in undone.indices {
      undone[index].practiceBefore.add(cards)
      undone[index].practiceAfter.add(cards)
    }
  }

  /// Cards that were failed at least once, the latest first.
  var failedCards: [CardKey] {
    var seen: Set<CardKey> = []
    return answers.reversed().compactMap { answer in
      answer.grade == .again && seen.insert(answer.card).inserted ? answer.card : nil
    }
  }
}

extension SessionRecord.Step {
  fileprivate mutating func rename(_ old: CardKey, to new: CardKey) {
    if card == old { card = new }
    if answer?.card == old { answer?.card = new }
    practiceBefore.rename(old, to: new)
    practiceAfter.rename(old, to: new)
  }
}
