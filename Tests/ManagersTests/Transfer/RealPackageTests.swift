import AnkiExchange
import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Packages from public repositories, which are no part of this one.
@MainActor @Suite(.enabled(if: RealPackage.folder != nil, "the real decks are not here"))
struct RealPackageTests {
  @Test(arguments: RealPackage.all)
  func `a real package comes whole, and only once`(package: RealPackage) async throws {
    let desk = try TestCollection().open()
    let path = "\(RealPackage.folder ?? "")/\(package.name)"
    let report = try await desk.transfer.importFile(path)
    #expect(report.new == package.notes)
    #expect(report.skipped == [])
    #expect(report.cards + report.lostCards == package.cards)
    #expect(report.lostCards == package.lostCards)
    // And none that is not there.
    #expect(desk.cards.count == report.cards)
    #expect(report.reviews == package.reviews)
    #expect(report.media == package.media)
    #expect(report.decks.count == package.decks)
    #expect(desk.library.problems.filter { $0.severity == .error } == [])
    let before = try desk.files()
    let again = try await desk.transfer.importFile(path)
    #expect(again.new + again.updated + again.reviews + again.media == 0)
    #expect(try desk.files() == before)
  }
}

/// A package with what a person counts in it.
struct RealPackage: CustomTestStringConvertible, Sendable {
  var name: String
  var notes: Int
  var cards: Int
  var decks = 1
  var reviews = 0
  var media = 0
  /// Cards that no text here makes.
  var lostCards = 0

  var testDescription: String { name }

  static let all = [
    // Cards that ask for a second field's deletions, or whose template is broken, are told.
    RealPackage(
      name: "ankidroid-templates.apkg", notes: 48, cards: 146, decks: 7, reviews: 80,
      lostCards: 14),
    RealPackage(name: "ankidroid-media.apkg", notes: 1, cards: 1, media: 1),
    RealPackage(name: "gcse-chemistry.apkg", notes: 709, cards: 709, decks: 23),
    RealPackage(name: "gcse-geography.anki21b.apkg", notes: 174, cards: 174, decks: 6),
    RealPackage(name: "sanskrit-pratyahara.apkg", notes: 52, cards: 52),
    RealPackage(name: "empty-backup-2023.colpkg", notes: 0, cards: 0, decks: 0),
  ]

  /// Of the packages; nil when they are not here.
  static let folder: String? = {
    let root = ProcessInfo.processInfo.environment["DECKLE_SHARED"]
    let beside = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../shared").standardized.path
    return [root, beside].compactMap { $0.map { "\($0)/decks/apkg" } }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()
}
