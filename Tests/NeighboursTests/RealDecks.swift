import Foundation
import Testing

/// Decks of other people, which are no part of the project: tests read them where they lie.
enum RealDecks {
  static let folder: String = {
    if let path = ProcessInfo.processInfo.environment["DECKLE_SHARED"] { return path + "/decks" }
    return URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../shared/decks").standardized.path
  }()

  static let arePresent = FileManager.default.fileExists(atPath: folder + "/markdown")

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
  }
}
