import Managers
import StudyDomain

/// Answers the card on screen: the event reaches the disk, then the log, then the next card comes.
@MainActor struct GradeCard {
  let session: StudySessionManager
  let history: HistoryStore
  let log: LogManager

  @discardableResult
  func callAsFunction(_ grade: Grade, milliseconds: Int) throws -> StudySessionManager.Answer? {
    guard let answer = try session.answer(grade, milliseconds: milliseconds) else { return nil }
    log.graded(answer.card, grade, appendMicroseconds: history.lastAppendMicroseconds)
    return answer
  }
}
