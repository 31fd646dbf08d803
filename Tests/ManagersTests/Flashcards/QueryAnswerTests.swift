import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Queries against the answers that were compared with those of the real engine of Anki.
@MainActor @Suite struct QueryAnswerTests {
  @Test func `every query finds the cards that it found beside Anki`() async throws {
    let table = try String(contentsOfFile: "\(PackageFixture.folder)/queries.tsv", encoding: .utf8)
    var lines = table.split(separator: "\n").map(String.init)
    let packages = lines.removeFirst().split(separator: " ").dropFirst()
    try #require(packages.count >= 5)
    try #require(lines.count >= 60)
    let desk = try TestCollection().open()
    for package in packages {
      try await desk.transfer.importFile("\(PackageFixture.folder)/\(package)")
    }
    let ids = try desk.ankiIDs()
    let known = ids.values.sorted()
    for line in lines {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(parts.count == 2)
      let found = try desk.flashcards.cards(matching: Query(parsing: parts[0])).compactMap {
        ids[$0]
      }
      let expected = Self.numbers(parts[1]).map { known[$0] }
      #expect(found.sorted() == expected, "\(parts[0])")
    }
  }

  /// `1-3,5`.
  private static func numbers(_ text: String) -> [Int] {
    text.split(separator: ",").flatMap { part in
      let ends = part.split(separator: "-").compactMap { Int($0) }
      return ends.count == 2 ? Array(ends[0]...ends[1]) : ends
    }
  }
}

extension Desk {
  /// The ids in Anki of the living cards that imports brought.
  fileprivate func ankiIDs() throws -> [Int: Int64] {
    var ids: [Int: Int64] = [:]
    for note in try ImportLedger(folder: "\(collection.root)/.deckle/anki").notes.values {
      for card in note.cards where card.id != 0 {
        if let number = library.snapshot.card(of: card.key) { ids[number] = card.id }
      }
    }
    return ids
  }
}
