public import StudyDomain

/// What a writer asks before it writes.
extension History {
  /// The key under which events of a living text are written: its own, or the first free `~2` ….
  public func keyToWrite(_ text: CardKey) -> CardKey {
    let holder = table.keys.find(text)
    var key = text
    while let number = table.keys.find(key) {
      let owner = owners[Int(number)]
      guard owner != EventRecord.none, keyFlags[Int(owner)] & KeyFlag.living != 0, owner != holder
      else { break }
      key.ordinal += 1
    }
    return key
  }

  /// The same for a living text whose card is known, without looking for its key again.
  public func keyToWrite(_ text: CardKey, of card: CardID?) -> CardKey {
    guard let card, owners[Int(card.number)] == card.number else { return keyToWrite(text) }
    return text
  }

  /// One key of each set that a living text holds: an edit relinks every one of them.
  public func keysHeld(by text: CardKey) -> [CardKey] {
    guard let card = table.keys.find(text), keyFlags[Int(card)] & KeyFlag.living != 0 else {
      return []
    }
    var lowest: [UInt32: UInt32] = [:]
    for key in memberKeys(card) where table.keys.base(key) == card {
      let set = keyLinks.roots[key] ?? key
      if let other = lowest[set], table.keys.isLower(other, than: key) { continue }
      lowest[set] = key
    }
    return lowest.values.sorted(by: table.keys.isLower).compactMap(table.keys.cardKey)
  }

  /// The link event in force that a new `relink` or `unlink` of the pair names in `after`.
  public func lastLink(_ one: CardKey, _ other: CardKey) -> EventName? {
    guard let one = table.keys.find(one), let other = table.keys.find(other) else { return nil }
    return keyLinks.latest[.init(one, other)].map(table.name)
  }

  /// The highest sequence read of a writer; 0 when there is none.
  public func lastSequence(of writer: WriterID) -> Int64 {
    table.knownWriter(writer).map { table.sequences[Int($0)].highestSequence } ?? 0
  }

  /// The highest group read of a writer; -1 when there is none.
  public func lastGroup(of writer: WriterID) -> Int64 {
    table.knownWriter(writer).map { table.sequences[Int($0)].highestGroup } ?? -1
  }

  /// The undos in force that name the target (or, for a group, its events): a redo undoes each.
  public func undosInForce(of target: UndoTarget) -> [EventIdentity] {
    let events: [UInt32] =
      switch target {
      case .event(let identity): table.find(identity).map { [$0] } ?? []
      case .group(let writer, let group): eventsOfGroup(writer, group)
      }
    var undos: Set<UInt32> = []
    for event in events where table.records[Int(event)].kind != .card {
      undos.formUnion(undoGraph.undoers(of: event, in: table))
    }
    return undos.filter(isInForce).sorted(by: isEarlier).map(table.identity)
  }

  /// All events of a writer's action.
  func eventsOfGroup(_ writer: WriterID, _ group: Int64) -> [UInt32] {
    guard let number = table.knownWriter(writer) else { return [] }
    let order = groupOrderBuilt()
    var found: [UInt32] = []
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if groupKey(order[middle]) < (number, group) { low = middle + 1 } else { high = middle }
    }
    while low < order.count, groupKey(order[low]) == (number, group) {
      found.append(order[low])
      low += 1
    }
    for event in groupedCount..<table.count
    where groupKey(UInt32(event)) == (number, group) {
      found.append(UInt32(event))
    }
    return found
  }

  private func groupKey(_ event: UInt32) -> (UInt32, Int64) {
    let record = table.records[Int(event)]
    return (record.writer, table.group(event, record))
  }

  /// The grouped events read so far, sorted; built when first asked for.
  func groupOrderBuilt() -> Column<UInt32> {
    if let groupOrder { return groupOrder }
    var events: [UInt32] = []
    for index in 0..<table.count where groupKey(UInt32(index)).1 >= 0 {
      events.append(UInt32(index))
    }
    var isSorted = true
    for place in events.indices.dropFirst()
    where groupKey(events[place]) < groupKey(events[place - 1]) {
      isSorted = false
      break
    }
    if !isSorted { events.sort { groupKey($0) < groupKey($1) } }
    let column = Column<UInt32>()
    events.withUnsafeBufferPointer { column.append(contentsOf: $0) }
    groupOrder = column
    groupedCount = table.count
    return column
  }
}
