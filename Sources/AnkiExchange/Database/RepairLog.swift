/// Collects what was odd, with a few examples of each kind.
struct RepairLog {
  private var found: [AnkiRepair.Kind: AnkiRepair] = [:]

  private static let maximumExamples = 5

  mutating func note(_ kind: AnkiRepair.Kind, _ example: @autoclosure () -> String) {
    var repair = found[kind] ?? AnkiRepair(kind: kind, count: 0, examples: [])
    repair.count += 1
    if repair.examples.count < Self.maximumExamples { repair.examples.append(example()) }
    found[kind] = repair
  }

  mutating func note(_ kind: AnkiRepair.Kind, _ id: Int64) {
    note(kind, String(id))
  }

  /// Takes over what another log noted later.
  mutating func add(_ other: RepairLog) {
    for (kind, later) in other.found {
      var repair = found[kind] ?? AnkiRepair(kind: kind, count: 0, examples: [])
      repair.count += later.count
      repair.examples += later.examples.prefix(Self.maximumExamples - repair.examples.count)
      found[kind] = repair
    }
  }

  /// In the order in which the kinds are declared.
  var repairs: [AnkiRepair] {
    AnkiRepair.Kind.allCases.compactMap { found[$0] }
  }
}
