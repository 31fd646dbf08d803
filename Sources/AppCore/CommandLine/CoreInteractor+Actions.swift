import FileStorage
import History
import Managers
import Screens
import StudyDomain

// What the command line shows of the history: actions to undo, and the events of a card.
extension CoreInteractor {
  public func recentActions(limit: Int) -> [ActionReport] {
    container.index.refresh()
    let imports = container.transfer.imports()
    let texts = container.texts.records
    let parts = Set(imports.flatMap(\.actions) + texts.compactMap { $0.target?.text })
    let actions = container.history.history.recentActions(limit: limit)
      .filter { !parts.contains($0.target.text) }
      .map { (time: $0.time, report: report($0)) }
    return
      (actions + imports.map { (time: $0.time, report: report($0)) }
      + texts.map { (time: $0.time, report: report($0)) })
      .sorted { $0.time > $1.time }.prefix(limit).map(\.report)
  }

  public func undo(_ name: String?) throws -> ActionReport {
    container.index.refresh()
    guard let name = name ?? newestOfOurs() else {
      throw CommandFailure("this machine has no action to undo")
    }
    let chosen = container.history.history.action(named: name)
    let text = container.texts.records.first {
      $0.name == name || $0.target != nil && $0.target == chosen?.target
    }
    if let text { return try command { try undo(text) } }
    let imported = container.transfer.imports().first { imported in
      imported.name == name || imported.actions.contains { $0 == chosen?.target.text }
    }
    if let imported { return try command { try undo(imported) } }
    guard let chosen else {
      throw CommandFailure(
        "there is no action '\(name)'", nextStep: "'deckle undo --list' shows them")
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

  private func undo(_ imported: ImportSummary) throws -> ActionReport {
    let undone = try container.transfer.undo(imported.name)
    container.session.refresh()
    var done = report(imported)
    done.isUndone = true
    done.left = undone.left.map { "\($0.text): \($0.reason)" }
    return done
  }

  private func undo(_ text: TextRecord) throws -> ActionReport {
    _ = try container.texts.undo(record: text.name)
    container.session.refresh()
    var done = report(text)
    done.isUndone = true
    return done
  }

  private func report(_ text: TextRecord) -> ActionReport {
    ActionReport(
      name: text.name, time: text.time.iso(in: container.clock.calendar.zone),
      summary: text.summary, subject: "", isUndone: false)
  }

  /// The name of this machine's newest action that is in force.
  private func newestOfOurs() -> String? {
    let texts = container.texts.records
    let other = newestOther(besides: Set(texts.compactMap { $0.target?.text }))
    guard let text = texts.first else { return other?.name }
    guard let other, other.time > text.time else { return text.name }
    return other.name
  }

  private func newestOther(besides texts: Set<String>) -> (name: String, time: Timestamp)? {
    let imports = container.transfer.imports()
    let parts = Set(imports.flatMap(\.actions)).union(texts)
    let writer = container.history.writer
    let action = container.history.history.recentActions(limit: 10_000).first {
      !$0.isUndone && isOurs($0) && !parts.contains($0.target.text)
    }
    let ours = action.map { (name: $0.target.text, time: $0.time) }
    guard let newest = imports.first(where: { $0.writer == writer || $0.writer.isEmpty }) else {
      return ours
    }
    guard let ours, ours.time > newest.time else { return (newest.name, newest.time) }
    return ours
  }

  private func isOurs(_ action: RecentAction) -> Bool {
    action.items.first?.identity.name.writer.text == container.history.writer
  }

  /// An action of this session in words.
  func summary(of target: UndoTarget) -> String {
    container.history.history.action(named: target.text).map { words(of: $0) } ?? "the last action"
  }

  /// "review good, leech"; equal events of several cards are counted: "suspend (24 cards)".
  private func words(of action: RecentAction) -> String {
    if action.count > RecentAction.mostItems { return countedWords(of: action) }
    var counts: [(word: String, count: Int)] = []
    for event in action.items {
      let word =
        event.kind == .relink
        ? "relink after an edit"
        : ([event.kind.word] + event.details.prefix(event.kind == .goal ? 2 : 1))
          .joined(separator: " ")
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
    action.counts.map { "\($0.count) \($0.kind.word)" }.joined(separator: ", ")
  }

  private func report(_ action: RecentAction) -> ActionReport {
    let first = action.items.first
    let key = first.flatMap { CardKey(text: $0.subject) }
    return ActionReport(
      name: action.target.text, time: action.time.iso(in: container.clock.calendar.zone),
      summary: words(of: action), subject: key.map(title) ?? first?.subject ?? "",
      isUndone: action.isUndone)
  }

  /// "import of spanish.apkg: 40 new, 2 updated".
  private func report(_ imported: ImportSummary) -> ActionReport {
    let file = imported.file.split(separator: "/").last.map(String.init) ?? imported.file
    return ActionReport(
      name: imported.name, time: imported.time.iso(in: container.clock.calendar.zone),
      summary: "import of \(file): \(imported.new) new, \(imported.updated) updated"
        + (imported.isCutOff ? ", cut off" : ""),
      subject: "", isUndone: false)
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
