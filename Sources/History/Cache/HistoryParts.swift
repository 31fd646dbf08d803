/// The parts of a history that a cache holds.
struct HistoryParts {
  var table: EventTable
  var status: Column<UInt8>
  var stamps: Column<Int64>
  var owners: Column<UInt32>
  var keyFlags: Column<UInt8>
  var keyStarts: Column<UInt32>
  var states: Column<CardRecord>
  var badLines: [HistoryProblems.BadLine]
}
