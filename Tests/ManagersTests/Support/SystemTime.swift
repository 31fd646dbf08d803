import Foundation
import StudyDomain

/// The clock that files are stamped by.
enum SystemTime {
  static var now: Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }
}
