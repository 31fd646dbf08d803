import AnkiExchange
import Foundation
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Imports that are cancelled or fail on their way.
@MainActor @Suite struct CancelledImportTests {
  /// A collection with all that an import may find: decks, media, note types, an earlier import.
  private func collection(with first: String?) async throws -> TestCollection {
    let collection = try TestCollection([
      "Own.md": "Q: own\r\nA: text\r\n", "Geography/Europe.md": "Q: in the way\nA: yes\n",
      "media/own.png": "own",
      ".deckle/notetypes.yaml":
        "Mine:\n  fields: [A]\n  cards:\n    - {name: 1, front: \"{{A}}\", back: x}\n",
    ])
    if let first {
      try await collection.open().transfer.importFile(first)
      try collection.set("2026-12-02T10:00:00+01:00")
    }
    return collection
  }

  /// Bytes of all files and the names of all folders of the collection.
  private func everything(_ collection: TestCollection) throws -> [String: Data] {
    var found: [String: Data] = [:]
    let root = URL(filePath: collection.root)
    let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    while let url = walk?.nextObject() as? URL {
      found[url.path] = (try? Data(contentsOf: url)) ?? Data("a folder".utf8)
    }
    return found
  }

  private struct Stopped {
    var outcome: Result<TransferReport, any Error>
    /// What was heard before the cancel, the last one at it.
    var heard: [TransferProgress] = []
  }

  /// Imports and cancels at the so-manieth report of progress.
  private func stop(at moment: Int, _ path: String, _ desk: Desk) async -> Stopped {
    let transfer = desk.transfer
    // Every report counts, and it breathes after every note: a second lies between any two looks.
    var time = ContinuousClock.now
    transfer.instant = {
      time += .seconds(1)
      return time
    }
    var heard: [TransferProgress] = []
    var after = 0
    let work = Task { @MainActor in
      try await transfer.importFile(path) { progress in
        if heard.count < moment { heard.append(progress) } else { after += 1 }
        if heard.count == moment, after == 0 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    return Stopped(outcome: await work.result, heard: heard)
  }

  @Test(arguments: [
    ("02_legacy2_media.apkg", nil as String?), ("21_legacy1_scheduled.apkg", nil),
    ("17_update_v2.apkg", "17_update_v1.apkg"),
  ])
  func `a cancel at any moment leaves each byte as it was, or the whole import`(
    name: String, first: String?
  ) async throws {
    let path = PackageFixture(name: name).path
    let firstPath = first.map { PackageFixture(name: $0).path }
    var stages: Set<TransferProgress.Stage> = []
    for moment in 1... {
      let collection = try await collection(with: firstPath)
      let desk = try collection.open()
      let before = try everything(collection)
      let scratch = try FileManager.default.contentsOfDirectory(atPath: collection.folder.path)
      let states = desk.json()
      let stopped = await stop(at: moment, path, desk)
      let after = try FileManager.default.contentsOfDirectory(atPath: collection.folder.path)
      #expect(Set(after).subtracting(scratch).isSubset(of: ["state"]))
      switch stopped.outcome {
      case .failure(let error):
        #expect(error is CancellationError)
        #expect(try everything(collection) == before, "at report \(moment)")
        #expect(desk.json() == states)
        if let last = stopped.heard.last { stages.insert(last.stage) }
        // The next run is as if nothing had been.
        if moment % 3 == 0 {
          let report = try await desk.transfer.importFile(path)
          #expect(report.new + report.updated > 0)
        }
      case .success(let report):
        #expect(report.ledger != nil)
        #expect(desk.transfer.imports().first?.name == report.action)
      }
      if stopped.heard.count < moment { break }
    }
    #expect(stages.isSuperset(of: [.reading, .comparing, .decks, .history]))
    if name.contains("media") { #expect(stages.contains(.media)) }
  }

  @Test func `a deck that cannot be written takes the others back`() async throws {
    let collection = try await collection(with: nil)
    var made = MadePackage()
    for number in 0..<3 { made.add(["front \(number)", "back"], deck: "D\(number)") }
    let path = try made.write("a.apkg", in: collection.folder)
    // A link that leads out of the collection is never written through.
    try collection.folder.write("outside.md", "Q: outside\nA: yes\n")
    try FileManager.default.createSymbolicLink(
      atPath: "\(collection.root)/D2.md",
      withDestinationPath: "\(collection.folder.path)/outside.md")
    let desk = try collection.open()
    let before = try everything(collection)
    await #expect(throws: (any Error).self) { try await desk.transfer.importFile(path) }
    #expect(try everything(collection) == before)
    #expect(try collection.folder.read("outside.md") == "Q: outside\nA: yes\n")
    #expect(desk.library.snapshot.cardCount == 3)
  }

  @Test func `a file that somebody edits while it is taken back keeps the edit`() async throws {
    let collection = try TestCollection(["Deck.md": "Q: own\nA: text\n"])
    let desk = try collection.open()
    var made = MadePackage()
    for number in 0..<3 { made.add(["front \(number)", "back"], deck: "Deck") }
    let path = try made.write("a.apkg", in: collection.folder)
    let transfer = desk.transfer
    let work = Task { @MainActor in
      try await transfer.importFile(path) { progress in
        guard progress.stage == .history else { return }
        try? collection.folder.append("decks/Deck.md", "\nQ: mine\nA: meanwhile\n")
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await work.value }
    let text = try collection.folder.read("decks/Deck.md")
    #expect(text == "Q: own\nA: text\n\nQ: mine\nA: meanwhile\n")
  }

  @Test func `a preview writes nothing, lists every note, and can be done later`() async throws {
    let collection = try await collection(with: PackageFixture(name: "17_update_v1.apkg").path)
    let desk = try collection.open()
    let before = try everything(collection)
    let transfer = desk.transfer
    let preview = try await transfer.prepare(PackageFixture(name: "17_update_v2.apkg").path)
    #expect(try everything(collection) == before)
    #expect(TransferKind.allCases.map { preview.count(of: $0) } == [1, 1, 3, 0, 0])
    #expect(preview.notes(of: .updated, 0..<9).map(\.text) == ["upd 0 (edited)"])
    #expect(preview.notes(of: .unchanged, 1..<3).count == 2)
    #expect(preview.notes(of: .new, 0..<1).allSatisfy { $0.reason.hasPrefix("to ") })
    // What changes meanwhile is looked at anew.
    let card = try desk.card("upd 0")
    let file = desk.library.path(ofFile: Int(desk.library.snapshot.note(ofCard: card).file))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacingOccurrences(of: "first answer 0", with: "our answer").write(
      toFile: file, atomically: true, encoding: .utf8)
    let report = try await transfer.perform(preview)
    #expect(report.updated == 0)
    #expect(report.conflicting.count == 1)
    #expect(!report.isDryRun)
  }

  @Test func `progress comes at most ten times a second within a stage`() async throws {
    let desk = try TestCollection().open()
    var made = MadePackage()
    for number in 0..<300 { made.add(["front \(number)", "back"], deck: "D\(number % 40)") }
    let transfer = desk.transfer
    let start = ContinuousClock.now
    // A clock that stands still lets only the beginnings of stages through.
    transfer.instant = { start }
    var heard: [TransferProgress] = []
    try await transfer.importFile(made.write("a.apkg", in: desk.collection.folder)) {
      heard.append($0)
    }
    #expect(heard.map(\.stage) == [.reading, .comparing, .decks, .history, .finishing])
    #expect(heard.allSatisfy { (0...1).contains($0.fraction) })
  }
}
