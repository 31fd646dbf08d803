import StudyDomain

/// Actions as undo lists them: single events, and groups of any size.
extension History {
  /// The newest actions, newest first; undos themselves are left out, their targets are marked.
  ///
  /// An action's place is the instant of its group, so an import of old reviews is new. Looks at
  /// every event, and keeps none of them.
  public func recentActions(limit: Int) -> [RecentAction] {
    guard limit > 0 else { return [] }
    var newest: [UndoTarget: (time: Int64, event: UInt32)] = [:]
    var threshold = Int64.min
    // Events of one group stand together: what was just asked is not asked again.
    var last: (writer: UInt32, group: Int64, time: Int64) = (.max, -1, .min)
    for index in 0..<table.count {
      let event = UInt32(index)
      let record = table.records[index]
      guard record.kind != .undo, record.kind != .unknown else { continue }
      let group = table.group(event, record)
      let time = group >= 0 ? max(group, stamps[index]) : stamps[index]
      guard time >= threshold else { continue }
      if group >= 0 {
        if last.writer == record.writer, last.group == group, last.time > time { continue }
        last = (record.writer, group, time)
      }
      let target: UndoTarget =
        group >= 0
        ? .group(table.writers[Int(record.writer)], group) : .event(table.identity(event))
      if let known = newest[target], known.time > time { continue }
      newest[target] = (time, event)
      if newest.count > limit * 4 + 64 {
        let kept = newest.sorted { $0.value.time > $1.value.time }.prefix(limit)
        newest = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        threshold = kept.last?.value.time ?? threshold
      }
    }
    let ordered = newest.sorted {
      $0.value.time != $1.value.time
        ? $0.value.time > $1.value.time : isEarlier($1.value.event, $0.value.event)
    }
    return ordered.prefix(limit).map { action($0.key, $0.value.event) }
  }

  /// The action of a name as lists print it, or of the name of one of its events.
  public func action(named name: String) -> RecentAction? {
    if let target = UndoTarget(text: name), let event = newestEvent(of: target) {
      if case .event(let identity) = target, let event = table.find(identity) {
        return actionHolding(event)
      }
      return action(target, event)
    }
    guard let name = EventName(text: name),
      let event = (0..<table.count).last(where: { table.name(UInt32($0)) == name })
    else { return nil }
    return actionHolding(UInt32(event))
  }

  /// True when an event of the action other than `card` is in force.
  public func isInForce(_ target: UndoTarget) -> Bool {
    events(of: target).contains { table.records[Int($0)].kind != .card && isInForce($0) }
  }

  private func events(of target: UndoTarget) -> [UInt32] {
    switch target {
    case .event(let identity): table.find(identity).map { [$0] } ?? []
    case .group(let writer, let group): eventsOfGroup(writer, group)
    }
  }

  private func newestEvent(of target: UndoTarget) -> UInt32? {
    events(of: target).max(by: isEarlier)
  }

  private func actionHolding(_ event: UInt32) -> RecentAction? {
    let record = table.records[Int(event)]
    guard record.kind != .undo, record.kind != .unknown else { return nil }
    let group = table.group(event, record)
    guard group >= 0 else { return action(.event(table.identity(event)), event) }
    let target = UndoTarget.group(table.writers[Int(record.writer)], group)
    return newestEvent(of: target).map { action(target, $0) }
  }

  private func action(_ target: UndoTarget, _ newest: UInt32) -> RecentAction {
    var events: [UInt32] = [newest]
    if case .group(let writer, let group) = target { events = eventsOfGroup(writer, group) }
    var counts: [EventKind: Int] = [:]
    var others = 0
    var isInForce = false
    for event in events {
      let kind = table.records[Int(event)].kind
      counts[kind, default: 0] += 1
      guard kind != .card else { continue }
      others += 1
      isInForce = isInForce || self.isInForce(event)
    }
    if others > 0 { counts[.card] = nil }
    let first = first(events) { others == 0 || table.records[Int($0)].kind != .card }
    let record = table.records[Int(newest)]
    return RecentAction(
      target: target, time: Timestamp(milliseconds: movedTime(newest, record)),
      day: StudyDay(Int(movedDay(newest, record))),
      items: first.map {
        RecentAction.Item(
          identity: table.identity($0), kind: table.records[Int($0)].kind,
          subject: String(decoding: table.subject($0), as: UTF8.self),
          details: table.details($0))
      },
      counts: counts.map { RecentAction.Count(kind: $0.key, count: $0.value) }
        .sorted { $0.kind.word < $1.kind.word },
      isUndone: others > 0 && !isInForce)
  }

  /// The first events in replay order, without sorting all of them.
  private func first(_ events: [UInt32], _ counts: (UInt32) -> Bool) -> [UInt32] {
    var first: [UInt32] = []
    for event in events where counts(event) {
      if first.count == RecentAction.mostItems {
        guard let last = first.last, isEarlier(event, last) else { continue }
        first.removeLast()
      }
      let place = first.firstIndex { isEarlier(event, $0) } ?? first.count
      first.insert(event, at: place)
    }
    return first
  }
}
