import AnkiExchange
import Foundation
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// The packages of the module that reads them, with what Anki makes of each.
struct PackageFixture: CustomTestStringConvertible, Sendable {
  let name: String

  var testDescription: String { name }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../AnkiExchangeTests/Fixtures").standardized.path

  static let all: [PackageFixture] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".apkg") || $0.hasSuffix(".colpkg") }.sorted()
      .map { PackageFixture(name: $0) }
  }()

  static let bad: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/bad")) ?? []
    return names.filter { $0.hasSuffix(".apkg") }.sorted()
  }()

  var path: String { "\(Self.folder)/\(name)" }

  func expected() throws -> [String: JSONValue] {
    let stem = name.prefix { $0 != "." }
    let data = try Data(contentsOf: URL(filePath: "\(Self.folder)/\(stem).expected.json"))
    return try #require(JSONValue(utf8: Array(data))?.objectValue)
  }
}

extension Desk {
  var transfer: TransferManager {
    TransferManager(index: index, scratchFolder: collection.folder.path)
  }

  /// The living card of a card of Anki, by what the ledger keeps.
  func card(ofAnki id: Int64) throws -> Int? {
    let ledger = try ImportLedger(folder: "\(collection.root)/.deckle/anki")
    for note in ledger.notes.values {
      for card in note.cards where card.id == id {
        return index.history.history.card(holding: card.key).flatMap { index.card(of: $0) }
          ?? library.snapshot.card(of: card.key)
      }
    }
    return nil
  }

  /// All files of the collection with their bytes.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    let root = URL(filePath: collection.root)
    let found = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    while let url = found?.nextObject() as? URL {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      files[url.path] = try Data(contentsOf: url)
    }
    return files
  }
}

/// A small collection of Anki to write packages from.
struct MadePackage {
  var collection = AnkiCollection()
  var media: [AnkiMediaSource] = []

  init(created: Int64 = 1_740_000_000, offsetWest: Int = -60) {
    collection.created = created
    collection.creationOffsetMinutes = offsetWest
    collection.configuration["localOffset"] = .integer(Int64(offsetWest))
    collection.rolloverHour = 4
    collection.decks = [AnkiDeck(id: 1, name: "Default")]
    collection.presets = [AnkiPreset(id: 1, name: "Default")]
    collection.noteTypes = [
      AnkiNoteType(
        id: 77, name: "Basic", fields: [AnkiField(name: "Front"), AnkiField(name: "Back")],
        templates: [
          AnkiTemplate(
            name: "Card 1", question: "{{Front}}",
            answer: "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}")
        ])
    ]
  }

  /// Adds a plain note with its card, which `change` may give a state.
  mutating func add(
    _ fields: [String], deck: String = "Deck", tags: [String] = [], guid: String? = nil,
    modified: Int64 = 1_741_000_000, _ change: (inout AnkiCard) -> Void = { _ in }
  ) {
    let number = Int64(collection.notes.count)
    var deckID = collection.decks.first { $0.name == deck }?.id ?? 0
    if deckID == 0 {
      deckID = Int64(100 + collection.decks.count)
      collection.decks.append(AnkiDeck(id: deckID, name: deck))
    }
    collection.notes.append(
      AnkiNote(
        id: 1_741_000_000_000 + number, guid: guid ?? "guid\(number)", noteTypeID: 77,
        modified: modified, tags: tags, fields: fields))
    var card = AnkiCard(
      id: 1_742_000_000_000 + number, noteID: 1_741_000_000_000 + number, deckID: deckID,
      ordinal: 0)
    card.modified = modified
    change(&card)
    collection.cards.append(card)
  }

  /// Adds an answer of the card that was added at a place.
  mutating func review(
    _ place: Int, at milliseconds: Int64, button: UInt8, interval: Int32,
    kind: AnkiReview.Kind, factor: Int32 = 2500
  ) {
    collection.reviews.append(
      AnkiReview(
        id: milliseconds, cardID: 1_742_000_000_000 + Int64(place), button: button,
        interval: interval, lastInterval: 0, factor: factor, milliseconds: 4000, kind: kind))
    collection.reviews.sort { $0.id < $1.id }
  }

  /// Writes it into the folder of a test.
  func write(_ name: String, in folder: TemporaryFolder) throws -> String {
    let path = "\(folder.path)/\(name)"
    let writer = AnkiPackageWriter(
      scratchFolder: folder.path, nowMilliseconds: 1_764_000_000_000)
    try writer.write(collection, media: media, to: path)
    return path
  }
}
