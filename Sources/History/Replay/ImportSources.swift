import CXXHash
import Glibc
import StudyDomain

/// Reviews from elsewhere by their source, and those that several imports brought.
struct ImportSources {
  /// Sources with more than one review.
  var shared: [[UInt8]: [UInt32]] = [:]
  /// Names of the reviews left out, and of those that count for them.
  var standIns: [EventName: EventName] = [:]
  var split: Set<String> = []
  /// The first review of each source read, by open addressing; empty before it is needed.
  private var slots: [Slot] = []
  private var used = 0
  /// Events looked at by `extend`.
  private var read = 0
  private(set) var isBuilt = false

  private struct Slot: BitwiseCopyable {
    /// The event's number plus one; 0 when free.
    var entry: UInt32 = 0
    /// Half of the hash: most other sources are told by it, and the table grows without them.
    var mark: UInt32 = 0
  }

  /// Reads all events of the table.
  mutating func build(_ table: EventTable) {
    extend(to: table.count, in: table)
  }

  /// Reads the events of the table that were not read yet.
  mutating func extend(to end: Int, in table: EventTable) {
    isBuilt = true
    let news = read..<end
    read = end
    var count = 0
    for index in news where table.records[index].flags.contains(.hasSource) { count += 1 }
    guard count > 0 else { return }
    reserve(used + count)
    for index in news where table.records[index].flags.contains(.hasSource) {
      add(UInt32(index), in: table)
    }
  }

  /// Adds one review; true when another has its source.
  @discardableResult
  mutating func add(_ event: UInt32, in table: EventTable) -> Bool {
    guard let source = Self.source(event, in: table) else { return false }
    reserve(used + 1)
    let mark = UInt32(truncatingIfNeeded: XXH3_64bits(source.baseAddress, source.count))
    let mask = slots.count - 1
    var place = Int(mark) & mask
    while slots[place].entry != 0 {
      let other = slots[place].entry - 1
      if slots[place].mark == mark, let known = Self.source(other, in: table),
        known.elementsEqual(source)
      {
        shared[Array(source), default: [other]].append(event)
        return true
      }
      place = (place + 1) & mask
    }
    slots[place] = Slot(entry: event + 1, mark: mark)
    used += 1
    return false
  }

  /// Makes room for so many sources, twice as many slots.
  private mutating func reserve(_ count: Int) {
    guard count * 2 > slots.count else { return }
    var size = max(64, slots.count)
    while count * 2 > size { size *= 2 }
    let old = slots
    slots = Array(repeating: Slot(), count: size)
    for slot in old where slot.entry != 0 {
      var place = Int(slot.mark) & (size - 1)
      while slots[place].entry != 0 { place = (place + 1) & (size - 1) }
      slots[place] = slot
    }
  }

  /// The source as written; escapes are unique, so equal texts are equal bytes.
  static func source(_ event: UInt32, in table: EventTable) -> UnsafeRawBufferPointer? {
    guard table.records[Int(event)].flags.contains(.hasSource), let text = table.text(event),
      let start = text.baseAddress
    else { return nil }
    guard let tab = memchr(start, 9, text.count) else { return text }
    return UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(tab) - start)
  }
}

extension History {
  /// Lets the first review of each source count alone.
  func resolveImports() {
    if !sources.isBuilt { sources.build(table) }
    sources.standIns = [:]
    sources.split = []
    // In order of the reviews left out, so that of equal names the latest decides.
    var left: [(event: UInt32, first: UInt32)] = []
    for (source, events) in sources.shared {
      for event in events { status[Int(event)] &= ~Status.standsBehind }
      let inForce = events.filter(isInForce).sorted(by: isEarlier)
      guard let first = inForce.first else { continue }
      let set = setRoot(table.records[Int(first)].key)
      for event in inForce.dropFirst() {
        status[Int(event)] |= Status.standsBehind
        left.append((event, first))
        if setRoot(table.records[Int(event)].key) != set {
          let text = source.withUnsafeBytes { LineText.unescape($0) } ?? []
          sources.split.insert(String(decoding: text, as: UTF8.self))
        }
      }
    }
    for (event, first) in left.sorted(by: { isEarlier($0.event, $1.event) }) {
      sources.standIns[table.name(event)] = table.name(first)
    }
  }

  private func setRoot(_ key: UInt32) -> UInt32 {
    keyLinks.roots[key] ?? key
  }
}
