import AppCore
import StudyDomain

/// `deckle import FILE… [--into DECK] [--dry-run] [--json]`, with options for text in columns.
@MainActor struct ImportCommand {
  let interactor: CoreInteractor
  let arguments: Arguments

  func run() async throws -> Int32 {
    guard !arguments.words.isEmpty else {
      throw Arguments.UsageError(message: "the file is missing")
    }
    return try await Interruption.cancelling { try await importAll() }
  }

  private func importAll() async throws -> Int32 {
    var reports: [TransferReport] = []
    do {
      for path in arguments.words {
        let meter = ProgressMeter(path)
        defer { meter.clear() }
        let report = try await interactor.importFile(
          path, into: arguments.options[.into], text: textOptions,
          isDryRun: arguments.has(.dryRun), progress: { meter.show($0) })
        meter.clear()
        reports.append(report)
        if !arguments.has(.json) { print(report) }
      }
    } catch {
      // What earlier files brought is done, and is said before the failure.
      if arguments.has(.json), !reports.isEmpty {
        try JSONOutput.print(reports.map { ImportJSON($0) })
      }
      throw error
    }
    if arguments.has(.json) { try JSONOutput.print(reports.map { ImportJSON($0) }) }
    return reports.contains(where: \.changesAnything) ? ExitStatus.done : ExitStatus.nothing
  }

  private var textOptions: TextOptions {
    var options = TextOptions()
    options.separator = arguments.options[.separator]
    options.columns = arguments.options[.columns]
    options.noteType = arguments.options[.noteType]
    options.encoding = arguments.options[.encoding]
    options.html = arguments.options[.html]
    options.matches = arguments.options[.matches]
    return options
  }

  private func print(_ report: TransferReport) {
    for line in ImportText.lines(of: report) { Output.print(Output.field(line)) }
  }
}

extension TransferReport {
  var changesAnything: Bool {
    new + updated + reviews + media > 0 || action != nil
  }
}

/// An import in lines.
enum ImportText {
  static func lines(of report: TransferReport) -> [String] {
    var lines = ["\(report.file)\(report.isDryRun ? " (dry run: nothing is written)" : "")"]
    if let format = report.format { lines.append(format) }
    lines.append(
      "notes: \(report.new) new, \(report.updated) updated, \(report.unchanged) unchanged, "
        + "\(report.conflicting.count) conflicting, \(report.skipped.count) skipped")
    lines.append(
      "cards: \(report.cards) new; reviews: \(report.reviews) new, \(report.knownReviews) known; "
        + "media: \(report.media)")
    for deck in report.decks {
      let count = deck.notes == 1 ? "1 note" : "\(deck.notes) notes"
      lines.append("  \(count) to \(deck.path) (\(deck.name.text))")
    }
    lines += report.updatedFiles.map { "  \($0.notes) updated in \($0.path)" }
    if !report.noteTypes.isEmpty {
      lines.append("note types added: \(report.noteTypes.joined(separator: ", "))")
    }
    lines += TransferText.lines(of: report.conflicting, title: "conflicting, ours stay")
    lines += TransferText.lines(of: report.skipped, title: "skipped")
    if report.lostCards > 0 {
      lines.append("cards that no text here makes, left out: \(report.lostCards)")
    }
    if report.trimmedFields > 0 {
      lines.append("fields whose blanks at the ends went: \(report.trimmedFields)")
    }
    lines += TransferText.missing(report.missingMedia, "media that are not there")
    lines += report.remarks.map { "note: \($0)" }
    if !report.textOptions.isEmpty {
      let options = report.textOptions.map { "'--\($0)'" }.joined(separator: ", ")
      lines.append("note: how columns are taken is changed by \(options)")
    }
    if let action = report.action {
      lines.append("'deckle undo \(action)' takes this import back.")
    }
    return lines
  }
}

/// An import as `import --json` prints it.
struct ImportJSON: Encodable {
  var file: String
  @Nullable var format: String?
  var dry_run: Bool
  var new: Int
  var updated: Int
  var unchanged: Int
  var conflicting: [TransferNoteJSON]
  var skipped: [TransferNoteJSON]
  var cards: Int
  var lost_cards: Int
  var reviews: Int
  var known_reviews: Int
  var media: Int
  var missing_media: [String]
  var trimmed_fields: Int
  var decks: [Deck]
  var updated_files: [UpdatedFile]
  var note_types: [String]
  var remarks: [String]
  @Nullable var ledger: String?
  @Nullable var action: String?

  struct Deck: Encodable {
    var name: String
    var file: String
    var notes: Int
  }

  struct UpdatedFile: Encodable {
    var file: String
    var notes: Int
  }

  init(_ report: TransferReport) {
    file = report.file
    format = report.format
    dry_run = report.isDryRun
    new = report.new
    updated = report.updated
    unchanged = report.unchanged
    conflicting = report.conflicting.map { TransferNoteJSON($0) }
    skipped = report.skipped.map { TransferNoteJSON($0) }
    cards = report.cards
    lost_cards = report.lostCards
    reviews = report.reviews
    known_reviews = report.knownReviews
    media = report.media
    missing_media = report.missingMedia
    trimmed_fields = report.trimmedFields
    decks = report.decks.map { Deck(name: $0.name.text, file: $0.path, notes: $0.notes) }
    updated_files = report.updatedFiles.map { UpdatedFile(file: $0.path, notes: $0.notes) }
    note_types = report.noteTypes
    remarks = report.remarks
    ledger = report.ledger
    action = report.action
  }
}
