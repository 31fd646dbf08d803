import Foundation
import Testing

/// `Documentation/PARITY.md` says of each of Anki's actions how deckle does it and which test shows it.
@Suite struct ParityPaperTests {
  private let rows: [[String]]
  private let tests: String

  init() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let paper = try String(
      contentsOf: root.appending(path: "Documentation/PARITY.md"), encoding: .utf8)
    rows = paper.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| Anki |") }
      .map { row in
        row.dropFirst().dropLast().split(separator: " | ", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
    let folder = root.appending(path: "Tests")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    tests = try (files ?? []).filter { $0.hasSuffix("Tests.swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
  }

  @Test func `every test that the paper names exists`() {
    #expect(rows.count > 80)
    for row in rows where row.count > 2 && !row[2].isEmpty {
      #expect(tests.contains("func \(row[2])(") ? true : false, "there is no test \(row[2])")
    }
  }

  @Test func `what is not there says why, all else has its test`() {
    for row in rows {
      let isExplained =
        row.count > 1 && (row[1].hasPrefix("no, because") || row[1].hasPrefix("see "))
      #expect(isExplained || row.count > 2 && row[2].hasPrefix("`"), "\(row)")
    }
  }
}
