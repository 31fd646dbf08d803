import Foundation
import TestSupport
import Testing

@testable import AnkiExchange

/// What is read, written and read again is the same.
@Suite struct RoundTripTests {
  private let folder: TemporaryFolder
  private static let now: Int64 = 1_764_000_000_000

  init() throws {
    folder = try TemporaryFolder()
  }

  private func read(_ path: String) throws -> (collection: AnkiCollection, media: [String: [UInt8]])
  {
    let package = try AnkiPackage.open(path, scratchFolder: folder.path)
    var media: [String: [UInt8]] = [:]
    for file in package.media { media[file.name] = try package.medium(file, limit: 1 << 20) }
    return (try package.collection(), media)
  }

  private func write(
    _ collection: AnkiCollection, _ media: [String: [UInt8]], to path: String,
    _ generation: AnkiPackageWriter.Generation
  ) throws {
    let writer = AnkiPackageWriter(
      generation: generation, isWholeCollection: path.hasSuffix(".colpkg"),
      scratchFolder: folder.path, nowMilliseconds: Self.now)
    let sources = media.sorted { $0.key < $1.key }
      .map { AnkiMediaSource(name: $0.key, content: .bytes($0.value)) }
    try writer.write(collection, media: sources, to: path)
  }

  /// The collection with what a writer adds, and without what the older schema cannot say.
  private func comparable(
    _ collection: AnkiCollection, as generation: AnkiPackageWriter.Generation
  ) -> AnkiCollection {
    var result = collection.completed(nowMilliseconds: Self.now)
    (result.notes, result.cards) = (collection.notes, collection.cards)
    result.reviews = collection.reviews
    result.schema = 0
    let known = Set(result.tags.map(\.name))
    let used = Set(collection.notes.flatMap(\.tags)).subtracting(known)
    result.tags += used.map { AnkiTag(name: $0) }
    result.tags.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for index in result.noteTypes.indices where result.noteTypes[index].requirements == nil {
      result.noteTypes[index].requirements = .array([])
    }
    guard generation == .legacy2 else { return result }
    for index in result.tags.indices { result.tags[index].isCollapsed = false }
    for index in result.noteTypes.indices {
      for place in result.noteTypes[index].templates.indices {
        result.noteTypes[index].templates[place].modified = 0
      }
    }
    return result
  }

  private func expectSame(
    _ one: AnkiCollection, _ other: AnkiCollection, _ generation: AnkiPackageWriter.Generation
  ) {
    let (one, other) = (comparable(one, as: generation), comparable(other, as: generation))
    #expect(one.configuration == other.configuration)
    #expect(one.noteTypes == other.noteTypes)
    #expect(one.decks == other.decks)
    #expect(one.presets == other.presets)
    #expect(one.tags == other.tags)
    #expect(one.notes == other.notes)
    #expect(one.cards == other.cards)
    #expect(one.reviews == other.reviews)
    #expect(one == other)
  }

  @Test(
    arguments: Fixture.packages, [AnkiPackageWriter.Generation.legacy2, .latest]
  )
  func `a package is written as it was read`(
    _ fixture: Fixture, _ generation: AnkiPackageWriter.Generation
  ) throws {
    let first = try read(fixture.path)
    let ending = fixture.name.hasSuffix(".colpkg") ? "colpkg" : "apkg"
    let target = "\(folder.path)/out.\(ending)"
    try write(first.collection, first.media, to: target, generation)
    #expect(folder.files(in: ".") == ["./out.\(ending)"])
    let second = try read(target)
    expectSame(first.collection, second.collection, generation)
    #expect(first.media == second.media)
    #expect(second.collection.repairs == [])

    try write(second.collection, second.media, to: "\(folder.path)/again.\(ending)", generation)
    #expect(try folder.bytes("out.\(ending)") == folder.bytes("again.\(ending)"))
    keep(target, fixture, generation)
  }

  /// Leaves what was written for `Tools/anki_oracle_check.py`, when that asks.
  private func keep(
    _ path: String, _ fixture: Fixture, _ generation: AnkiPackageWriter.Generation
  ) {
    guard let exports = ProcessInfo.processInfo.environment["DECKLE_ANKI_EXPORTS"] else { return }
    let target = URL(filePath: "\(exports)/\(generation)/\(fixture.name)")
    #expect(throws: Never.self) {
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(contentsOf: URL(filePath: path)).write(to: target)
    }
  }

  @Test func `unknown keys are written again`() throws {
    var collection = AnkiCollection()
    let unknown: [String: JSONValue] = [
      "addon": .object(["list": .array([.integer(1), .number(0.5), .null, .string("é\n\u{1}")])]),
      "flag": .bool(false),
    ]
    collection.configuration["addon"] = .object(unknown)
    var type = AnkiNoteType(
      id: 7, name: "T", fields: [AnkiField(name: "F")],
      templates: [AnkiTemplate(name: "C", question: "{{F}}", answer: "")])
    type.other = unknown
    type.fields[0].other = unknown
    type.templates[0].other = unknown
    collection.noteTypes = [type]
    var deck = AnkiDeck(id: 5, name: "A::B")
    deck.other = unknown
    collection.decks = [deck]
    var preset = AnkiPreset(id: 3, name: "P")
    preset.other = unknown
    preset.other["new"] = .object(["separate": .bool(true)])
    collection.presets = [preset]
    for generation in [AnkiPackageWriter.Generation.legacy2, .latest] {
      try write(collection, [:], to: "\(folder.path)/out.apkg", generation)
      let again = try read("\(folder.path)/out.apkg").collection
      #expect(again.configuration["addon"] == .object(unknown))
      #expect(again.noteTypes.first?.other == unknown)
      #expect(again.noteTypes.first?.fields.first?.other == unknown)
      #expect(again.noteTypes.first?.templates.first?.other == unknown)
      #expect(again.decks.first { $0.id == 5 }?.other == unknown)
      #expect(again.decks.map(\.name).sorted() == ["A", "A::B", "Default"])
      #expect(again.presets.first { $0.id == 3 }?.other == preset.other)
    }
  }

  @Test(arguments: [AnkiPackageWriter.Generation.legacy2, .latest])
  func `what others would refuse is not written`(_ generation: AnkiPackageWriter.Generation) throws
  {
    let good = try read(Fixture.named("09_states.apkg").path).collection
    func refuses(_ change: (inout AnkiCollection) -> Void, media: [String: [UInt8]] = [:]) {
      var collection = good
      change(&collection)
      folder.expectRefusal {
        try write(collection, media, to: "\(folder.path)/no.apkg", generation)
      }
      #expect(folder.files(in: ".") == [])
    }
    refuses { $0.notes[1].id = $0.notes[0].id }
    refuses { $0.notes[1].guid = "" }
    refuses { $0.notes[1].fields = ["one"] }
    refuses { $0.notes[1].noteTypeID = 1 }
    refuses { $0.cards[1].noteID = 1 }
    refuses { $0.cards[1].deckID = 2 }
    refuses { $0.cards[1].ordinal = -1 }
    refuses { $0.cards[2].id = $0.cards[1].id }
    refuses({ _ in }, media: ["a/b": [1]])
    refuses({ _ in }, media: ["..": [1]])
    refuses({ _ in }, media: ["e\u{301}.png": [1]])
  }

  @Test func `an old package stands when the new one cannot be written`() throws {
    try folder.write("out.apkg", "old")
    let collection = try read(Fixture.named("15_empty.apkg").path).collection
    let writer = AnkiPackageWriter(scratchFolder: folder.path, nowMilliseconds: Self.now)
    let gone = AnkiMediaSource(name: "a.png", content: .file(path: "\(folder.path)/gone.png"))
    #expect(throws: AnkiPackageError.unreadable(path: "\(folder.path)/gone.png", errno: ENOENT)) {
      try writer.write(collection, media: [gone], to: "\(folder.path)/out.apkg")
    }
    #expect(try folder.read("out.apkg") == "old")
    #expect(folder.files(in: ".") == ["./out.apkg"])
  }
}

extension TemporaryFolder {
  fileprivate func expectRefusal(_ body: () throws -> Void) {
    do {
      try body()
      Issue.record("nothing was refused")
    } catch AnkiPackageError.invalidCollection {
    } catch {
      Issue.record(error)
    }
  }
}
