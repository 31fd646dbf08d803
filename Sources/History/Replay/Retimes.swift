/// By how much the events of a writer are moved: of the ranges that cover one, the last decides.
struct Retimes {
  struct Range {
    var first: Int64
    var last: Int64
    var milliseconds: Int64
    var days: Int64
  }

  /// By place of the writer; later ranges decide.
  private var ranges: [UInt32: [Range]] = [:]

  var isEmpty: Bool { ranges.isEmpty }

  /// `events` are the retimes in force, in order.
  init(_ events: [UInt32] = [], in table: EventTable? = nil) {
    guard let table else { return }
    for event in events {
      let fields = table.textFields(event)
      let numbers = fields.dropFirst().prefix(4).compactMap { Decimal.signedNumber($0) }
      guard numbers.count == 4,
        let writer = fields[0].withUnsafeBytes({ WriterID(raw: $0, at: 0) })
      else { continue }
      let range = Range(
        first: numbers[0], last: numbers[1], milliseconds: numbers[2], days: numbers[3])
      ranges[table.writerNumber(writer), default: []].append(range)
    }
  }

  func shift(_ event: UInt32, _ record: EventRecord, in table: EventTable) -> Range? {
    guard let ranges = ranges[record.writer], record.kind != .undo, record.kind != .retime
    else { return nil }
    let sequence = table.sequence(event, record)
    return ranges.last { $0.first <= sequence && sequence <= $0.last }
  }
}
