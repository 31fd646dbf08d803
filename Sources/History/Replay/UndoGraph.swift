import StudyDomain

/// Which undos name which events.
struct UndoGraph {
  struct Undo {
    var event: UInt32
    var target: UndoTarget
  }

  private(set) var undos: [Undo] = []
  private var known: Set<UInt32> = []
  /// Events of each group that an undo names, as far as read.
  private(set) var groups: [UndoTarget: [UInt32]] = [:]
  private(set) var named: Set<UndoTarget> = []

  var isEmpty: Bool { undos.isEmpty }

  mutating func add(_ event: UInt32, in table: EventTable) {
    guard known.insert(event).inserted,
      // Checked when the line was read.
      let target = UndoTarget(text: String(decoding: table.subject(event), as: UTF8.self))
    else { return }
    undos.append(Undo(event: event, target: target))
    named.insert(target)
  }

  /// Groups that are named but whose events were not yet collected.
  var openGroups: Set<UndoTarget> {
    named.filter {
      if case .group = $0 { groups[$0] == nil } else { false }
    }
  }

  mutating func setGroup(_ group: UndoTarget, _ events: [UInt32]) {
    groups[group] = events
  }

  /// Takes note of an event that came later, where its group is named.
  mutating func noteMember(_ event: UInt32, of group: UndoTarget) {
    groups[group]?.append(event)
  }

  func targets(of target: UndoTarget, in table: EventTable) -> [UInt32] {
    switch target {
    case .event(let identity): table.find(identity).map { [$0] } ?? []
    case .group: groups[target] ?? []
    }
  }

  /// The events that are out of force (`card` events are in the result where an undo names them).
  func outOfForce(in table: EventTable) -> Set<UInt32> {
    var targets: [[UInt32]] = []
    var waits: [UInt32: Int] = [:]
    var placeOfUndo: [UInt32: Int] = [:]
    for (place, undo) in undos.enumerated() {
      let named = self.targets(of: undo.target, in: table)
      targets.append(named)
      placeOfUndo[undo.event] = place
      for event in named { waits[event, default: 0] += 1 }
    }
    var holds: [UInt32: Bool] = [:]
    var ready: [UInt32] = []
    for undo in undos where waits[undo.event] == nil {
      holds[undo.event] = true
      ready.append(undo.event)
    }
    while let event = ready.popLast() {
      guard let place = placeOfUndo[event] else { continue }
      let isInForce = holds[event] ?? true
      for target in targets[place] {
        let left = (waits[target] ?? 0) - 1
        waits[target] = left
        guard holds[target] == nil, isInForce || left == 0 else { continue }
        // An undo in force names it, or all that name it are out of force.
        holds[target] = !isInForce
        ready.append(target)
      }
    }
    var out: Set<UInt32> = []
    for (event, isInForce) in holds where !isInForce { out.insert(event) }
    // Undecided are rings: their undos are out of force, other events stay in.
    for undo in undos where holds[undo.event] == nil { out.insert(undo.event) }
    return out
  }

  /// The undos that name an event.
  func undoers(of event: UInt32, in table: EventTable) -> [UInt32] {
    let identity = UndoTarget.event(table.identity(event))
    let record = table.records[Int(event)]
    let group = table.group(event, record)
    let action = UndoTarget.group(table.writers[Int(record.writer)], group)
    return undos.filter { $0.target == identity || (group >= 0 && $0.target == action) }
      .map(\.event)
  }
}
