import FileStorage
import Managers
public import Screens
import StudyDomain

extension CoreInteractor: OlderRevisionInteractor {
  public var missingHistory: MissingHistory? {
    container.history.missing.map { missing in
      MissingHistory(
        eventCount: missing.count, first: localTime(missing.first), last: localTime(missing.last),
        files: missing.files.map { ".deckle/history/\($0)" })
    }
  }

  public func restoreHistory() throws {
    try attempt {
      let count = try container.history.restoreMissing()
      container.historyDecided(.restored(lines: count))
    }
  }

  public func acceptOlderRevision() throws {
    try attempt {
      try container.history.acceptOlderRevision()
      container.historyDecided(.newWriter(.olderRevisionAccepted))
    }
  }

  private func localTime(_ instant: Timestamp) -> String {
    let time = container.clock.calendar.zone.civilTime(at: instant)
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(time.date.iso) \(digits(time.hour)):\(digits(time.minute))"
  }
}
