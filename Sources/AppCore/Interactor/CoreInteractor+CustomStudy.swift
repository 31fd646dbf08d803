import Managers
import Screens
import StudyDomain

extension CoreInteractor {
  /// Begins a session that a person put together; returns how many cards can be asked.
  @discardableResult
  func beginSession(_ custom: CustomStudy) -> Int {
    sessionNotice = nil
    return BeginCustomStudy(
      flashcards: container.flashcards, session: container.session, index: container.index)(custom)
  }

  /// What the session is, when it is none over a deck as it is due.
  var customSession: StudySession.Custom? {
    let session = container.session
    guard let custom = session.custom else { return nil }
    let what: String? =
      switch custom.cards {
      case .query(_, let text): session.deck == nil && !text.isEmpty ? text : nil
      case .keys(let keys): keys.count == 1 ? "1 chosen card" : "\(keys.count) chosen cards"
      }
    return .init(mode: custom.mode, cards: what, minutesLeft: session.minutesLeft)
  }
}
