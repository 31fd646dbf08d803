public import StudyDomain

/// Taking in what came later. Every path ends in the state that a replay of everything gives.
extension History {
  /// Takes in further whole lines; the result equals a replay of everything.
  ///
  /// Folds only the cards concerned, or replays all where lines reach further: a retime, a name
  /// used twice or awaited by an earlier line, a source that another import brought.
  public func append(_ lines: UnsafeRawBufferPointer, file: String) -> AppendReport {
    let reader = HistoryReader(table, badTexts: badTexts)
    let reusedBefore = table.sameName.count
    reader.beginFile(named: file)
    reader.read(lines)
    reader.endFile()
    badLines += reader.badLines
    badTexts = reader.badTexts
    var report = AppendReport()
    report.addedBadLines = reader.badLines.count
    report.addedEvents = reader.added.count
    guard !reader.added.isEmpty || reader.replaced else { return report }
    let isReused = table.sameName.count > reusedBefore
    if reader.replaced || isReused || reachesFar(reader.added) {
      replayAll(&report)
    } else {
      takeIn(reader.added, &report)
    }
    return report
  }

  /// Replaces the living texts; gives the cards that changed.
  public func setLiving(_ living: [CardKey]) -> Set<CardID> {
    var report = AppendReport()
    let before = Set(livingKeys)
    setLivingTexts(living)
    report.changedCards.formUnion(
      before.symmetricDifference(livingKeys).map(CardID.init))
    if rules != nil { moveOwners(alreadyOut: [], &report) } else { resolveOwners() }
    return report.changedCards
  }

  /// Replaces the living texts without telling what changed.
  public func replaceLiving(_ living: [CardKey]) {
    // Where texts outnumber events, most of the texts have none: all is folded sooner than the cards
    // that changed are found.
    guard let rules, table.count < living.count else {
      _ = setLiving(living)
      return
    }
    setLivingTexts(living)
    resolveOwners()
    fold(with: rules)
  }

  /// Changes the living texts by these; gives the cards that changed.
  ///
  /// The same as `setLiving` with the result, without looking at the texts that stay.
  public func changeLiving(removing gone: [CardKey], adding come: [CardKey]) -> Set<CardID> {
    guard knowsLiving else { return [] }
    var report = AppendReport()
    let goneKeys = gone.map { table.keys.number($0.base) }
    let newKeys = come.map { table.keys.number($0.base) }
    growKeys()
    for key in goneKeys { keyFlags[Int(key)] &= ~KeyFlag.living }
    if !goneKeys.isEmpty { livingKeys.removeAll { keyFlags[Int($0)] & KeyFlag.living == 0 } }
    for key in newKeys where keyFlags[Int(key)] & KeyFlag.living == 0 {
      keyFlags[Int(key)] |= KeyFlag.living
      livingKeys.append(key)
    }
    report.changedCards.formUnion((goneKeys + newKeys).map(CardID.init))
    if rules != nil { moveOwners(alreadyOut: [], &report) } else { resolveOwners() }
    return report.changedCards
  }

  // MARK: Bad lines

  /// Counts the newest bad lines from further down: they came with the tail of a file.
  public func moveBadLines(last count: Int, by lines: Int) {
    for index in badLines.indices.suffix(count) { badLines[index].line += lines }
  }

  /// Forgets the bad lines of a file behind a line: from there it is about to be read anew.
  public func forgetBadLines(ofFile name: String, after line: Int = 0) {
    guard badLines.contains(where: { $0.file == name && $0.line > line }) else { return }
    badLines.removeAll { $0.file == name && $0.line > line }
    badTexts = Set(badLines.map(\.bytes))
  }

  // MARK: How far

  func reachesFar(_ added: [UInt32]) -> Bool {
    guard rules != nil else { return true }
    let isKnown = sources.isBuilt
    if !isKnown, added.contains(where: { table.records[Int($0)].flags.contains(.hasSource) }) {
      sources.build(table)
    }
    for event in added {
      let record = table.records[Int(event)]
      if record.kind == .retime { return true }
      if !awaited.isEmpty, awaited.contains(table.name(event)) { return true }
      if record.flags.contains(.hasSource) {
        if isKnown { sources.add(event, in: table) }
        if !sources.shared.isEmpty { return true }
      }
    }
    return false
  }

  /// Replays everything and, when it is to be told, finds out which cards changed.
  ///
  /// `known` are the sources of the table's first reviews, where somebody has looked at them.
  func replayAll(
    telling: Bool = true, _ report: inout AppendReport, sources known: ImportSources? = nil
  ) {
    report.replayedAll = true
    let oldStates = telling ? (0..<states.count).map { states[$0] } : []
    let oldOwners = telling ? (0..<owners.count).map { owners[$0] } : []
    let oldSettings = settingTable
    resetResolution()
    resolveAll(sources: known ?? ImportSources())
    report.settingsChanged = oldSettings != settingTable
    guard let rules else { return }
    fold(with: rules)
    guard telling else { return }
    for key in 0..<states.count {
      let isNew = key >= oldStates.count
      if isNew ? owners[key] != EventRecord.none : oldStates[key] != states[key] {
        report.changedCards.insert(CardID(UInt32(key)))
      }
      let before = isNew ? EventRecord.none : oldOwners[key]
      if before != owners[key] {
        for owner in [before, owners[key]] where owner != EventRecord.none {
          report.changedCards.insert(CardID(owner))
        }
      }
    }
  }

  // MARK: Near

  func takeIn(_ added: [UInt32], _ report: inout AppendReport) {
    growKeys()
    status.resize(to: table.count, filler: 0)
    let unmoved = retimes.isEmpty
    Stamps(table: table).extend(stamps, awaited: &awaited) {
      unmoved ? $1.time : self.movedTime($0, $1)
    }
    let flips = flips(after: added)
    if flips.contains(where: reachesFarWhenFlipped) {
      replayAll(&report)
      return
    }
    // Flips of events that have just come are no change of what was.
    let count = UInt32(table.count - added.count)
    var touched: Set<UInt32> = []
    for event in added.filter({ table.records[Int($0)].kind.namesCard }) + flips
    where table.records[Int(event)].kind.namesCard {
      let key = table.records[Int(event)].key
      touched.insert(key)
    }
    if flips.isEmpty, isPlain(added), applyInOrder(added, &report) { return }

    let rules = self.rules.map(StepRules.init)
    var out: Set<UInt32> = []
    for key in touched where owners[Int(key)] != EventRecord.none {
      out.insert(owners[Int(key)])
    }
    if let rules { for card in out { _ = folded(card, rules, countingIn: &dayTable, by: -1) } }
    for event in flips { status[Int(event)] ^= Status.outOfForce }
    for event in added where table.records[Int(event)].kind.namesCard {
      keyTail[table.records[Int(event)].key, default: []].append(event)
    }
    for key in touched { markPresent(key) }
    let decisive = added + flips.filter { $0 < count }
    if decisive.contains(where: { table.records[Int($0)].kind.isLink }) {
      resolveLinks()
      // Which imports lie under two cards depends on links; which review counts does not.
      if !sources.shared.isEmpty { resolveImports() }
    }
    if decisive.contains(where: { table.records[Int($0)].kind.isSetting }) {
      let before = settingTable
      resolveSettings()
      report.settingsChanged = before != settingTable
    }
    moveOwners(alreadyOut: out, touched: touched, &report)
  }

  /// The events whose force the new lines change.
  ///
  /// Lists what has come on the way.
  private func flips(after added: [UInt32]) -> [UInt32] {
    var concernsUndo = false
    for event in added {
      let record = table.records[Int(event)]
      list(event, record.kind)
      if record.kind == .undo { concernsUndo = true }
    }
    growKeys()
    guard !undoGraph.isEmpty else { return [] }
    for event in added {
      let record = table.records[Int(event)]
      if undoGraph.named.contains(.event(table.identity(event))) { concernsUndo = true }
      let group = table.group(event, record)
      guard group >= 0 else { continue }
      let action = UndoTarget.group(table.writers[Int(record.writer)], group)
      if undoGraph.named.contains(action) {
        concernsUndo = true
        undoGraph.noteMember(event, of: action)
      }
    }
    guard concernsUndo else { return [] }
    for case .group(let writer, let group) in undoGraph.openGroups {
      undoGraph.setGroup(.group(writer, group), eventsOfGroup(writer, group))
    }
    let before = outOfForce
    outOfForce = undoGraph.outOfForce(in: table).filter { table.records[Int($0)].kind != .card }
    return Array(before.symmetricDifference(outOfForce))
  }

  private func reachesFarWhenFlipped(_ event: UInt32) -> Bool {
    let record = table.records[Int(event)]
    return record.kind == .retime
      || (record.flags.contains(.hasSource) && !sources.shared.isEmpty)
      || (record.flags.contains(.hasSource) && !sources.isBuilt)
  }

  /// True when no line decides about others and no holder can change.
  private func isPlain(_ added: [UInt32]) -> Bool {
    guard contested.isEmpty else { return false }
    return added.allSatisfy {
      let record = table.records[Int($0)]
      if record.kind == .unknown { return true }
      guard record.kind.namesCard else { return false }
      return keyFlags[Int(record.key)] != 0 && owners[Int(record.key)] != EventRecord.none
    }
  }

  /// Applies events that come after everything on their cards; false (and nothing done) when one
  /// does not.
  private func applyInOrder(_ added: [UInt32], _ report: inout AppendReport) -> Bool {
    guard let rules = rules.map(StepRules.init) else { return false }
    let known = added.filter { table.records[Int($0)].kind != .unknown }
    for event in known where table.records[Int(event)].kind != .card {
      let last = states[Int(owners[Int(table.records[Int(event)].key)])].lastEvent
      if last != EventRecord.none, !isEarlier(last, event) { return false }
    }
    for event in known.sorted(by: isEarlier) {
      let record = table.records[Int(event)]
      let card = owners[Int(record.key)]
      keyTail[record.key, default: []].append(event)
      keyFlags[Int(record.key)] |= KeyFlag.present
      report.changedCards.insert(CardID(card))
      guard record.kind != .card else { continue }
      var fold = newFold(card, states[Int(card)], rules)
      applyInForce(event, record, &fold, countingIn: &dayTable, by: 1)
      states[Int(card)] = fold.card
    }
    return true
  }

  private func markPresent(_ key: UInt32) {
    var isPresent = false
    forEachEvent(ofKey: key) { if isInForce($0) { isPresent = true } }
    if isPresent {
      keyFlags[Int(key)] |= KeyFlag.present
    } else {
      keyFlags[Int(key)] &= ~KeyFlag.present
    }
  }

  /// Computes owners anew and folds the cards that changed.
  ///
  /// `alreadyOut` are cards whose answers were taken out of the days before their events changed;
  /// of the others only the keys can have changed, so the old keys tell what to take out.
  private func moveOwners(
    alreadyOut: Set<UInt32>, touched: Set<UInt32> = [], _ report: inout AppendReport
  ) {
    guard let rules = rules.map(StepRules.init) else { return }
    let oldMembers = members
    let oldOwners = Dictionary(
      uniqueKeysWithValues: resolveOwners().map { ($0.key, $0.before) })
    var cards = alreadyOut
    for key in touched where owners[Int(key)] != EventRecord.none {
      cards.insert(owners[Int(key)])
    }
    for (key, before) in oldOwners {
      if before != EventRecord.none { cards.insert(before) }
      if owners[Int(key)] != EventRecord.none { cards.insert(owners[Int(key)]) }
    }
    for card in cards.subtracting(alreadyOut) {
      let owned = (oldOwners[card] ?? owners[Int(card)]) == card
      takeOut(card, keys: oldMembers[card] ?? (owned ? [card] : []), rules)
    }
    for card in cards {
      states[Int(card)] =
        isOwner(card) ? folded(card, rules, countingIn: &dayTable, by: 1) : CardRecord()
      report.changedCards.insert(CardID(card))
    }
  }

  /// Takes the answers of a card that had other keys out of the days.
  private func takeOut(_ card: UInt32, keys: [UInt32], _ rules: StepRules) {
    var events: [UInt32] = []
    for key in keys { forEachEvent(ofKey: key) { events.append($0) } }
    guard !events.isEmpty else { return }
    events.sort(by: isEarlier)
    var fold = newFold(card, CardRecord(), rules)
    for event in events where status[Int(event)] == 0 {
      let record = table.records[Int(event)]
      if record.kind != .card { applyInForce(event, record, &fold, countingIn: &dayTable, by: -1) }
    }
  }
}
