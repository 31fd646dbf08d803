public import StudyDomain

/// What Home may ask for.
@MainActor public protocol HomeInteractor: UndoInteractor, DeckFilesInteractor {
  /// A snapshot that is cheap to read: it is read several times a frame.
  var home: HomeOverview { get }
  /// Kept across starts, on this machine.
  func setFolded(_ isFolded: Bool, deck: DeckName) throws
  func setPinned(_ isPinned: Bool, deck: DeckName) throws
  /// Allows more new cards and reviews today; the sentence says what now holds.
  func addForToday(newCards: Int, reviews: Int, deck: DeckName) throws -> String
  /// Reads the collection again after a load that failed.
  func reload()
}

/// Where Home may go.
@MainActor public protocol HomeRouter {
  func study(_ deck: DeckName)
  /// Begins with a deck; nil for all cards.
  func showCustomStudy(_ deck: DeckName?)
  func showProblems()
  func showImport()
  /// Begins with a deck; nil for all cards.
  func showExport(_ deck: DeckName?)
  func quit()
}
