public import StudyDomain

/// All that the history says: events replayed into states of cards, settings and days.
///
/// Two steps, because the rules of cards depend on settings: `init` orders events and resolves
/// undo, links and settings, then `fold(with:)` computes the cards. States are only meaningful
/// after `fold`. Not Sendable: built elsewhere it is handed over whole.
public final class History {
  @exclusivity(unchecked) var table: EventTable
  /// What is known of an event beside its record.
  @exclusivity(unchecked) var status: Column<UInt8>
  @exclusivity(unchecked) var stamps: Column<Int64>
  /// Events out of force, as in `status`.
  @exclusivity(unchecked) var outOfForce: Set<UInt32> = []
  @exclusivity(unchecked) var undoGraph = UndoGraph()
  @exclusivity(unchecked) var retimes = Retimes()
  @exclusivity(unchecked) var retimeEvents: [UInt32] = []
  @exclusivity(unchecked) var keyLinks = KeyLinks()
  @exclusivity(unchecked) var settingEvents: [UInt32] = []
  @exclusivity(unchecked) var settingTable: [SettingKey: UInt32] = [:]
  /// Names that an `after` mentions and nobody has written yet.
  @exclusivity(unchecked) var awaited: Set<EventName> = []
  /// Sorted by writer and group, for events below `groupedCount`.
  @exclusivity(unchecked) var groupOrder: Column<UInt32>?
  @exclusivity(unchecked) var groupedCount = 0

  /// The key of the card that events of a key count to; `none` for a key without any.
  @exclusivity(unchecked) var owners: Column<UInt32>
  @exclusivity(unchecked) var keyFlags: Column<UInt8>
  /// Keys of cards that are not just the key of their name.
  @exclusivity(unchecked) var members: [UInt32: [UInt32]] = [:]
  /// Owners of sets with more than one living text.
  @exclusivity(unchecked) var contested: Set<UInt32> = []
  /// False when every set is a card.
  @exclusivity(unchecked) var knowsLiving = false
  @exclusivity(unchecked) var livingKeys: [UInt32] = []

  /// Where the events of a key begin in `keyEvents`; one more than keys at the time.
  @exclusivity(unchecked) var keyStarts: Column<UInt32>
  /// Events by key.
  ///
  /// Without it (a cache) they are numbered so.
  @exclusivity(unchecked) var keyEvents: Column<UInt32>?
  /// Events of a key that came later.
  @exclusivity(unchecked) var keyTail: [UInt32: [UInt32]] = [:]

  @exclusivity(unchecked) var states: Column<CardRecord>
  @exclusivity(unchecked) var dayTable = DayTable()
  @exclusivity(unchecked) var rules: RuleBook?
  @exclusivity(unchecked) var sources = ImportSources()

  /// In the order read; a line that stands twice is here twice.
  @exclusivity(unchecked) public internal(set) var badLines: [HistoryProblems.BadLine]
  @exclusivity(unchecked) var badTexts: Set<[UInt8]>
  /// Keeps the bytes of a cache alive.
  let owner: AnyObject?
  /// Takes bytes of a cache out of memory that are still as they came, until they are read again.
  @exclusivity(unchecked) public var forget: (@Sendable (UnsafeRawBufferPointer) -> Void)?

  /// Takes over all that `reader` read; `living` are the keys of the texts now in the decks (nil:
  /// every set is a card, as for a history without its decks).
  ///
  /// The reader is empty afterwards.
  public init(_ reader: HistoryReader, living: [CardKey]?) {
    reader.endFile()
    table = reader.table
    badLines = reader.badLines
    badTexts = reader.badTexts
    reader.table = EventTable()
    status = Column(repeating: 0, count: table.count)
    stamps = Column()
    stamps.reserve(table.count)
    owners = Column()
    keyFlags = Column()
    keyStarts = Column()
    states = Column()
    owner = nil
    table.records.trim()
    table.arena.trim()
    setLivingTexts(living)
    resolveAll()
  }

  /// The parts of a cache.
  init(parts: HistoryParts, owner: AnyObject?) {
    table = parts.table
    status = parts.status
    stamps = parts.stamps
    owners = parts.owners
    keyFlags = parts.keyFlags
    keyStarts = parts.keyStarts
    keyEvents = nil
    states = parts.states
    badLines = []
    badTexts = []
    self.owner = owner
  }

  /// Bits of `status`.
  enum Status {
    static let outOfForce: UInt8 = 1
    /// A review that another review from the same source stands for.
    static let standsBehind: UInt8 = 2
  }

  /// Bits of `keyFlags`.
  enum KeyFlag {
    static let living: UInt8 = 1
    /// Some event in force, or a pair, names it.
    static let present: UInt8 = 2
  }

  // MARK: Order

  /// Replay order: stamp, writer, sequence, time as written.
  func isEarlier(_ left: UInt32, _ right: UInt32) -> Bool {
    let one = stamps[Int(left)]
    let other = stamps[Int(right)]
    if one != other { return one < other }
    let (leftRecord, rightRecord) = (table.records[Int(left)], table.records[Int(right)])
    if leftRecord.writer != rightRecord.writer {
      return table.writers[Int(leftRecord.writer)] < table.writers[Int(rightRecord.writer)]
    }
    let (leftNumber, rightNumber) = (
      table.sequence(left, leftRecord), table.sequence(right, rightRecord)
    )
    return leftNumber != rightNumber
      ? leftNumber < rightNumber : leftRecord.time < rightRecord.time
  }

  func isInForce(_ event: UInt32) -> Bool {
    status[Int(event)] & Status.outOfForce == 0
  }

  func movedTime(_ event: UInt32, _ record: EventRecord) -> Int64 {
    guard !retimes.isEmpty else { return record.time }
    return record.time + (retimes.shift(event, record, in: table)?.milliseconds ?? 0)
  }

  func movedDay(_ event: UInt32, _ record: EventRecord) -> Int64 {
    guard !retimes.isEmpty else { return table.day(event, record) }
    return table.day(event, record) + (retimes.shift(event, record, in: table)?.days ?? 0)
  }

  /// Makes the columns by key as long as the table of keys.
  func growKeys() {
    let count = table.keys.count
    guard owners.count < count else { return }
    owners.resize(to: count, filler: EventRecord.none)
    keyFlags.resize(to: count, filler: 0)
    states.resize(to: count, filler: CardRecord())
  }
}
