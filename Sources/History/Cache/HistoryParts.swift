import StudyDomain

/// The parts of a history that lie in a cache as they are used.
struct HistoryParts {
  var table: EventTable
  var status: Column<UInt8>
  var stamps: Column<Int64>
  var owners: Column<UInt32>
  var keyFlags: Column<UInt8>
  var keyStarts: Column<UInt32>
  var states: Column<CardRecord>

  /// Nil when the sections do not fit each other.
  ///
  /// Reads the names from `small`.
  init?(_ file: CacheFile, _ small: inout CacheScanner) {
    let records = file.rows(.records, as: EventRecord.self)
    let keys = file.rows(.keys, as: KeyTable.Entry.self)
    let slots = file.rows(.keySlots, as: UInt32.self)
    status = Column(base: file.rows(.status, as: UInt8.self))
    stamps = Column(base: file.rows(.stamps, as: Int64.self))
    owners = Column(base: file.rows(.owners, as: UInt32.self))
    keyFlags = Column(base: file.rows(.keyFlags, as: UInt8.self))
    keyStarts = Column(base: file.rows(.keyStarts, as: UInt32.self))
    states = Column(base: file.rows(.states, as: CardRecord.self))
    let arena = file.rows(.arena, as: UInt8.self)
    guard status.count == records.count, stamps.count == records.count,
      owners.count == keys.count, keyFlags.count == keys.count, states.count == keys.count,
      keyStarts.count == keys.count + 1, slots.count.nonzeroBitCount == 1,
      slots.count > keys.count, arena.count % 4 == 0
    else { return nil }
    let names = Names(file, &small)
    var texts: [(number: UInt32, text: [UInt8])] = []
    for _ in 0..<small.count(ofSize: 12) {
      let number = small.number()
      texts.append((number, small.text()))
    }
    guard let names, !small.failed else { return nil }
    table = EventTable(
      records: Column(base: records), keys: KeyTable(base: keys, slots: slots, texts: texts),
      arena: Column(base: arena))
    table.restore(
      writers: names.writers, sequences: names.sequences, parameterNames: names.parameters,
      farGroups: names.farGroups, wide: names.wide, sameName: names.sameName, reused: names.reused,
      altered: names.altered,
      unknownCount: names.unknownCount)
  }

  /// What the table of events holds beside its columns.
  private struct Names {
    var writers: [WriterID] = []
    var sequences: [SequenceIndex] = []
    var parameters: [EventName] = []
    var farGroups: [Int64] = []
    var wide: [UInt32: WideNumbers] = [:]
    var sameName: [UInt32: UInt32] = [:]
    var reused: Set<UInt32>
    var altered: Set<UInt32>
    var unknownCount: Int

    init?(_ file: CacheFile, _ small: inout CacheScanner) {
      let dense = file.rows(.sequences, as: UInt32.self)
      var start = 0
      for _ in 0..<small.count(ofSize: 40) {
        writers.append(WriterID(bytes: small.get(UInt64.self, or: 0)))
        let highest = (small.wideNumber(), small.wideNumber())
        let count = Int(truncatingIfNeeded: small.wideNumber())
        guard count >= 0, count <= dense.count - start else { return nil }
        var sparse: [Int64: UInt32] = [:]
        for _ in 0..<small.count(ofSize: 12) {
          let sequence = small.wideNumber()
          sparse[sequence] = small.number()
        }
        let rows = UnsafeMutableBufferPointer(rebasing: dense[start..<start + count])
        var index = SequenceIndex(dense: Column(base: rows), sparse: sparse)
        index.highestSequence = highest.0
        index.highestGroup = highest.1
        sequences.append(index)
        start += count
      }
      for _ in 0..<small.count(ofSize: 16) { parameters.append(small.name()) }
      for _ in 0..<small.count(ofSize: 8) { farGroups.append(small.wideNumber()) }
      let none = WideNumbers(
        sequence: 0, group: 0, afterSequence: 0, day: 0, offset: 0, amount: 0, seen: 0, taken: 0)
      for _ in 0..<small.count(ofSize: 68) {
        let event = small.number()
        wide[event] = small.get(WideNumbers.self, or: none)
      }
      for _ in 0..<small.count(ofSize: 8) {
        let event = small.number()
        sameName[event] = small.number()
      }
      reused = Set(small.list())
      altered = Set(small.list())
      unknownCount = Int(small.wideNumber())
      guard !small.failed else { return nil }
    }
  }
}
