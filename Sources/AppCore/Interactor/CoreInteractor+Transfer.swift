import FileStorage
import Managers
public import Screens
public import StudyDomain

extension CoreInteractor: TransferInteractor {
  public var deckNames: [String] {
    container.index.refresh()
    return container.index.decks.map(\.name.text)
  }

  public func files(for path: String) -> [TransferFile] {
    let finder = ImportFiles(home: container.home)
    guard path.isEmpty else { return finder.completions(of: path) }
    return finder.likely(imported: container.transfer.imports().map(\.file))
  }

  public func prepareImport(
    _ path: String, into deck: String?, text: TextOptions,
    progress: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) async throws -> TransferOutlook {
    let path = ImportFiles(home: container.home).absolute(path)
    return try await transferring {
      let preview = try await container.transfer.prepare(
        path, TransferOptions(into: deck.map { DeckName($0) }, text: text),
        progress: progress)
      // One that nobody waits for any more must not take the place of the next.
      try Task.checkCancellation()
      prepared = preview
      return TransferOutlook(report: preview.report, columns: preview.columns)
    }
  }

  public func importNotes(_ kind: TransferKind, _ range: Range<Int>) -> [TransferReport.Note] {
    prepared?.notes(of: kind, range) ?? []
  }

  public func importNoteTexts(_ kind: TransferKind, _ place: Int) -> TransferNoteTexts? {
    prepared?.texts(of: kind, at: place).map {
      TransferNoteTexts(reason: $0.reason, new: $0.new, old: $0.old, path: $0.path)
    }
  }

  public func performImport(
    progress: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) async throws -> TransferReport {
    guard let preview = prepared else { throw ActionFailure("no file was looked at") }
    return try await transferring {
      let report = try await container.transfer.perform(preview, progress: progress)
      prepared = nil
      container.session.refresh()
      return report
    }
  }

  public func undoImport(
    _ name: String, progress: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) async throws -> TransferUndoReport {
    try await transferring {
      let report = try await container.transfer.undoInBackground(name, progress: progress)
      container.session.refresh()
      return report
    }
  }

  /// Puts failures into words; a cancel stays one.
  func transferring<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let error as CancellationError {
      throw error
    } catch {
      if case FileStorageError.missingLinesUndecided = error { askAboutOlderRevision() }
      let failure = ErrorWording.failure(error, kept: "nothing was changed")
      container.log.failed("transfer", reason: failure.message)
      throw failure
    }
  }
}
