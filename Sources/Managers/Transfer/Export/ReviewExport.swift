import AnkiExchange

/// The log of an export.
struct ReviewExport {
  private var rows: [AnkiReview] = []

  /// Makes room for so many answers.
  mutating func reserve(_ count: Int) {
    rows.reserveCapacity(count)
  }

  /// Adds the answers of a card under its id in Anki.
  mutating func add(_ log: ArraySlice<AnkiReview>, as id: Int64) {
    let start = rows.count
    rows += log
    for place in start..<rows.count { rows[place].cardID = id }
  }

  /// All rows by id, each with one of its own; `moved` are those that had to give way.
  mutating func finished() -> (
    rows: [AnkiReview], moved: [Int64: ImportLedger.MovedReview]
  ) {
    func precedes(_ left: AnkiReview, _ right: AnkiReview) -> Bool {
      left.id != right.id ? left.id < right.id : left.cardID < right.cardID
    }
    let isSorted = rows.withUnsafeBufferPointer { rows in
      rows.indices.dropFirst().allSatisfy { !precedes(rows[$0], rows[$0 - 1]) }
    }
    if !isSorted { rows.sort(by: precedes) }
    var moved: [Int64: ImportLedger.MovedReview] = [:]
    var last: Int64 = 0
    for row in rows.indices {
      if rows[row].id <= last {
        let own = rows[row].id
        rows[row].id = last + 1
        moved[last + 1] = .init(cardID: rows[row].cardID, time: own)
      }
      last = rows[row].id
    }
    defer { rows = [] }
    return (rows, moved)
  }
}
