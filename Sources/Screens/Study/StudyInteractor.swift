public import StudyDomain

/// What Study may ask for.
@MainActor public protocol StudyInteractor: UndoInteractor, CardToolsInteractor {
  /// A snapshot that is cheap to read: it is read several times a frame.
  var session: StudySession { get }

  /// Grades the showing named; when another one is current by now, nothing happens.
  ///
  /// Returns after the grade is in the file. When it throws, the card stays.
  func grade(_ grade: Grade, of showing: StudyCard.Showing, takenMilliseconds: Int) throws

  /// Holds what was typed against the current card's answer.
  func check(_ typed: String) -> TypedAttempt

  /// The sentence says what was done; nil when the screen shows it anyway.
  func perform(_ action: StudyAction) throws -> String?

  /// Opens the card's file at its line and comes back when the editor ends.
  func editInEditor() async throws -> String?

  /// Takes in that time has passed: a learning card became due, or a study day began.
  func refresh(now: Timestamp)
}

/// What can be done to the current card or to the session, grades apart.
public enum StudyAction: Hashable, Sendable {
  case buryCard, buryNote, suspendCard, suspendNote
  /// With all its cards.
  case deleteNote
  case changeTags(adding: [String], removing: [String])
  case toggleMark
  /// 0 none, 1 to 7.
  case setFlag(UInt8)
  /// Asks siblings that were held back until tomorrow after all.
  case showHeldBackSiblings
  /// Allows this many more new cards today.
  case addNew(Int)
  /// Asks the learning cards now that are not due yet.
  case learnAhead
}

/// Where Study may go.
@MainActor public protocol StudyRouter: Dismissing {
  /// Puts the summary in the place of Study.
  func showSummary()
  /// Opens the form of a card's note.
  func edit(_ card: CardKey)
}
