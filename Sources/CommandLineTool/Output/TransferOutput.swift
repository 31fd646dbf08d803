import StudyDomain

/// What the reports of imports and exports say in the same words.
enum TransferText {
  /// So many are named; the others are only counted.
  private static let most = 20

  /// Notes with their reasons below a title; empty for none.
  static func lines(of notes: [TransferReport.Note], title: String) -> [String] {
    guard !notes.isEmpty else { return [] }
    var lines = ["\(title):"] + notes.prefix(most).map { "  \($0.text): \($0.reason)" }
    if notes.count > most { lines.append("  and \(notes.count - most) more ('--json' lists all)") }
    return lines
  }

  /// The media that a report misses; empty for none.
  static func missing(_ names: [String], _ what: String) -> [String] {
    guard !names.isEmpty else { return [] }
    let more = names.count > most ? ", …" : ""
    return ["\(what) (\(names.count)): \(names.prefix(most).joined(separator: ", "))\(more)"]
  }
}

/// A note of a report, as `--json` prints it.
struct TransferNoteJSON: Encodable {
  var text: String
  var reason: String

  init(_ note: TransferReport.Note) {
    text = note.text
    reason = note.reason
  }
}
