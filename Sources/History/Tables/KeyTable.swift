import StudyDomain

/// All subjects that name cards, numbered as they come; looked up by open addressing.
final class KeyTable {
  /// A key; one that is no `CardKey` has version 0 and its place in `texts` as hash.
  struct Entry: BitwiseCopyable {
    var hash: UInt64
    var ordinal: UInt32
    var version: UInt32
  }

  let entries: Column<Entry>
  /// Subjects that are no `CardKey`, unescaped.
  @exclusivity(unchecked) private(set) var texts: [[UInt8]]
  @exclusivity(unchecked) private var textNumbers: [[UInt8]: UInt32] = [:]
  /// Slots of the read-only part: key number plus one, 0 when free.
  ///
  /// The count is a power of two.
  private let baseSlots: UnsafeMutableBufferPointer<UInt32>
  @exclusivity(unchecked) private var slots: [UInt32]
  @exclusivity(unchecked) private var used = 0

  init() {
    entries = Column()
    texts = []
    baseSlots = UnsafeMutableBufferPointer(start: nil, count: 0)
    slots = Array(repeating: 0, count: 1 << 10)
  }

  /// A table of its own with the keys of another, under the same numbers.
  convenience init(numberedAs other: KeyTable) {
    self.init()
    entries.reserve(other.count)
    for number in 0..<UInt32(other.count) {
      if let key = other.cardKey(number) {
        _ = self.number(key)
      } else {
        _ = self.number(text: other.bytes(number))
      }
    }
  }

  init(
    base: UnsafeMutableBufferPointer<Entry>, slots baseSlots: UnsafeMutableBufferPointer<UInt32>,
    texts: [(number: UInt32, text: [UInt8])]
  ) {
    entries = Column(base: base)
    self.baseSlots = baseSlots
    self.texts = texts.map(\.text)
    slots = Array(repeating: 0, count: 1 << 6)
    for (number, text) in texts { textNumbers[text] = number }
  }

  var count: Int { entries.count }

  @inline(__always)
  private static func spread(_ hash: UInt64, _ ordinal: UInt32, _ version: UInt32) -> Int {
    // Keys are hashes; the multiplication only guards against made-up ones.
    let mixed = (hash ^ UInt64(ordinal) << 32 ^ UInt64(version)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed >> 20)
  }

  func find(_ key: CardKey) -> UInt32? {
    let version = UInt32(key.version)
    let start = Self.spread(key.hash, key.ordinal, version)
    if !baseSlots.isEmpty {
      var slot = start & (baseSlots.count - 1)
      while baseSlots[slot] != 0 {
        let number = baseSlots[slot] - 1
        let entry = entries[Int(number)]
        if entry.hash == key.hash, entry.ordinal == key.ordinal, entry.version == version {
          return number
        }
        slot = (slot + 1) & (baseSlots.count - 1)
      }
    }
    var slot = start & (slots.count - 1)
    while slots[slot] != 0 {
      let number = slots[slot] - 1
      let entry = entries[Int(number)]
      if entry.hash == key.hash, entry.ordinal == key.ordinal, entry.version == version {
        return number
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  func find(text: [UInt8]) -> UInt32? {
    if let key = CardKey(text: String(decoding: text, as: UTF8.self)) { return find(key) }
    return textNumbers[text]
  }

  /// The number of a key, a new one when it was never seen.
  func number(_ key: CardKey) -> UInt32 {
    if let number = find(key) { return number }
    let number = UInt32(entries.count)
    let entry = Entry(hash: key.hash, ordinal: key.ordinal, version: UInt32(key.version))
    entries.append(entry)
    if (used + 1) * 2 > slots.count { grow() }
    insert(number, entry)
    used += 1
    return number
  }

  func number(text: [UInt8]) -> UInt32 {
    if let key = CardKey(text: String(decoding: text, as: UTF8.self)) { return number(key) }
    if let number = textNumbers[text] { return number }
    let number = UInt32(entries.count)
    entries.append(Entry(hash: UInt64(texts.count), ordinal: 0, version: 0))
    texts.append(text)
    textNumbers[text] = number
    return number
  }

  private func insert(_ number: UInt32, _ entry: Entry) {
    var slot = Self.spread(entry.hash, entry.ordinal, entry.version) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = number + 1
  }

  private func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for number in entries.baseCount..<entries.count {
      let entry = entries[number]
      if entry.version != 0 { insert(UInt32(number), entry) }
    }
  }

  /// Slots for all keys, as `init(base:slots:texts:)` reads them.
  func packedSlots() -> [UInt32] {
    var size = 16
    while size < entries.count * 2 { size *= 2 }
    var packed = [UInt32](repeating: 0, count: size)
    for number in 0..<entries.count {
      let entry = entries[number]
      guard entry.version != 0 else { continue }
      var slot = Self.spread(entry.hash, entry.ordinal, entry.version) & (size - 1)
      while packed[slot] != 0 { slot = (slot + 1) & (size - 1) }
      packed[slot] = UInt32(number) + 1
    }
    return packed
  }

  func cardKey(_ number: UInt32) -> CardKey? {
    let entry = entries[Int(number)]
    guard entry.version != 0 else { return nil }
    return CardKey(hash: entry.hash, ordinal: entry.ordinal, version: UInt16(entry.version))
  }

  func bytes(_ number: UInt32) -> [UInt8] {
    if let key = cardKey(number) { return Array(key.text.utf8) }
    return texts[Int(entries[Int(number)].hash)]
  }

  func text(_ number: UInt32) -> String {
    String(decoding: bytes(number), as: UTF8.self)
  }

  /// The key of the text that a key belongs to: what stands before the first `~`.
  ///
  /// Nil when that key was never seen.
  func base(_ number: UInt32) -> UInt32? {
    if let key = cardKey(number) { return key.ordinal == 1 ? number : find(key.base) }
    let whole = bytes(number)
    guard let tilde = whole.firstIndex(of: UInt8(ascii: "~")) else { return number }
    return find(text: Array(whole[..<tilde]))
  }

  /// Order by the bytes of the texts.
  func isLower(_ left: UInt32, than right: UInt32) -> Bool {
    let one = entries[Int(left)]
    let other = entries[Int(right)]
    if one.version != 0, one.version == other.version, one.hash != other.hash {
      return one.hash < other.hash
    }
    return bytes(left).lexicographicallyPrecedes(bytes(right))
  }
}
