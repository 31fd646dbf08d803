import AnkiExchange
import FileStorage
import StudyDomain

extension TransferManager {
  func exportText(_ notes: [Int], _ request: ExportRequest) throws -> ExportReport {
    preconditionFailure("not yet")
  }

  func exportJSON(_ notes: [Int], _ request: ExportRequest) throws -> ExportReport {
    preconditionFailure("not yet")
  }
}
