import Interaction
public import StudyDomain

// What the pages of the import show.
extension TransferViewModel {
  /// The rows of the preview.
  public var rows: [TransferRow] {
    guard let report else { return [] }
    var rows = [TransferRow(subject: .start, count: report.new + report.updated)]
    rows += TransferKind.allCases.map {
      TransferRow(subject: .list(.notes($0)), count: report.count(of: $0))
    }
    let others: [(TransferList, Int)] = [
      (.decks, report.decks.count), (.missingMedia, report.missingMedia.count),
      (.remarks, report.remarks.count),
    ]
    rows += others.filter { $0.1 > 0 }.map { TransferRow(subject: .list($0.0), count: $0.1) }
    return rows
  }

  public var selectedRow: TransferRow? {
    let rows = rows
    return rows.indices.contains(selection.index) ? rows[selection.index] : nil
  }

  public func count(of list: TransferList) -> Int {
    guard let report else { return 0 }
    return switch list {
    case .notes(let kind): report.count(of: kind)
    case .decks: report.decks.count
    case .missingMedia: report.missingMedia.count
    case .remarks: report.remarks.count
    }
  }

  /// Lines of a list, as many as are asked for.
  public func lines(of list: TransferList, _ range: Range<Int>) -> [TransferReport.Note] {
    guard let report else { return [] }
    let range = range.clamped(to: 0..<count(of: list))
    return switch list {
    case .notes(let kind): interactor.importNotes(kind, range)
    case .decks:
      report.decks[range].map {
        .init(
          text: $0.name.parts.joined(separator: " › "),
          reason: "\(counted($0.notes, "note", "notes")) to \($0.path)")
      }
    case .missingMedia:
      report.missingMedia[range].map { .init(text: $0, reason: "the file lacks it") }
    case .remarks: report.remarks[range].map { .init(text: $0, reason: "") }
    }
  }

  /// The note that is shown changed here and in the file.
  var isConflict: Bool { page == .note(.conflicting) }

  /// True when there is anything to do.
  public var canStart: Bool {
    report.map { $0.new + $0.updated + $0.unchanged + $0.reviews > 0 } ?? false
  }

  var rowCount: Int {
    switch page {
    case .choosing: isTypingDeck ? deckMatches.count : files.count
    case .preview: isTyping ? deckMatches.count : rows.count
    case .columns: textRows.count
    case .list(let list): count(of: list)
    case .result, .undone: resultLines.count
    case .working, .note: 0
    }
  }

  /// What a result names one by one.
  public var resultLines: [TransferReport.Note] {
    if page == .undone { return undoReport?.left ?? [] }
    guard let report else { return [] }
    return lines(of: .decks, 0..<report.decks.count) + report.conflicting + report.skipped
      + lines(of: .missingMedia, 0..<report.missingMedia.count)
      + lines(of: .remarks, 0..<report.remarks.count)
  }
}

extension TransferReport {
  /// How many notes are of a kind.
  func count(of kind: TransferKind) -> Int {
    switch kind {
    case .new: new
    case .updated: updated
    case .unchanged: unchanged
    case .conflicting: conflicting.count
    case .skipped: skipped.count
    }
  }
}
