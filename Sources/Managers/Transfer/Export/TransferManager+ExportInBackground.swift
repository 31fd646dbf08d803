import AnkiExchange
import FileStorage
public import StudyDomain

extension TransferManager {
  /// Exports as `export` does, in slices of the main actor; a package is written apart from it.
  ///
  /// A task that is cancelled before the file is begun leaves none; later a cancel comes too late.
  public func exportInBackground(
    _ request: ExportRequest, progress: @escaping TransferProgressHandler = { _ in }
  ) async throws -> ExportReport {
    let reporter = ProgressReporter(progress, now: instant)
    reporter.report(.exporting)
    let request = try Self.checked(request)
    while true {
      try index.history.catchUp()
      await index.library.reload()
      index.refresh()
      let notes = notes(matching: request.query)
      guard !notes.isEmpty else { throw TransferError.nothingToExport }
      do {
        let report =
          switch request.format {
          case .apkg, .colpkg: try await package(notes, request, reporter)
          case .notes, .cards: try await text(notes, request, reporter)
          case .json: try await json(notes, request, reporter)
          }
        if var report {
          addRemarks(to: &report, of: notes, request)
          return report
        }
      } catch let error as AnkiPackageError {
        throw TransferError.exportFailed(
          path: request.path, message: error.description, advice: error.advice)
      }
    }
  }

  // MARK: Nil when the collection changed meanwhile

  private func package(
    _ notes: [Int], _ request: ExportRequest, _ reporter: ProgressReporter
  ) async throws -> ExportReport? {
    var pace = ExportPace(reporter, index)
    var export = try PackageExport(
      preparing: notes, of: index, ledgerFolder: ledgerFolder, request: request)
    guard try await export.addAll(&pace) else { return nil }
    reporter.report(.packing)
    try Task.checkCancellation()
    try await Self.write(
      packageWriter(request), export.takeCollection(), hasHistory: request.hasHistory,
      export.media, to: request.path)
    return try finish(consume export, request)
  }

  @concurrent
  private static func write(
    _ writer: AnkiPackageWriter, _ collection: consuming AnkiCollection, hasHistory: Bool,
    _ media: [AnkiMediaSource], to path: String
  ) async throws {
    try writer.write(
      hasHistory ? consume collection : collection.withoutScheduling(), media: media, to: path)
  }

  private func text(
    _ notes: [Int], _ request: ExportRequest, _ reporter: ProgressReporter
  ) async throws -> ExportReport? {
    var plain = request
    plain.hasHistory = false
    plain.hasMedia = false
    var pace = ExportPace(reporter, index)
    var export = try PackageExport(
      preparing: notes, of: index, ledgerFolder: ledgerFolder, request: plain)
    guard try await export.addAll(&pace) else { return nil }
    var notation = Self.notation(of: export, request, index)
    guard try await notation?.lookAtAll(&pace) ?? true else { return nil }
    reporter.report(.packing)
    try Task.checkCancellation()
    return try write(export, notation, request)
  }

  private func json(
    _ notes: [Int], _ request: ExportRequest, _ reporter: ProgressReporter
  ) async throws -> ExportReport? {
    var pace = ExportPace(reporter, index)
    // Dropped before it is finished, it leaves no file.
    var export = try JSONExport(notes, request, of: index)
    for (place, note) in notes.enumerated() {
      try export.add(note)
      guard try await pace.keep(place, of: notes.count) else { return nil }
    }
    reporter.report(.packing)
    return try export.finish()
  }
}
