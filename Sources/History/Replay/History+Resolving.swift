import StudyDomain

/// The first phase: undo, retime, order, links, holders, imports, settings.
extension History {
  func setLivingTexts(_ living: [CardKey]?) {
    growKeys()
    for key in livingKeys { keyFlags[Int(key)] &= ~KeyFlag.living }
    knowsLiving = living != nil
    livingKeys = (living ?? []).map { table.keys.number($0.base) }
    growKeys()
    var kept: [UInt32] = []
    kept.reserveCapacity(livingKeys.count)
    for key in livingKeys where keyFlags[Int(key)] & KeyFlag.living == 0 {
      keyFlags[Int(key)] |= KeyFlag.living
      kept.append(key)
    }
    livingKeys = kept
  }

  /// Resolves everything anew from the table of events; `known` are the sources of its first ones.
  func resolveAll(sources known: ImportSources = ImportSources()) {
    collect()
    collectGroups()
    applyForce(undoGraph.outOfForce(in: table))
    resolveRetimes()
    let stamper = Stamps(table: table)
    let unmoved = retimes.isEmpty
    stamper.extend(stamps, awaited: &awaited) {
      unmoved ? $1.time : self.movedTime($0, $1)
    }
    resolveLinks()
    growKeys()
    markPresent()
    sortByKey()
    resolveOwners()
    sources = known
    sources.extend(to: table.count, in: table)
    resolveImports()
    resolveSettings()
  }

  /// Lists the events that decide about others.
  private func collect() {
    for index in 0..<table.count {
      let event = UInt32(index)
      let record = table.records[index]
      if record.kind.rawValue > EventKind.card.rawValue { list(event, record.kind) }
    }
  }

  func list(_ event: UInt32, _ kind: EventKind) {
    switch kind {
    case .undo: undoGraph.add(event, in: table)
    case .retime: retimeEvents.append(event)
    case .relink, .unlink: keyLinks.add(event, in: table)
    case .parameters, .option, .goal, .pin, .limit: settingEvents.append(event)
    default: break
    }
  }

  /// Finds the events of all groups that undos name, in one pass.
  private func collectGroups() {
    let open = undoGraph.openGroups
    guard !open.isEmpty else { return }
    var byWriter: [UInt32: Set<Int64>] = [:]
    for case .group(let writer, let group) in open {
      undoGraph.setGroup(.group(writer, group), [])
      guard let number = table.knownWriter(writer) else { continue }
      byWriter[number, default: []].insert(group)
    }
    for index in 0..<table.count {
      let record = table.records[index]
      guard let groups = byWriter[record.writer] else { continue }
      let group = table.group(UInt32(index), record)
      if groups.contains(group) {
        undoGraph.noteMember(
          UInt32(index), of: .group(table.writers[Int(record.writer)], group))
      }
    }
  }

  private func applyForce(_ out: Set<UInt32>) {
    outOfForce = out.filter { table.records[Int($0)].kind != .card }
    for event in outOfForce { status[Int(event)] |= Status.outOfForce }
  }

  /// Forgets all that `resolveAll` finds out.
  func resetResolution() {
    status = Column(repeating: 0, count: table.count)
    stamps = Column()
    stamps.reserve(table.count)
    undoGraph = UndoGraph()
    retimes = Retimes()
    retimeEvents = []
    keyLinks = KeyLinks()
    settingEvents = []
    awaited = []
    groupOrder = nil
    groupedCount = 0
    owners = owners.detached()
    keyFlags = keyFlags.detached()
    states = states.detached()
    growKeys()
    for key in 0..<keyFlags.count { keyFlags[key] &= KeyFlag.living }
  }

  func resolveRetimes() {
    retimes = Retimes(retimesInOrder(), in: table)
  }

  /// The retimes in force; their order takes only each other's `after` into account.
  private func retimesInOrder() -> [UInt32] {
    let inForce = retimeEvents.filter(isInForce)
    guard inForce.count > 1 else { return inForce }
    let stamps = retimeStamps()
    return inForce.sorted { left, right in
      let one = stamps[left] ?? 0
      let other = stamps[right] ?? 0
      if one != other { return one < other }
      let (name, otherName) = (table.name(left), table.name(right))
      if name.writer != otherName.writer { return name.writer < otherName.writer }
      if name.sequence != otherName.sequence { return name.sequence < otherName.sequence }
      return table.records[Int(left)].time < table.records[Int(right)].time
    }
  }

  private func retimeStamps() -> [UInt32: Int64] {
    var named: [EventName: [UInt32]] = [:]
    for event in retimeEvents { named[table.name(event), default: []].append(event) }
    var stamps: [UInt32: Int64] = [:]
    var open = retimeEvents
    // Each round settles at least one, or only rings and what is behind them remain.
    while true {
      var left: [UInt32] = []
      for event in open {
        let seen = table.after(event).flatMap { named[$0] } ?? []
        let known = seen.compactMap { stamps[$0] }
        if known.count < seen.count {
          left.append(event)
        } else {
          stamps[event] = max(
            table.records[Int(event)].time, known.map { $0 + 1 }.max() ?? .min)
        }
      }
      if left.count == open.count { break }
      open = left
    }
    for event in open { stamps[event] = table.records[Int(event)].time }
    return stamps
  }

  func resolveLinks() {
    keyLinks.resolve(in: table, isInForce: isInForce, isEarlier: isEarlier)
  }

  private func markPresent() {
    for index in 0..<table.count {
      let record = table.records[index]
      guard record.key != EventRecord.none, record.kind.rawValue <= EventKind.card.rawValue,
        status[index] & Status.outOfForce == 0
      else { continue }
      keyFlags[Int(record.key)] |= KeyFlag.present
    }
  }

  /// Sorts the events of cards by key: counts, then places.
  private func sortByKey() {
    let keys = table.keys.count
    let starts = Column<UInt32>(repeating: 0, count: keys + 1)
    for index in 0..<table.count {
      let record = table.records[index]
      if record.kind.rawValue <= EventKind.card.rawValue { starts[Int(record.key) + 1] += 1 }
    }
    for key in 0..<keys { starts[key + 1] += starts[key] }
    let events = Column<UInt32>(repeating: 0, count: Int(starts[keys]))
    // `starts` serves as cursor and is moved back afterwards.
    for index in 0..<table.count {
      let record = table.records[index]
      guard record.kind.rawValue <= EventKind.card.rawValue else { continue }
      let key = Int(record.key)
      events[Int(starts[key])] = UInt32(index)
      starts[key] += 1
    }
    for key in stride(from: keys, to: 0, by: -1) { starts[key] = starts[key - 1] }
    starts[0] = 0
    keyStarts = starts
    keyEvents = events
    keyTail = [:]
  }

  /// All events of cards that name a key, in no particular order.
  func eventsOfKey(_ key: UInt32) -> [UInt32] {
    var events: [UInt32] = []
    forEachEvent(ofKey: key) { events.append($0) }
    return events
  }

  @inline(__always)
  func forEachEvent(ofKey key: UInt32, _ body: (UInt32) -> Void) {
    if Int(key) + 1 < keyStarts.count {
      let range = keyStarts[Int(key)]..<keyStarts[Int(key) + 1]
      if let keyEvents {
        for place in range { body(keyEvents[Int(place)]) }
      } else {
        for event in range { body(event) }
      }
    }
    guard !keyTail.isEmpty, let tail = keyTail[key] else { return }
    for event in tail { body(event) }
  }

  // MARK: Settings

  func resolveSettings() {
    settingTable = [:]
    for event in settingEvents.filter(isInForce).sorted(by: isEarlier) {
      settingTable[settingKey(event)] = event
    }
  }

  func settingKey(_ event: UInt32) -> SettingKey {
    let record = table.records[Int(event)]
    let details = table.details(event)
    let isNamed = record.kind == .option || record.kind == .goal || record.kind == .limit
    return SettingKey(
      kind: record.kind, subject: String(decoding: table.subject(event), as: UTF8.self),
      name: isNamed ? details[0] : nil,
      day: record.kind == .limit ? StudyDay(Int(movedDay(event, record))) : nil)
  }
}

/// What a settings event sets.
struct SettingKey: Hashable {
  var kind: EventKind
  var subject: String
  var name: String?
  var day: StudyDay?
}
