/// Stamps: each event's time, but later than the event it names in `after`.
struct Stamps {
  let table: EventTable

  /// Appends the stamps of the events from `stamps.count` on.
  ///
  /// One pass does where lines stand in the order in which they were written; what is left waits
  /// for its predecessors, and in or behind a ring keeps its own time.
  /// Names in `after` that nobody has written yet go to `awaited`.
  func extend(
    _ stamps: Column<Int64>, awaited: inout Set<EventName>,
    time: (UInt32, EventRecord) -> Int64
  ) {
    let start = stamps.count
    var waiting: [UInt32] = []
    for index in start..<table.count {
      let event = UInt32(index)
      let record = table.records[index]
      let own = time(event, record)
      guard record.afterWriter != EventRecord.none else {
        stamps.append(own)
        continue
      }
      var next = table.find(
        writer: record.afterWriter, sequence: table.afterSequence(event, record))
      if next == nil, let name = table.after(event) { awaited.insert(name) }
      var stamp = own
      var waits = false
      while let seen = next {
        if Int(seen) >= index || stamps[Int(seen)] == Self.unknown {
          waits = true
          break
        }
        stamp = max(stamp, stamps[Int(seen)] + 1)
        next = table.sameName.isEmpty ? nil : table.sameName[seen]
      }
      stamps.append(waits ? Self.unknown : stamp)
      if waits { waiting.append(event) }
    }
    guard !waiting.isEmpty else { return }
    if table.sameName.isEmpty {
      follow(waiting, stamps, time)
    } else {
      settle(waiting, stamps, time)
    }
  }

  private static let unknown = Int64.min
  private static let visited = Int64.min + 1

  /// Follows each chain of `after` to what is known: where each name is one event.
  private func follow(
    _ waiting: [UInt32], _ stamps: Column<Int64>, _ time: (UInt32, EventRecord) -> Int64
  ) {
    var chain: [UInt32] = []
    /// In a ring, or behind one.
    var ringed: Set<UInt32> = []
    for event in waiting where stamps[Int(event)] == Self.unknown {
      var top = event
      while stamps[Int(top)] == Self.unknown {
        stamps[Int(top)] = Self.visited
        chain.append(top)
        let record = table.records[Int(top)]
        // Waiting events name an event that is there.
        top =
          table.find(writer: record.afterWriter, sequence: table.afterSequence(top, record))
          ?? top
      }
      let isRing = stamps[Int(top)] == Self.visited || ringed.contains(top)
      if isRing { ringed.formUnion(chain) }
      var floor = isRing ? Int64.min : stamps[Int(top)] + 1
      while let last = chain.popLast() {
        let own = time(last, table.records[Int(last)])
        stamps[Int(last)] = max(own, floor)
        if !isRing { floor = stamps[Int(last)] + 1 }
      }
    }
  }

  /// Kahn's algorithm over the events that wait: where a name may be several events.
  private func settle(
    _ waiting: [UInt32], _ stamps: Column<Int64>, _ time: (UInt32, EventRecord) -> Int64
  ) {
    let first = Int(waiting[0])
    // By event number less `first`: predecessors to come, and the list of followers.
    var waits = [UInt32](repeating: 0, count: table.count - first)
    var followers = [UInt32](repeating: EventRecord.none, count: table.count - first)
    var edges: [(follower: UInt32, next: UInt32)] = []
    var floors: [UInt32: Int64] = [:]
    var ready: [UInt32] = []
    for event in waiting {
      let record = table.records[Int(event)]
      var next = table.find(
        writer: record.afterWriter, sequence: table.afterSequence(event, record))
      while let seen = next {
        if stamps[Int(seen)] == Self.unknown {
          let place = Int(seen) - first
          edges.append((event, followers[place]))
          followers[place] = UInt32(edges.count - 1)
          waits[Int(event) - first] += 1
        } else {
          floors[event] = max(floors[event] ?? .min, stamps[Int(seen)] + 1)
        }
        next = table.sameName[seen]
      }
      if waits[Int(event) - first] == 0 { ready.append(event) }
    }
    while let event = ready.popLast() {
      let stamp = max(time(event, table.records[Int(event)]), floors[event] ?? .min)
      stamps[Int(event)] = stamp
      var edge = followers[Int(event) - first]
      while edge != EventRecord.none {
        let (follower, next) = edges[Int(edge)]
        floors[follower] = max(floors[follower] ?? .min, stamp + 1)
        waits[Int(follower) - first] -= 1
        if waits[Int(follower) - first] == 0 { ready.append(follower) }
        edge = next
      }
    }
    for event in waiting where stamps[Int(event)] == Self.unknown {
      stamps[Int(event)] = time(event, table.records[Int(event)])
    }
  }
}
