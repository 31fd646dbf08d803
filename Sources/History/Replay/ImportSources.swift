import CXXHash
import StudyDomain

/// Reviews from elsewhere by their source, and those that several imports brought.
struct ImportSources {
  /// Sources with more than one review.
  var shared: [[UInt8]: [UInt32]] = [:]
  /// Names of the reviews left out, and of those that count for them.
  var standIns: [EventName: EventName] = [:]
  var split: Set<String> = []
  /// The first review of each source read, by open addressing; nil before it is needed.
  private var slots: [UInt32] = []
  private var used = 0
  private(set) var isBuilt = false

  /// Reads all events of the table.
  mutating func build(_ table: EventTable) {
    isBuilt = true
    for index in 0..<table.count where table.records[index].flags.contains(.hasSource) {
      add(UInt32(index), in: table)
    }
  }

  /// Adds one review; true when another has its source.
  @discardableResult
  mutating func add(_ event: UInt32, in table: EventTable) -> Bool {
    guard let source = Self.source(event, in: table) else { return false }
    if (used + 1) * 2 > slots.count { grow(table) }
    var slot = Self.place(source, slots.count)
    while slots[slot] != 0 {
      let other = slots[slot] - 1
      if let known = Self.source(other, in: table), known.elementsEqual(source) {
        shared[Array(source), default: [other]].append(event)
        return true
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = event + 1
    used += 1
    return false
  }

  private mutating func grow(_ table: EventTable) {
    let old = slots
    slots = Array(repeating: 0, count: max(64, old.count * 2))
    for entry in old where entry != 0 {
      guard let source = Self.source(entry - 1, in: table) else { continue }
      var slot = Self.place(source, slots.count)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  private static func place(_ source: UnsafeRawBufferPointer, _ count: Int) -> Int {
    Int(truncatingIfNeeded: XXH3_64bits(source.baseAddress, source.count)) & (count - 1)
  }

  /// The source as written; escapes are unique, so equal texts are equal bytes.
  static func source(_ event: UInt32, in table: EventTable) -> UnsafeRawBufferPointer? {
    guard table.records[Int(event)].flags.contains(.hasSource), let text = table.text(event)
    else { return nil }
    guard let tab = text.firstIndex(of: 9) else { return text }
    return UnsafeRawBufferPointer(rebasing: text[..<tab])
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
