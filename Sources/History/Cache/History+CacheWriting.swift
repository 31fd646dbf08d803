import StudyDomain

extension History {
  /// The replayed state as one blob for `open(cache:…)`; `signatures` and `fingerprint` are the
  /// caller's (which files it was read from; which rules it was folded with).
  public func cacheBlob(signatures: [UInt8], fingerprint: UInt64) -> [UInt8] {
    var blob: [UInt8] = []
    writeCache(signatures: signatures, fingerprint: fingerprint) { blob += $0 }
    return blob
  }

  /// Writes the cache in pieces of about a megabyte; throws only what `sink` throws.
  public func writeCache(
    signatures: [UInt8], fingerprint: UInt64,
    sink: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    try withoutActuallyEscaping(sink) { sink in
      let output = CacheSink(sink)
      let order = EventOrder(self)
      try signatures.withUnsafeBytes { try output.put(bytes: $0) }
      try output.endSection()
      try writeEvents(order, output)
      try writeKeys(order, output)
      let small = smallSection(order)
      try small.withUnsafeBytes { try output.put(bytes: $0) }
      try output.endSection()
      try output.end(fingerprint: fingerprint)
    }
  }

  private func writeEvents(_ order: EventOrder, _ output: CacheSink) throws {
    for event in order.events {
      var record = table.records[Int(event)]
      record.flags = record.flags.intersection([
        .wide, .seconds, .hasSource, .farGroup,
      ])
      try output.put(row: record)
    }
    try output.endSection()
    for event in order.events { try output.put(stamps[Int(event)]) }
    try output.endSection()
    for event in order.events { try output.put(status[Int(event)]) }
    try output.endSection()
    for part in table.arena.parts { try output.put(bytes: UnsafeRawBufferPointer(part)) }
    try output.endSection()
  }

  private func writeKeys(_ order: EventOrder, _ output: CacheSink) throws {
    let keys = table.keys.count
    for key in 0..<keys { try output.put(row: table.keys.entries[key]) }
    try output.endSection()
    for slot in table.keys.packedSlots() { try output.put(slot) }
    try output.endSection()
    for key in 0..<keys { try output.put(owners[key]) }
    try output.endSection()
    for key in 0..<keys { try output.put(keyFlags[key]) }
    try output.endSection()
    for start in order.keyStarts { try output.put(start) }
    try output.endSection()
    for key in 0..<keys {
      var state = states[key]
      for track in Track.allCases { state[track] = order.place(state[track]) }
      state.lastEvent = order.place(state.lastEvent)
      try output.put(row: state)
    }
    try output.endSection()
    if groupedCount < table.count { groupOrder = nil }
    let groups = groupOrderBuilt()
    for index in 0..<groups.count { try output.put(order.place(groups[index])) }
    try output.endSection()
    for sequences in table.sequences {
      for index in 0..<sequences.dense.count {
        let event = sequences.dense[index]
        try output.put(event == 0 ? 0 : order.place(event - 1) + 1)
      }
    }
    try output.endSection()
  }

  private func smallSection(_ order: EventOrder) -> [UInt8] {
    var output = CacheWriter()
    writeNames(order, &output)
    output.put(UInt64(table.keys.texts.count))
    for key in 0..<UInt32(table.keys.count) where table.keys.cardKey(key) == nil {
      output.put(key)
      output.put(text: table.keys.bytes(key))
    }
    output.put(UInt32(knowsLiving ? 1 : 0))
    output.put(list: livingKeys)
    output.put(UInt64(members.count))
    for (owner, keys) in members.sorted(by: { $0.key < $1.key }) {
      output.put(owner)
      output.put(list: keys)
    }
    output.put(list: contested.sorted())
    output.put(list: undoGraph.undos.map { order.place($0.event) })
    output.put(list: retimeEvents.map(order.place))
    output.put(list: keyLinks.links.map { order.place($0.event) })
    output.put(list: settingEvents.map(order.place))
    output.put(list: outOfForce.map(order.place).sorted())
    output.put(UInt64(awaited.count))
    for name in awaited.sorted(by: { $0.text < $1.text }) { output.put(name: name) }
    let days = dayTable.all.sorted { $0.key < $1.key }
    output.put(UInt64(days.count))
    for (day, count) in days {
      output.put(Int64(day.number))
      output.put(Int64(count.reviews))
      output.put(Int64(count.new))
      output.put(Int64(count.cram))
      output.put(count.milliseconds)
    }
    writeSources(order, &output)
    output.put(UInt64(badLines.count))
    for line in badLines {
      output.put(text: Array(line.file.utf8))
      output.put(Int64(line.line))
      output.put(text: line.bytes)
    }
    return output.bytes
  }

  private func writeNames(_ order: EventOrder, _ output: inout CacheWriter) {
    output.put(UInt64(table.writers.count))
    for (writer, sequences) in zip(table.writers, table.sequences) {
      output.put(writer.bytes)
      output.put(sequences.highestSequence)
      output.put(sequences.highestGroup)
      output.put(UInt64(sequences.dense.count))
      output.put(UInt64(sequences.sparse.count))
      for (sequence, event) in sequences.sparse.sorted(by: { $0.key < $1.key }) {
        output.put(sequence)
        output.put(order.place(event))
      }
    }
    output.put(UInt64(table.parameterNames.count))
    for name in table.parameterNames { output.put(name: name) }
    output.put(UInt64(table.farGroups.count))
    for group in table.farGroups { output.put(group) }
    output.put(UInt64(table.wide.count))
    for (event, numbers) in table.wide.sorted(by: { $0.key < $1.key }) {
      output.put(order.place(event))
      output.put(numbers)
    }
    output.put(UInt64(table.sameName.count))
    for (event, next) in table.sameName.sorted(by: { $0.key < $1.key }) {
      output.put(order.place(event))
      output.put(order.place(next))
    }
    output.put(list: table.reused.map(order.place).sorted())
    output.put(list: table.altered.map(order.place).sorted())
    output.put(Int64(table.unknownCount))
  }

  private func writeSources(_ order: EventOrder, _ output: inout CacheWriter) {
    output.put(UInt64(sources.shared.count))
    for (source, events) in sources.shared {
      output.put(text: source)
      output.put(list: events.map(order.place))
    }
    output.put(UInt64(sources.standIns.count))
    for (name, first) in sources.standIns {
      output.put(name: name)
      output.put(name: first)
    }
    output.put(UInt64(sources.split.count))
    for source in sources.split { output.put(text: Array(source.utf8)) }
  }
}

extension CacheWriter {
  mutating func put(name: EventName) {
    put(name.writer.bytes)
    put(name.sequence)
  }
}

/// Events renumbered so that those of a key lie together and in replay order.
private struct EventOrder {
  /// Old numbers by new.
  var events: [UInt32] = []
  var keyStarts: [UInt32] = []
  private var places: [UInt32]

  init(_ history: History) {
    let count = history.table.count
    events.reserveCapacity(count)
    keyStarts.reserveCapacity(history.table.keys.count + 1)
    places = Array(repeating: EventRecord.none, count: count)
    for key in 0..<UInt32(history.table.keys.count) {
      keyStarts.append(UInt32(events.count))
      let start = events.count
      var isSorted = true
      history.forEachEvent(ofKey: key) {
        if events.count > start, history.isEarlier($0, events[events.count - 1]) {
          isSorted = false
        }
        events.append($0)
      }
      if !isSorted { events[start...].sort(by: history.isEarlier) }
    }
    keyStarts.append(UInt32(events.count))
    for (place, event) in events.enumerated() { places[Int(event)] = UInt32(place) }
    for event in 0..<UInt32(count) where places[Int(event)] == EventRecord.none {
      places[Int(event)] = UInt32(events.count)
      events.append(event)
    }
  }

  func place(_ event: UInt32) -> UInt32 {
    event == EventRecord.none ? event : places[Int(event)]
  }
}
