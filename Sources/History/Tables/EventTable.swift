import StudyDomain

/// All events, each identity once, as records; and what records point to.
final class EventTable {
  let records: Column<EventRecord>
  let keys: KeyTable
  /// Texts at multiples of four: their length in four bytes, then the bytes.
  let arena: Column<UInt8>
  @exclusivity(unchecked) var wide: [UInt32: WideNumbers] = [:]
  @exclusivity(unchecked) private(set) var writers: [WriterID] = []
  @exclusivity(unchecked) private var writerNumbers: [WriterID: UInt32] = [:]
  @exclusivity(unchecked) private(set) var parameterNames: [EventName] = []
  @exclusivity(unchecked) private var parameterNumbers: [EventName: UInt32] = [:]
  /// Groups far from the times of their events, each once.
  @exclusivity(unchecked) private(set) var farGroups: [Int64] = []
  @exclusivity(unchecked) private var farGroupNumbers: [Int64: UInt32] = [:]
  @exclusivity(unchecked) private(set) var sequences: [SequenceIndex] = []
  /// The next event of the same name at another time, for names used twice.
  @exclusivity(unchecked) private(set) var sameName: [UInt32: UInt32] = [:]
  /// First events of names used at several times.
  @exclusivity(unchecked) private(set) var reused: Set<UInt32> = []
  /// Events whose identity differing lines claim.
  @exclusivity(unchecked) private(set) var altered: Set<UInt32> = []
  @exclusivity(unchecked) private(set) var unknownCount = 0
  @exclusivity(unchecked) private var lastWriter: (id: WriterID, number: UInt32)?

  init(
    records: Column<EventRecord> = Column(), keys: KeyTable = KeyTable(),
    arena: Column<UInt8> = Column()
  ) {
    self.records = records
    self.keys = keys
    self.arena = arena
  }

  /// Puts back what a cache holds.
  func restore(
    writers: [WriterID], sequences: [SequenceIndex], parameterNames: [EventName],
    farGroups: [Int64], wide: [UInt32: WideNumbers], sameName: [UInt32: UInt32],
    reused: Set<UInt32>, altered: Set<UInt32>, unknownCount: Int
  ) {
    self.writers = writers
    self.sequences = sequences
    self.parameterNames = parameterNames
    self.farGroups = farGroups
    self.wide = wide
    self.sameName = sameName
    self.reused = reused
    self.altered = altered
    self.unknownCount = unknownCount
    for (number, writer) in writers.enumerated() { writerNumbers[writer] = UInt32(number) }
    for (number, name) in parameterNames.enumerated() { parameterNumbers[name] = UInt32(number) }
    for (number, group) in farGroups.enumerated() { farGroupNumbers[group] = UInt32(number) }
  }

  var count: Int { records.count }

  // MARK: Names

  func writerNumber(_ writer: WriterID) -> UInt32 {
    if let lastWriter, lastWriter.id == writer { return lastWriter.number }
    let number: UInt32
    if let known = writerNumbers[writer] {
      number = known
    } else {
      number = UInt32(writers.count)
      writers.append(writer)
      sequences.append(SequenceIndex())
      writerNumbers[writer] = number
    }
    lastWriter = (writer, number)
    return number
  }

  func knownWriter(_ writer: WriterID) -> UInt32? {
    writerNumbers[writer]
  }

  func parametersNumber(_ name: EventName) -> UInt32 {
    if let known = parameterNumbers[name] { return known }
    let number = UInt32(parameterNames.count)
    parameterNames.append(name)
    parameterNumbers[name] = number
    return number
  }

  /// Puts a group into a record; `group` is -1 for none.
  @inline(__always)
  func setGroup(_ group: Int64, of record: inout EventRecord) {
    guard group >= 0 else {
      record.group = EventRecord.noGroup
      return
    }
    if let near = UInt32(exactly: group - record.time + EventRecord.groupMiddle),
      near != EventRecord.noGroup
    {
      record.group = near
    } else {
      record.group = farGroupNumber(group)
      record.flags.insert(.farGroup)
    }
  }

  private func farGroupNumber(_ group: Int64) -> UInt32 {
    if let known = farGroupNumbers[group] { return known }
    let number = UInt32(farGroups.count)
    farGroups.append(group)
    farGroupNumbers[group] = number
    return number
  }

  /// The group that a record holds which is not wide; -1 when empty.
  @inline(__always)
  func narrowGroup(of record: EventRecord) -> Int64 {
    if record.flags.contains(.farGroup) { return farGroups[Int(record.group)] }
    return record.group == EventRecord.noGroup
      ? -1 : Int64(record.group) - EventRecord.groupMiddle + record.time
  }

  /// The first event of a name; the others follow by `sameName`.
  @inline(__always)
  func find(writer: UInt32, sequence: Int64) -> UInt32? {
    sequences[Int(writer)].find(sequence)
  }

  func find(_ name: EventName) -> UInt32? {
    guard let writer = writerNumbers[name.writer] else { return nil }
    return find(writer: writer, sequence: name.sequence)
  }

  func find(_ identity: EventIdentity) -> UInt32? {
    var next = find(identity.name)
    while let event = next {
      if records[Int(event)].time == identity.time.milliseconds { return event }
      next = sameName[event]
    }
    return nil
  }

  // MARK: Adding

  /// What became of a line.
  enum Added {
    case new(UInt32)
    case repeated
    /// Another line claims the same identity; true when the new one counts from now on.
    case altered(UInt32, replaced: Bool)
  }

  /// Adds an event unless it is known.
  ///
  /// `record.text` is set here from `text`.
  func add(
    _ record: EventRecord, wide numbers: WideNumbers?, text: UnsafeRawBufferPointer?
  ) -> Added {
    let sequence = numbers?.sequence ?? Int64(record.sequence)
    var last: UInt32?
    var next = sequences[Int(record.writer)].find(sequence)
    let first = next
    while let event = next {
      if records[Int(event)].time == record.time {
        return meet(event, record, numbers, text)
      }
      last = event
      next = sameName[event]
    }
    let event = UInt32(records.count)
    store(record, numbers, text, at: event)
    if let last, let first {
      sameName[last] = event
      reused.insert(first)
      if sequence > sequences[Int(record.writer)].highestSequence {
        sequences[Int(record.writer)].highestSequence = sequence
      }
    } else {
      sequences[Int(record.writer)].insert(event, at: sequence)
    }
    if record.kind == .unknown { unknownCount += 1 }
    noteGroup(record, numbers)
    return .new(event)
  }

  /// Adds the events of a table that was filled from other files, in its order.
  func absorb(_ other: EventTable) {
    let writers = other.writers.map(writerNumber)
    let parameters = other.parameterNames.map(parametersNumber)
    let keys = (0..<other.keys.count).map { number in
      other.keys.cardKey(UInt32(number)).map(self.keys.number)
        ?? self.keys.number(text: other.keys.bytes(UInt32(number)))
    }
    records.reserve(records.count + other.count)
    arena.reserve(arena.count + other.arena.count)
    for event in 0..<UInt32(other.count) {
      var record = other.records[Int(event)]
      record.writer = writers[Int(record.writer)]
      if record.afterWriter != EventRecord.none {
        record.afterWriter = writers[Int(record.afterWriter)]
      }
      if record.key != EventRecord.none { record.key = keys[Int(record.key)] }
      if record.parameters != EventRecord.none {
        record.parameters = parameters[Int(record.parameters)]
      }
      if record.flags.contains(.farGroup) {
        record.group = farGroupNumber(other.farGroups[Int(record.group)])
      }
      let added = add(record, wide: other.wide[event], text: other.text(event))
      guard other.altered.contains(event) else { continue }
      switch added {
      case .new(let own), .altered(let own, _): altered.insert(own)
      case .repeated: if let own = find(other.identity(event)) { altered.insert(own) }
      }
    }
  }

  private func noteGroup(_ record: EventRecord, _ numbers: WideNumbers?) {
    guard record.group != EventRecord.noGroup || numbers != nil else { return }
    let group = numbers?.group ?? narrowGroup(of: record)
    if group > sequences[Int(record.writer)].highestGroup {
      sequences[Int(record.writer)].highestGroup = group
    }
  }

  private func store(
    _ record: EventRecord, _ numbers: WideNumbers?, _ text: UnsafeRawBufferPointer?,
    at event: UInt32
  ) {
    var record = record
    record.text = text.map(store) ?? EventRecord.none
    if let numbers {
      record.flags.insert(.wide)
      wide[event] = numbers
    } else {
      record.flags.remove(.wide)
      if !wide.isEmpty { wide[event] = nil }
    }
    if Int(event) == records.count { records.append(record) } else { records[Int(event)] = record }
  }

  private func store(_ text: UnsafeRawBufferPointer) -> UInt32 {
    let place = arena.count / 4
    withUnsafeBytes(of: UInt32(text.count)) {
      arena.append(contentsOf: $0.bindMemory(to: UInt8.self))
    }
    arena.append(contentsOf: text.bindMemory(to: UInt8.self))
    arena.resize(to: (arena.count + 3) / 4 * 4, filler: 0)
    return UInt32(place)
  }

  private func meet(
    _ event: UInt32, _ record: EventRecord, _ numbers: WideNumbers?,
    _ text: UnsafeRawBufferPointer?
  ) -> Added {
    if isSame(event, record, numbers, text) { return .repeated }
    // Rare: written out, put in for a moment and compared as lines.
    let (oldRecord, oldNumbers) = (records[Int(event)], wide[event])
    let oldLine = line(event)
    store(record, numbers, text, at: event)
    let replaced = line(event).lexicographicallyPrecedes(oldLine)
    altered.insert(event)
    if replaced {
      unknownCount += (record.kind == .unknown ? 1 : 0) - (oldRecord.kind == .unknown ? 1 : 0)
      noteGroup(record, numbers)
    } else {
      records[Int(event)] = oldRecord
      wide[event] = oldNumbers
    }
    return .altered(event, replaced: replaced)
  }

  private func isSame(
    _ event: UInt32, _ record: EventRecord, _ numbers: WideNumbers?,
    _ text: UnsafeRawBufferPointer?
  ) -> Bool {
    var old = records[Int(event)]
    var new = record
    old.text = 0
    new.text = 0
    new.flags = numbers == nil ? new.flags.subtracting(.wide) : new.flags.union(.wide)
    let same = withUnsafeBytes(of: &old) { old in
      withUnsafeBytes(of: &new) { old.elementsEqual($0) }
    }
    guard same, wide[event] == numbers else { return false }
    guard let known = self.text(event), let text else {
      return self.text(event) == nil && text == nil
    }
    return known.elementsEqual(text)
  }
}
