public import StudyDomain

extension History {
  // MARK: Settings

  /// All settings in force, in no particular order.
  public var settings: [Setting] {
    settingTable.map { key, event in setting(key, event) }
  }

  /// One setting in force.
  ///
  /// `name` is for options, goals and limits, `day` for limits.
  public func setting(
    _ kind: EventKind, of subject: String, name: String? = nil, day: StudyDay? = nil
  ) -> Setting? {
    let key = SettingKey(kind: kind, subject: subject, name: name, day: day)
    return settingTable[key].map { setting(key, $0) }
  }

  private func setting(_ key: SettingKey, _ event: UInt32) -> Setting {
    Setting(
      kind: key.kind, subject: key.subject, name: key.name, day: key.day,
      details: table.details(event), event: table.name(event))
  }

  // MARK: Cards

  /// The cards of living texts (of all sets, where no living texts were given).
  public var cards: [CardID] {
    if knowsLiving { return livingKeys.map(CardID.init) }
    return (0..<UInt32(table.keys.count)).filter(isOwner).map(CardID.init)
  }

  /// The number of keys ever seen, more than there are cards.
  public var keyCount: Int { table.keys.count }

  /// The card that a living text is; nil when no living text has that key.
  public func card(ofText text: CardKey) -> CardID? {
    guard let key = table.keys.find(text), keyFlags[Int(key)] & KeyFlag.living != 0 else {
      return nil
    }
    return CardID(key)
  }

  /// The card or orphan to which events of that key count; nil for a key never seen.
  public func card(holding key: CardKey) -> CardID? {
    guard let number = table.keys.find(key), owners[Int(number)] != EventRecord.none else {
      return nil
    }
    return CardID(owners[Int(number)])
  }

  public func state(of card: CardID) -> CardState {
    states[Int(card.number)].state
  }

  /// What is remembered of a card: `memory` of its state, for all cards at a time.
  public func memory(of card: CardID) -> MemoryState? {
    states[Int(card.number)].memory
  }

  /// The living text's key, for an orphan its lowest key.
  public func name(of card: CardID) -> String {
    table.keys.text(card.number)
  }

  /// The name as a `CardKey`; nil for a foreign subject of another form.
  public func key(of card: CardID) -> CardKey? {
    table.keys.cardKey(card.number)
  }

  /// All keys that count as this card, lowest first.
  ///
  /// Empty for a text that another one's set holds.
  public func keys(of card: CardID) -> [String] {
    memberKeys(card.number).sorted(by: table.keys.isLower).map(table.keys.text)
  }

  /// The lowest key of the card's sets, for seeds; its name where it holds none.
  public func lowestKey(of card: CardID) -> String {
    let keys = memberKeys(card.number)
    return table.keys.text(keys.min(by: table.keys.isLower) ?? card.number)
  }

  /// All answers of a card that count, those while cramming too.
  public func answerCount(of card: CardID) -> Int {
    let state = states[Int(card.number)]
    return Int(state.reviews) + Int(state.crams)
  }

  /// The newest event in force on a track: what a new event writes as `after`.
  public func lastEvent(of card: CardID, on track: Track) -> EventName? {
    let event = states[Int(card.number)][track]
    return event == EventRecord.none ? nil : table.name(event)
  }

  /// True when any event in force of the card has a track; `card` events alone do not count.
  public func hasEvents(_ card: CardID) -> Bool {
    states[Int(card.number)].lastEvent != EventRecord.none
  }

  /// All events in force of a card, in replay order, with what each did.
  ///
  /// Folds the card anew.
  public func entries(of card: CardID) -> [CardEntry] {
    guard let rules else { return [] }
    var fold = newFold(card.number, CardRecord(), StepRules(rules))
    fold.entries = []
    for event in orderedEvents(card.number) where status[Int(event)] == 0 {
      let record = table.records[Int(event)]
      guard record.kind != .card else { continue }
      fold.apply(
        event, record, day: movedDay(event, record), time: movedTime(event, record))
    }
    return fold.entries ?? []
  }

  /// The times of all reviews in force of a card, as written and as retimed: what an import has
  /// brought already, or an export took out.
  public func reviewTimes(of card: CardID) -> Set<Int64> {
    var times: Set<Int64> = []
    for event in orderedEvents(card.number) where isInForce(event) {
      let record = table.records[Int(event)]
      guard record.kind == .review else { continue }
      times.insert(record.time)
      times.insert(movedTime(event, record))
    }
    return times
  }

  /// Cards with events but without a text, lowest key first.
  public func orphans() -> [Orphan] {
    guard knowsLiving else { return [] }
    return (0..<UInt32(table.keys.count)).filter(isOrphan).sorted(by: table.keys.isLower)
      .map { orphan(CardID($0)) }
  }

  /// Cards as `orphans` finds them, when before those of `known` were orphans and since then only
  /// `changed` cards have changed.
  public func orphans(among known: [CardID], changed: Set<CardID>) -> [Orphan] {
    changed.union(known).map(\.number).filter(isOrphan).sorted(by: table.keys.isLower)
      .map { orphan(CardID($0)) }
  }

  private func orphan(_ card: CardID) -> Orphan {
    Orphan(card: card, key: table.keys.text(card.number), details: cardDetails(of: card))
  }

  /// The newest `card` event of a card's sets, whether or not it is an orphan.
  public func cardDetails(of card: CardID) -> CardDetails? {
    let events = orderedEvents(card.number)
    guard let newest = events.last(where: { table.records[Int($0)].kind == .card }) else {
      return nil
    }
    let details = table.details(newest)
    return CardDetails(
      deck: details[0], looseKey: details[1], frontHash: details[2], backHash: details[3],
      text: details[4])
  }

  func isOwner(_ key: UInt32) -> Bool {
    owners[Int(key)] == key || members[key] != nil
  }

  func isOrphan(_ key: UInt32) -> Bool {
    knowsLiving && keyFlags[Int(key)] & KeyFlag.living == 0
      && states[Int(key)].lastEvent != EventRecord.none && isOwner(key)
  }

  // MARK: Days and problems

  public var days: [StudyDay: DayCount] { dayTable.all }

  /// The last study day with an answer.
  public var newestDay: StudyDay? { dayTable.newest }

  /// The reviews and crams of one study day, in replay order within each card.
  ///
  /// Looks at the latest day of every card and folds only those that may have an answer on it:
  /// cheap for today.
  public func reviews(on day: StudyDay) -> [DayReview] {
    var found: [DayReview] = []
    for key in 0..<states.count where states[key].latestDay >= Int64(day.number) {
      let card = CardID(UInt32(key))
      for entry in entries(of: card) where entry.day == day && entry.review != nil {
        found.append(DayReview(card: card, entry: entry))
      }
    }
    return found
  }

  public var problems: HistoryProblems {
    var problems = HistoryProblems()
    problems.badLines = badLines
    problems.badCount = badTexts.count
    problems.unknownCount = table.unknownCount
    problems.altered = table.altered.map { table.identity($0).text }
      .sorted(by: LineText.isLower)
    problems.reused = table.reused.map { table.name($0).text }.sorted(by: LineText.isLower)
    problems.splitImports = sources.split.sorted(by: LineText.isLower)
    return problems
  }
}
