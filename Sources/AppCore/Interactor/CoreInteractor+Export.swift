import FileStorage
import Managers
public import Screens
public import StudyDomain

extension CoreInteractor: ExportInteractor {
  public func exportSize(of query: String) throws -> ExportSize {
    do {
      container.index.refresh()
      let snapshot = container.library.snapshot
      let cards = container.flashcards.cards(matching: try Query(parsing: query))
      let notes = Set(cards.map { snapshot.cards[$0].note })
      return ExportSize(notes: notes.count, cards: cards.count)
    } catch {
      throw ErrorWording.failure(error)
    }
  }

  public func exportPath(for query: String, _ format: ExportRequest.Format) -> String {
    var name = "deckle"
    // What is no query yet has no name either.
    if let deck = (try? Query(parsing: query))?.deckName {
      name = DeckName(deck).parts.last ?? name
    }
    let safe = String(name.map { "/\\:*?\"<>|".contains($0) || $0.isNewline ? "-" : $0 })
    return "~/\(safe.hasPrefix(".") ? "deckle" : safe)\(format.ending)"
  }

  public func isTaken(_ path: String) -> Bool {
    let path = ImportFiles(home: container.home).absolute(path)
    // What cannot be looked at is told when it is written.
    return ((try? FileSystem.live.status(ofPath: path)) ?? nil) != nil
  }

  public func export(
    _ request: ExportRequest, query: String,
    progress: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) async throws -> ExportReport {
    var request = request
    request.path = ImportFiles(home: container.home).absolute(request.path)
    return try await transferring {
      request.query = try Query(parsing: query)
      return try await container.transfer.exportInBackground(request, progress: progress)
    }
  }
}

extension ExportRequest.Format {
  fileprivate var ending: String {
    switch self {
    case .apkg: ".apkg"
    case .colpkg: ".colpkg"
    case .notes, .cards: ".txt"
    case .json: ".json"
    }
  }
}
