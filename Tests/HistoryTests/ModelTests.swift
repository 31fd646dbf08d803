import Foundation
import StudyDomain
import Testing

@testable import History

private enum Python {
  static let path = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}

/// Random histories of several machines, written by the reference model.
@Suite(.enabled(if: Python.path != nil, "python3 is not installed"))
struct ModelTests {
  @Test(arguments: 101...112)
  func `a random history gives the state that the reference model gives`(seed: Int) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("deckle-history-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }  // Left behind at worst.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Python.path))
    process.arguments = [
      GoldenSet.fixtures.appendingPathComponent("model.py").path, "gen", "--seed", "\(seed)",
      "--devices", "\(seed % 4 + 1)", "--events", "160", "--out", folder.path,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let set = try GoldenSet(folder: folder)
    let found = set.replayed().json()
    #expect(found == set.expected, "\(firstDifference(found, set.expected))")
    var random = SeededRandom(seed: UInt64(seed))
    let lines = set.lines.shuffled(using: &random)
    let history = replay(lines: Array(lines[..<(lines.count / 3)]), living: set.living)
    var at = lines.count / 3
    while at < lines.count {
      let end = min(lines.count, at + Int.random(in: 1...4, using: &random))
      history.append(lines: lines[at..<end])
      at = end
    }
    #expect(history.json() == set.expected)
  }
}
