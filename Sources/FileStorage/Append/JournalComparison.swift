/// What the journal has and the writer's files lack, and the other way round.
struct JournalComparison {
  /// Journal lines (without LF) that no file holds, in the journal's order.
  private(set) var missing: [ArraySlice<UInt8>] = []
  /// Whether a file holds a whole own line that the journal never had.
  private(set) var hasStrangers = false

  /// Both have the same.
  init() {}

  /// Compares line by line.
  ///
  /// Files that grew together with the journal agree with it in order and cost a scan; only what
  /// doesn't is looked up by contents.
  init(journal: [UInt8], files: [[UInt8]], writer: String) {
    let own = Array(writer.utf8)
    var rests = files.map { $0[...] }
    var current = 0
    var unmatched: [ArraySlice<UInt8>] = []
    HistoryLine.forEach(in: journal[...]) { line in
      guard HistoryLine.isOwn(line, writer: own) else { return }
      for step in rests.indices {
        let index = (current + step) % rests.count
        Self.skipComments(&rests[index])
        if Self.take(line, from: &rests[index]) {
          current = index
          return
        }
      }
      unmatched.append(line)
    }
    for index in rests.indices { Self.skipComments(&rests[index]) }
    if unmatched.isEmpty, rests.allSatisfy(\.isEmpty) { return }

    var present: Set<ArraySlice<UInt8>> = []
    for rest in rests {
      HistoryLine.forEach(in: rest, includingRest: true) { line in
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        if HistoryLine.isOwn(line, writer: own) { present.insert(line) }
      }
    }
    missing = unmatched.filter { !present.contains($0) }
    present.subtract(unmatched)
    if present.isEmpty { return }
    // What is left came twice (restored lines), was cut at a full stop, or is strange.
    var known: [Int: [ArraySlice<UInt8>]] = [:]
    HistoryLine.forEach(in: journal[...]) {
      if HistoryLine.isOwn($0, writer: own) {
        known[HistoryLine.sequence($0), default: []].append($0)
      }
    }
    hasStrangers = present.contains { line in
      !(known[HistoryLine.sequence(line)] ?? []).contains { $0.starts(with: line) }
    }
  }

  private static func skipComments(_ rest: inout ArraySlice<UInt8>) {
    while rest.first == UInt8(ascii: "#") || rest.first == HistoryLine.lineFeed {
      guard let end = rest.firstIndex(of: HistoryLine.lineFeed) else { return }
      rest = rest[(end + 1)...]
    }
  }

  private static func take(_ line: ArraySlice<UInt8>, from rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.count > line.count, rest[rest.startIndex + line.count] == HistoryLine.lineFeed,
      rest.starts(with: line)
    else { return false }
    rest = rest.dropFirst(line.count + 1)
    return true
  }
}
