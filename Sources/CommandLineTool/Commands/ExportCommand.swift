import AppCore
import StudyDomain

/// `deckle export FILE [QUERY] [--format F] [--latest] …`.
@MainActor struct ExportCommand {
  let interactor: CoreInteractor
  let arguments: Arguments
  let query: Query

  func run() throws -> Int32 {
    let report = try interactor.export(try request())
    if arguments.has(.json) {
      try JSONOutput.print(ExportJSON(report))
    } else {
      for line in ExportText.lines(of: report) { Output.print(Output.field(line)) }
    }
    return ExitStatus.done
  }

  private func request() throws -> ExportRequest {
    guard let path = arguments.words.first, !path.isEmpty else {
      throw Arguments.UsageError(message: "the file is missing")
    }
    guard path != "-" else {
      throw Arguments.UsageError(
        message: "an export goes to a file; './-' is one of that name")
    }
    var request = ExportRequest(path: path, query: query, format: try format(of: path))
    let isPackage = request.format == .apkg || request.format == .colpkg
    let isText = request.format == .notes || request.format == .cards
    try check(.latest, isPackage, request.format)
    try check(.withoutMedia, isPackage, request.format)
    try check(.withoutHistory, !isText, request.format)
    try check(.withoutHTML, isText, request.format)
    try check(.fieldsOnly, request.format == .notes, request.format)
    request.usesLatestLayout = arguments.has(.latest)
    request.hasHistory = !arguments.has(.withoutHistory)
    request.hasMedia = !arguments.has(.withoutMedia)
    request.hasHTML = !arguments.has(.withoutHTML)
    request.hasDetails = !arguments.has(.fieldsOnly)
    request.replaces = arguments.has(.force)
    return request
  }

  private func format(of path: String) throws -> ExportRequest.Format {
    let names = ExportRequest.Format.allCases.map(\.rawValue).joined(separator: ", ")
    if let name = arguments.options[.format] {
      guard let format = ExportRequest.Format(rawValue: name) else {
        throw Arguments.UsageError(message: "--format: '\(name)' is none of \(names)")
      }
      return format
    }
    guard let format = ExportRequest.Format(ending: path) else {
      throw Arguments.UsageError(
        message: "the ending of '\(path)' names no format; --format takes \(names)")
    }
    return format
  }

  private func check(
    _ option: OptionName, _ isRight: Bool, _ format: ExportRequest.Format
  ) throws {
    guard arguments.has(option), !isRight else { return }
    throw Arguments.UsageError(
      message: "--\(option.rawValue) means nothing for the format \(format.rawValue)")
  }
}

/// An export in lines.
enum ExportText {
  static func lines(of report: ExportReport) -> [String] {
    var lines = [
      "\(report.file): \(report.notes) notes, \(report.cards) cards, \(report.reviews) reviews, "
        + "\(report.media) media, \(report.bytes) bytes"
    ]
    lines += TransferText.missing(report.missingMedia, "media that the collection lacks")
    lines += report.remarks.map { "note: \($0)" }
    lines += TransferText.lines(of: report.skipped, title: "left out")
    return lines
  }
}

/// An export as `export --json` prints it.
struct ExportJSON: Encodable {
  var file: String
  var format: String
  var notes: Int
  var cards: Int
  var reviews: Int
  var media: Int
  var bytes: Int64
  var missing_media: [String]
  var skipped: [TransferNoteJSON]
  var remarks: [String]
  @Nullable var ledger: String?

  init(_ report: ExportReport) {
    file = report.file
    format = report.format.rawValue
    notes = report.notes
    cards = report.cards
    reviews = report.reviews
    media = report.media
    bytes = report.bytes
    missing_media = report.missingMedia
    skipped = report.skipped.map { TransferNoteJSON($0) }
    remarks = report.remarks
    ledger = report.ledger
  }
}
