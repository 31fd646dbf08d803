import FileStorage
import StudyDomain

/// Cards in the order of their keys' hashes.
enum KeyOrder {
  typealias Entry = (hash: UInt64, card: Int32)

  /// Sorted by hash; cards of one hash stay in the order of the library.
  ///
  /// Hashes are spread evenly, so sorting them digit by digit takes four passes whatever their
  /// number: a tenth of what comparing costs at a hundred thousand cards.
  static func sorted(_ cards: ContiguousArray<LibraryCard>) -> ContiguousArray<Entry> {
    var entries = ContiguousArray<Entry>()
    entries.reserveFresh(cards.count)
    for index in cards.indices { entries.append((cards[index].key.hash, Int32(index))) }
    guard entries.count > 4096 else {
      entries.sort { $0.hash != $1.hash ? $0.hash < $1.hash : $0.card < $1.card }
      return entries
    }
    var other = entries
    for shift in stride(from: UInt64(0), to: 64, by: 16) {
      pass(from: entries, to: &other, shift)
      swap(&entries, &other)
    }
    return entries
  }

  /// The same for cards of which most were sorted before: `order` lists the old numbers of those
  /// by hash, each hash once, `moved` gives their new numbers, -1 for those that went; `come` are
  /// the numbers of all others.
  static func sorted(
    _ cards: ContiguousArray<LibraryCard>, keeping order: UnsafeBufferPointer<Int32>,
    moved: [Int32], come: [Int32]
  ) -> ContiguousArray<Entry> {
    func entry(_ card: Int32) -> Entry { (cards[Int(card)].key.hash, card) }
    func isBefore(_ one: Entry, _ other: Entry) -> Bool {
      one.hash != other.hash ? one.hash < other.hash : one.card < other.card
    }
    let others = come.map(entry).sorted(by: isBefore)
    var result = ContiguousArray<Entry>()
    result.reserveFresh(cards.count)
    var next = 0
    for old in order where moved[Int(old)] >= 0 {
      let kept = entry(moved[Int(old)])
      while next < others.count, isBefore(others[next], kept) {
        result.append(others[next])
        next += 1
      }
      result.append(kept)
    }
    result += others[next...]
    return result
  }

  private static func pass(
    from source: ContiguousArray<Entry>, to target: inout ContiguousArray<Entry>, _ shift: UInt64
  ) {
    var places = [Int](repeating: 0, count: 1 << 16)
    for entry in source { places[Int(entry.hash >> shift & 0xFFFF)] += 1 }
    var next = 0
    for digit in places.indices {
      let count = places[digit]
      places[digit] = next
      next += count
    }
    for entry in source {
      let digit = Int(entry.hash >> shift & 0xFFFF)
      target[places[digit]] = entry
      places[digit] += 1
    }
  }
}
