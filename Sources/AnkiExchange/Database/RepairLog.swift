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

  /// In the order in which the kinds are declared.
  var repairs: [AnkiRepair] {
    AnkiRepair.Kind.allCases.compactMap { found[$0] }
  }
}
