import StudyDomain

/// Which card holds which keys.
extension History {
  /// Computes owners anew; gives the keys whose owner changed, with the owner before.
  @discardableResult
  func resolveOwners() -> [(key: UInt32, before: UInt32)] {
    var changes: [(key: UInt32, before: UInt32)] = []
    members = [:]
    contested = []
    var groups: [UInt32: [UInt32]] = [:]
    // A look at a list for each of very many keys, not into a table.
    var isLinked = Array(repeating: false, count: table.keys.count)
    for key in keyLinks.roots.keys { isLinked[Int(key)] = true }
    for key in 0..<UInt32(table.keys.count) where !isLinked[Int(key)] {
      let flags = keyFlags[Int(key)]
      var owner = EventRecord.none
      if flags != 0 {
        owner = key
        if flags & KeyFlag.living == 0, let text = livingBase(key) {
          owner = text
          groups[owner, default: []].append(key)
        }
      }
      setOwner(key, owner, &changes)
    }
    for set in keyLinks.sets {
      let owner = holder(of: set)
      groups[owner, default: []] += set
      for key in set { setOwner(key, owner, &changes) }
    }
    for (owner, keys) in groups {
      var all = keys
      // The plain key of a living text that stands alone was not listed above.
      if owners[Int(owner)] == owner, !all.contains(owner) { all.append(owner) }
      members[owner] = all == [owner] ? nil : all.sorted(by: table.keys.isLower)
    }
    return changes
  }

  private func setOwner(
    _ key: UInt32, _ owner: UInt32, _ changes: inout [(key: UInt32, before: UInt32)]
  ) {
    let before = owners[Int(key)]
    guard before != owner else { return }
    owners[Int(key)] = owner
    changes.append((key, before))
  }

  /// The living text that a key belongs to.
  private func livingBase(_ key: UInt32) -> UInt32? {
    guard let base = table.keys.base(key), keyFlags[Int(base)] & KeyFlag.living != 0 else {
      return nil
    }
    return base
  }

  /// The owner of a set: of its living texts the one used last, else its lowest key.
  private func holder(of set: [UInt32]) -> UInt32 {
    var keysOfText: [UInt32: [UInt32]] = [:]
    for key in set {
      if let text = livingBase(key) { keysOfText[text, default: []].append(key) }
    }
    let texts = keysOfText.keys.sorted(by: table.keys.isLower)
    guard var best = texts.first else {
      return set.min(by: table.keys.isLower) ?? EventRecord.none
    }
    guard texts.count > 1 else { return best }
    var bestUse = lastUse(of: keysOfText[best] ?? [])
    for text in texts.dropFirst() {
      guard let use = lastUse(of: keysOfText[text] ?? []) else { continue }
      if bestUse.map({ isEarlier($0, use) }) ?? true { (best, bestUse) = (text, use) }
    }
    contested.insert(best)
    return best
  }

  /// The last event in force with a track that names one of the keys, or relink that leads there.
  private func lastUse(of keys: [UInt32]) -> UInt32? {
    var last: UInt32?
    func consider(_ event: UInt32) {
      if last.map({ isEarlier($0, event) }) ?? true { last = event }
    }
    for key in keys {
      if let link = keyLinks.lastAsNew[key] { consider(link) }
      forEachEvent(ofKey: key) {
        if table.records[Int($0)].kind != .card, isInForce($0) { consider($0) }
      }
    }
    return last
  }

  /// All keys of a card, in no particular order.
  func memberKeys(_ card: UInt32) -> [UInt32] {
    if let keys = members[card] { return keys }
    return owners[Int(card)] == card ? [card] : []
  }
}
