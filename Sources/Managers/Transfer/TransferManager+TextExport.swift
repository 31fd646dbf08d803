import AnkiExchange
import FileStorage
import StudyDomain

extension TransferManager {
  /// Notes or cards as lines of text, in the order of the library.
  func exportText(_ notes: [Int], _ request: ExportRequest) throws -> ExportReport {
    var plain = request
    plain.hasHistory = false
    plain.hasMedia = false
    let export = try PackageExport(
      notes: notes, of: index, ledgerFolder: ledgerFolder, request: plain)
    var notation = Self.notation(of: export, request, index)
    notation?.lookAtAll()
    return try write(export, notation, request)
  }

  static func separatorText(_ request: ExportRequest) -> AnkiTextExport {
    AnkiTextExport(
      separator: request.path.lowercased().hasSuffix(".csv") ? .comma : .tab,
      hasHTML: request.hasHTML)
  }

  /// Nil where the file is to have fields alone.
  static func notation(
    of export: PackageExport, _ request: ExportRequest, _ index: StudyIndex
  ) -> TextNotation? {
    guard request.format == .notes, request.hasDetails, request.hasHTML else { return nil }
    return TextNotation(export, separatorText(request), of: index)
  }

  func write(
    _ export: PackageExport, _ notation: TextNotation?, _ request: ExportRequest
  ) throws -> ExportReport {
    let text = Self.separatorText(request)
    var rows = TextRows(export)
    rows.notation = notation
    var file = try ExportFile(request.path, replaces: request.replaces)
    if request.format == .notes {
      try rows.writeNotes(text, hasDetails: request.hasDetails, to: &file)
    } else {
      try rows.writeCards(text, to: &file)
    }
    try file.finish()
    var report = export.report
    if let lost = rows.notation?.lost, lost > 0 {
      report.remarks.append(
        "notes that an import of this file writes in another notation: \(lost)")
    }
    report.reviews = 0
    report.bytes = Int64(try FileSystem.live.status(ofPath: request.path)?.size ?? 0)
    report.missingMedia = []
    // Rows with their guids and all of their HTML come home as what they were; of others nothing
    // would be told apart.
    if request.format == .notes, request.hasDetails, request.hasHTML {
      remember(export, in: &report)
    }
    return report
  }
}
