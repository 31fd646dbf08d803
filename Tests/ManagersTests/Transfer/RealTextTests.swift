import AnkiExchange
import Foundation
import StudyDomain
import Testing

@testable import Managers

/// Texts from public repositories, which are no part of this one.
@MainActor @Suite(.enabled(if: RealText.folder != nil, "the real decks are not here"))
struct RealTextTests {
  @Test(arguments: RealText.all)
  func `real texts make a note of each row`(text: RealText) async throws {
    let desk = try TestCollection().open()
    let path = "\(RealText.folder ?? "")/\(text.name)"
    let opened = try desk.transfer.openText(path)
    #expect(opened.table.count == text.count)
    #expect(opened.table.format.separator == text.separator)
    var source = TextSource(
      opened, ledger: try ImportLedger(folder: "\(desk.collection.root)/none"),
      now: Timestamp(milliseconds: 1_700_000_000_000), defaultDeck: "Default")
    let made = source.source()
    #expect(made.skipped == [])
    #expect(made.collection.notes.count == text.count)
    #expect(Set(made.collection.notes.map(\.guid)).count == text.count)
    // The large ones would take long here: reading the blocks back is the same for each row.
    guard text.count < 1000 else { return }
    let report = try await desk.transfer.importFile(path)
    #expect(report.new == text.count)
    #expect(report.skipped == [])
    #expect(desk.cards.count == text.count)
    let again = try await desk.transfer.importFile(path)
    #expect(again.new == 0)
    #expect(again.unchanged == text.count)
  }
}

struct RealText: CustomTestStringConvertible, Sendable {
  var name: String
  var count: Int
  var separator = TextSeparator.tab

  var testDescription: String { name }

  static let all = [
    RealText(name: "jlpt-n5.csv", count: 718, separator: .comma),
    RealText(name: "ultimate-geography-country.csv", count: 323, separator: .comma),
    RealText(name: "anki-literatura-cs.txt", count: 25),
    RealText(name: "anki-swedish.txt", count: 4625), RealText(name: "anki-hsk1.txt", count: 497),
    RealText(name: "hsk1-zhuyin-bom.tsv", count: 497),
    RealText(name: "gcse-atomic-structure-pipe.txt", count: 27, separator: .pipe),
    RealText(name: "ipa-ko-62k.tsv", count: 62_676), RealText(name: "ipa-fa.tsv", count: 8080),
  ]

  /// Of the decks; nil when they are not here.
  static let folder: String? = {
    let root = ProcessInfo.processInfo.environment["DECKLE_SHARED"]
    let beside = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../shared").standardized.path
    return [root, beside].compactMap { $0.map { "\($0)/decks/csv" } }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()
}
