import DeckFormat
import FileStorage
public import History
public import StudyDomain

// Decks as files: made, renamed, moved, deleted.
extension DeckManager {
  /// What is to be done to files and history, as one action.
  public struct FilesChange: Sendable {
    public var files: [FileChange]
    public var events: [EventDraft] = []
  }

  /// What goes with a deck.
  public struct Contents: Hashable, Sendable {
    /// The deck itself and those below it.
    public var decks: Int
    public var cards: Int
    /// Answers that its cards were given.
    public var reviews: Int
  }

  /// The name that a person typed: parts between `::` or `/`, without blanks around them.
  public static func name(typed text: String) throws(DeckFileError) -> DeckName {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .flatMap { DeckName(String($0)).parts }
      .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    let isGood = parts.allSatisfy { part in
      !part.isEmpty && !part.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
        && part.utf8.count <= 200 && part.first != ":" && part.last != ":"
    }
    guard isGood else { throw .badName(text) }
    return DeckName(parts.joined(separator: "::"))
  }

  /// What makes a new, empty deck.
  public func creation(of deck: DeckName) throws -> FilesChange {
    index.refresh()
    let library = index.library
    guard library.snapshot.deck(named: deck) == nil else { throw DeckFileError.deckExists(deck) }
    let path = deck.parts.map(DeckPlacement.safe).joined(separator: "/") + ".md"
    guard DeckMove.isFree("\(library.folder)/\(path)") else {
      throw DeckFileError.fileExists(path: path)
    }
    let isSaid = DeckFileRules.deckName(path: path) == deck
    // A name without `::` would replace only the last part of the path.
    let text = isSaid ? [] : try DeckWriter.setting("name", to: .text(deck.text), in: [])
    return FilesChange(
      files: [.write(path: "\(library.folder)/\(path)", before: nil, after: text)])
  }

  /// What gives a deck, and with it all below, another name or another parent.
  ///
  /// What was set for the decks goes along: options, pins, goals, what was added to today.
  public func renaming(_ deck: DeckName, to name: DeckName) throws -> FilesChange {
    index.refresh()
    let library = index.library
    guard library.snapshot.deck(named: deck) != nil else { throw DeckFileError.noDeck(deck) }
    guard deck != name else { throw DeckFileError.deckExists(name) }
    guard !deck.contains(name) else { throw DeckFileError.belowItself(deck) }
    guard library.snapshot.deck(named: name) == nil else { throw DeckFileError.deckExists(name) }
    let files = try DeckMove(library, from: deck, to: name).changes()
    return FilesChange(files: files, events: settingsMoved(from: deck, to: name))
  }

  /// What brings a deck and all below it to the trash; the history of its cards stays.
  public func removal(of deck: DeckName) throws -> FilesChange {
    index.refresh()
    let library = index.library
    let files = try DeckMove.files(of: deck, in: library).map { number in
      let path = library.path(ofFile: number)
      return FileChange.remove(path: path, before: try FileSystem.live.contents(of: path))
    }
    return FilesChange(files: files)
  }

  /// How much goes with a deck.
  public func contents(of deck: DeckName) throws(DeckFileError) -> Contents {
    index.refresh()
    let snapshot = index.library.snapshot
    let decks = Set(snapshot.decks.indices.filter { deck.contains(snapshot.decks[$0].name) })
    guard !decks.isEmpty else { throw .noDeck(deck) }
    var contents = Contents(decks: decks.count, cards: 0, reviews: 0)
    for card in snapshot.cards.indices
    where decks.contains(snapshot.deck(ofCard: card)) && !snapshot.cards[card].isDuplicate {
      contents.cards += 1
      contents.reviews += Int(index.state(ofCard: card).reviews)
    }
    return contents
  }

  /// Decks that are folded stay so under their new names; the old ones too, should they come back.
  public func carryFolds(from deck: DeckName, to name: DeckName) {
    for old in folded where deck.contains(DeckName(old)) {
      folded.insert(name.text + old.dropFirst(deck.text.count))
    }
    folds.write(folded)
  }

  // MARK: Settings

  /// The events that give decks under their new names what was set under the old ones.
  private func settingsMoved(from deck: DeckName, to name: DeckName) -> [EventDraft] {
    var drafts: [EventDraft] = []
    let today = index.clock.today
    let settings = index.history.history.settings
    for setting in settings.sorted(by: { ($0.subject, $0.name ?? "") < ($1.subject, $1.name ?? "") }
    )
    where deck.contains(DeckName(setting.subject)) {
      let new = name.text + setting.subject.dropFirst(deck.text.count)
      guard let (moved, cleared) = Self.moved(setting, to: new, today: today) else { continue }
      let day = setting.kind == .limit ? today : nil
      let after = index.history.lastSetting(
        setting.kind, subject: new, name: setting.name, day: day)
      drafts.append(EventDraft(moved, after: after))
      drafts.append(EventDraft(cleared, after: setting.event))
    }
    return drafts
  }

  /// A setting under another name, and what takes it from the old one; nil for what says nothing.
  private static func moved(
    _ setting: Setting, to new: String, today: StudyDay
  ) -> (EventBody, EventBody)? {
    let (old, details) = (setting.subject, setting.details)
    switch setting.kind {
    case .option where details.count >= 2 && details[1] != DeckOptions.inherited:
      return (
        .option(deck: new, name: details[0], value: details[1]),
        .option(deck: old, name: details[0], value: DeckOptions.inherited)
      )
    case .pin where details.first == "1": return (.pin(deck: new, true), .pin(deck: old, false))
    case .goal where details.count >= 2 && !details[1].isEmpty:
      return (
        .goal(deck: new, name: details[0], value: details[1]),
        .goal(deck: old, name: details[0], value: "")
      )
    case .limit where setting.day == today && details.count >= 2:
      guard let kind = LimitKind(rawValue: details[0]), let extra = Int(details[1]), extra != 0
      else { return nil }
      return (.limit(deck: new, kind, extra: extra), .limit(deck: old, kind, extra: 0))
    default: return nil
    }
  }
}
