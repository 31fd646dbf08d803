/// The relinks and unlinks, and which keys they make equal.
struct KeyLinks {
  struct Link {
    var event: UInt32
    var old: UInt32
    var new: UInt32
  }

  struct Pair: Hashable {
    var low: UInt32
    var high: UInt32

    init(_ one: UInt32, _ other: UInt32) {
      low = min(one, other)
      high = max(one, other)
    }
  }

  /// All link events, out of force too.
  private(set) var links: [Link] = []
  /// The latest link event in force of each pair.
  private(set) var latest: [Pair: UInt32] = [:]
  /// Keys of pairs in force, and the root of their set.
  ///
  /// A key linked to none is its own root.
  private(set) var roots: [UInt32: UInt32] = [:]
  /// The latest relink in force that names a key as NEW.
  private(set) var lastAsNew: [UInt32: UInt32] = [:]

  mutating func add(_ event: UInt32, in table: EventTable) {
    let target = table.textFields(event)[0]
    links.append(
      Link(
        event: event, old: table.records[Int(event)].key, new: table.keys.number(text: target)))
  }

  /// Resolves pairs and sets; `isInForce` and `isEarlier` are those of the replay.
  mutating func resolve(
    in table: EventTable, isInForce: (UInt32) -> Bool, isEarlier: (UInt32, UInt32) -> Bool
  ) {
    latest = [:]
    roots = [:]
    lastAsNew = [:]
    for link in links.filter({ isInForce($0.event) }).sorted(by: { isEarlier($0.event, $1.event) })
    {
      latest[Pair(link.old, link.new)] = link.event
      if table.records[Int(link.event)].kind == .relink { lastAsNew[link.new] = link.event }
    }
    for pair in latest.keys {
      roots[pair.low] = pair.low
      roots[pair.high] = pair.high
    }
    for (pair, event) in latest where table.records[Int(event)].kind == .relink {
      let one = root(pair.low)
      let other = root(pair.high)
      roots[max(one, other)] = min(one, other)
    }
    for key in Array(roots.keys) { roots[key] = root(key) }
  }

  private mutating func root(_ key: UInt32) -> UInt32 {
    var top = key
    while let parent = roots[top], parent != top { top = parent }
    var step = key
    while let parent = roots[step], parent != top {
      roots[step] = top
      step = parent
    }
    return top
  }

  /// The sets of several keys, and keys of pairs that stand alone.
  var sets: [[UInt32]] {
    Dictionary(grouping: roots.keys) { roots[$0] ?? $0 }.values.map { $0 }
  }
}
