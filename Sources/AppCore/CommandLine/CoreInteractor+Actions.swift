import FileStorage
import History
import Managers
import Screens
import StudyDomain

// What the command line shows of the history: actions to undo, and the events of a card.
extension CoreInteractor {
  public func recentActions(limit: Int) -> [ActionReport] {
    container.index.refresh()
    return container.history.history.recentActions(limit: limit).map(report)
  }

  public func undo(_ name: String?) throws -> ActionReport {
    container.index.refresh()
    let actions = container.history.history.recentActions(limit: 10_000)
    let chosen: RecentAction?
    if let name {
      chosen = actions.first { matches($0, name) }
      guard chosen != nil else {
        throw CommandFailure(
          "there is no action '\(name)'", nextStep: "'deckle undo --list' shows them")
      }
    } else {
      chosen = actions.first { !$0.isUndone && isOurs($0) }
    }
    guard let chosen else {
      throw CommandFailure("this machine has no action to undo")
    }
    if chosen.isUndone { throw CommandFailure("that action is undone already") }
    do {
      try container.history.undo(chosen.target)
    } catch {
      throw CommandFailure(error.message)
    }
    var done = report(chosen)
    done.isUndone = true
    return done
  }

  /// By the name that the list prints, or by the name of one of its events.
  private func matches(_ action: RecentAction, _ name: String) -> Bool {
    action.target.text == name
      || action.events.contains { $0.identity.text == name || $0.identity.name.text == name }
  }

  private func isOurs(_ action: RecentAction) -> Bool {
    action.events.first?.identity.name.writer.text == container.history.writer
  }

  /// An action of this session in words.
  func summary(of target: UndoTarget) -> String {
    let recent = container.history.history.recentActions(limit: 50)
    return recent.first { $0.target == target }.map { words(of: $0) } ?? "the last action"
  }

  /// "review good, leech"; equal events of several cards are counted: "suspend (24 cards)".
  private func words(of action: RecentAction) -> String {
    if action.events.count > 50 { return countedWords(of: action) }
    var counts: [(word: String, count: Int)] = []
    for event in action.events {
      let word = ([event.kind.word] + event.details.prefix(1)).joined(separator: " ")
      if let last = counts.last, last.word == word {
        counts[counts.count - 1].count += 1
      } else {
        counts.append((word, 1))
      }
    }
    return counts.map { $0.count == 1 ? $0.word : "\($0.word) (\($0.count) cards)" }
      .joined(separator: ", ")
  }

  /// The kinds of a large action, such as an import: "12 option, 3412 review".
  private func countedWords(of action: RecentAction) -> String {
    var counts: [String: Int] = [:]
    for event in action.events { counts[event.kind.word, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(
      separator: ", ")
  }

  private func report(_ action: RecentAction) -> ActionReport {
    let key = action.events.first.flatMap { CardKey(text: $0.subject) }
    return ActionReport(
      name: action.target.text, time: action.time.iso(in: container.clock.calendar.zone),
      summary: words(of: action),
      subject: key.map(title) ?? action.events.first?.subject ?? "", isUndone: action.isUndone)
  }

  /// The first line of a card's front.
  private func title(_ key: CardKey) -> String {
    guard let card = container.library.snapshot.card(of: key) else { return key.text }
    let front = ClozeMark.plain(text(ofCard: card).front)
    return String(front.prefix { !$0.isNewline })
  }

  public func events(ofCard name: String) throws -> [EventReport] {
    container.index.refresh()
    let history = container.history.history
    let id: CardID?
    do {
      let card = try container.flashcards.card(named: name)
      id = history.card(ofText: container.library.snapshot.cards[card].key)
    } catch {
      id = CardKey(text: name).flatMap { history.card(holding: $0) }
      if id == nil {
        let failure = ErrorWording.failure(error)
        throw CommandFailure(failure.message, nextStep: failure.nextStep)
      }
    }
    return id.map { history.entries(of: $0).map(report) } ?? []
  }

  private func report(_ entry: CardEntry) -> EventReport {
    EventReport(
      name: entry.name.text, time: entry.time.iso(in: container.clock.calendar.zone),
      day: entry.day, what: entry.kind.word, grade: entry.review?.grade,
      interval: entry.review?.interval, elapsedDays: entry.review?.elapsedDays,
      isRecomputed: entry.review?.isRecomputed ?? false, memory: entry.review?.memory)
  }
}
