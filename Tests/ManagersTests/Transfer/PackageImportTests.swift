import AnkiExchange
import DeckFormat
import Foundation
import History
import Markup
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct PackageImportTests {
  @Test(arguments: PackageFixture.all)
  func `every note and card of a package comes, or is told`(fixture: PackageFixture) async throws {
    let desk = try TestCollection().open()
    let report = try await desk.transfer.importFile(fixture.path)
    let expected = try fixture.expected()
    let notes = expected["notes"]?.arrayValue ?? []
    let cards = expected["cards"]?.arrayValue ?? []
    #expect(report.new + report.skipped.count == notes.count)
    #expect(report.conflicting.isEmpty)
    #expect(!report.remarks.contains { $0.contains("not read back") })
    if report.skipped.isEmpty { #expect(report.cards + report.lostCards == cards.count) }
    #expect(desk.library.snapshot.cardCount >= report.cards)
    #expect(desk.library.problems.filter { $0.severity == .error } == [])
    #expect(desk.index.problems == [])
    let answers = expected["revlog"]?.objectValue?["by_button"]?.objectValue ?? [:]
    let graded = answers.filter { $0.key != "0" }.values.compactMap(\.integerValue).reduce(0, +)
    if report.skipped.isEmpty, report.lostCards == 0 { #expect(report.reviews == Int(graded)) }
  }

  /// The packages of plain and usual notes, from which nothing at all may be left out.
  @Test(
    arguments: PackageFixture.all.filter {
      !["07_", "08_", "14_"].contains(where: $0.name.hasPrefix)
    })
  func `usual packages leave nothing behind`(fixture: PackageFixture) async throws {
    let desk = try TestCollection().open()
    let report = try await desk.transfer.importFile(fixture.path)
    #expect(report.skipped == [])
    #expect(report.lostCards == 0)
    let cards = try #require(try fixture.expected()["cards"]?.arrayValue)
    #expect(desk.library.snapshot.cardCount == cards.count)
  }

  /// The words come from the plan, not from the files.
  @Test(arguments: PackageFixture.all)
  func `the history keeps the words that the files have`(fixture: PackageFixture) async throws {
    let desk = try TestCollection().open()
    try await desk.transfer.importFile(fixture.path)
    let events = CardEvents(index: desk.index)
    for card in 0..<desk.library.snapshot.cardCount {
      guard let id = desk.index.id(ofCard: card),
        let kept = desk.index.history.history.cardDetails(of: id)
      else { continue }
      #expect(kept == events.details(ofCard: card))
    }
  }

  /// An export asks both whether anything has happened to a card since.
  @Test(arguments: PackageFixture.all)
  func `what is kept of a card is what the history made of it`(
    fixture: PackageFixture
  ) async throws {
    let desk = try TestCollection().open()
    try await desk.transfer.importFile(fixture.path)
    let kept = try AnkiOriginals(
      folder: desk.transfer.ledgerFolder, wants: { _ in true }, wantsCardsOf: nil, hasReviews: true)
    let ledger = try ImportLedger(folder: desk.transfer.ledgerFolder)
    let rows = try OriginalRows(
      kept, ofCards: ledger.notes.values.flatMap { $0.cards.map(\.id) })
    var compared = 0
    for note in ledger.notes.values {
      // A note whose cards have other numbers here has none of the package's.
      for card in note.cards where card.id != 0 {
        let original = try #require(try rows.card(card.id))
        let id = try #require(desk.index.history.history.card(holding: card.key))
        #expect(original.memory == desk.index.history.history.state(of: id).memory)
        #expect(original.lastEvent == desk.index.history.history.lastEvent(of: id, on: .schedule))
        #expect(!original.isLost)
        compared += 1
      }
    }
    #expect(compared > 0 || ledger.notes.isEmpty)
  }

  @Test(arguments: PackageFixture.all)
  func `cards are where they were in Anki`(fixture: PackageFixture) async throws {
    let desk = try TestCollection().open()
    try await desk.transfer.importFile(fixture.path)
    for value in try fixture.expected()["cards"]?.arrayValue ?? [] {
      let card = try #require(value.objectValue)
      guard let id = card["id"]?.integerValue, let number = try desk.card(ofAnki: id) else {
        continue
      }
      let state = desk.index.state(ofCard: number)
      let queue = card["queue"]?.stringValue
      #expect(state.isSuspended == (queue == "suspended"), "card \(id)")
      #expect(Int64(state.flag) == card["flag"]?.integerValue ?? 0, "card \(id)")
      switch card["type"]?.stringValue {
      case "new": #expect(state.phase == .new, "card \(id)")
      case "review":
        let due = (card["original_due"] ?? card["due"])?.objectValue?["date"]?.stringValue
        #expect(state.phase == .review, "card \(id)")
        guard case .day(let day)? = state.due else {
          Issue.record("card \(id) is due at no day")
          continue
        }
        #expect(day.isoDate == due, "card \(id)")
        #expect(state.interval == .days(Int(card["interval"]?.integerValue ?? 0)), "card \(id)")
        #expect(Int64(state.reps) == card["reps"]?.integerValue, "card \(id)")
        #expect(Int64(state.lapses) == card["lapses"]?.integerValue, "card \(id)")
        if let stability = card["stability"]?.doubleValue, let memory = state.memory {
          #expect(abs(memory.stability - stability) <= stability * 0.01 + 0.0001, "card \(id)")
        }
      default: break
      }
    }
  }

  @Test(arguments: PackageFixture.all)
  func `fields read back are those of the package`(fixture: PackageFixture) async throws {
    let desk = try TestCollection().open()
    let report = try await desk.transfer.importFile(fixture.path)
    let package = try AnkiPackage.open(
      fixture.path, scratchFolder: desk.collection.folder.path)
    let notes = try package.collection().notes
    var trimmed = 0
    for note in notes {
      guard
        let ledger = try ImportLedger(folder: "\(desk.collection.root)/.deckle/anki")
          .notes[note.guid], let key = ledger.cards.first?.key,
        let card = desk.library.snapshot.card(of: key)
      else { continue }
      let number = Int(desk.library.snapshot.cards[card].note)
      let content = try desk.library.content(ofNote: number)
      let read = content.fields.map { field in
        field.isHTML ? field.value : FieldText.html(ofMarkdown: field.value)
      }
      var fields = note.fields
      if content.form != .note {
        trimmed += fields.count { Flattened.trimmed($0) != $0 }
        fields = fields.map(Flattened.trimmed)
        if content.form == .cloze, read.count < fields.count { fields.removeLast() }
      }
      #expect(read == fields, "note \(note.guid)")
    }
    #expect(trimmed == report.trimmedFields)
  }

  @Test(arguments: PackageFixture.bad)
  func `a broken package changes nothing and says why`(name: String) async throws {
    let desk = try TestCollection(["Own.md": "Q: a\nA: b\n"]).open()
    try desk.session.answer(card: desk.card("a"), .good, milliseconds: 10)
    let before = try desk.files()
    do {
      try await desk.transfer.importFile("\(PackageFixture.folder)/bad/\(name)")
      #expect(name.hasPrefix("d4") || name.hasPrefix("d6"), "only odd names and rows are mended")
    } catch let error as TransferError {
      guard case .package(let path, let message, let advice) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(path.hasSuffix(name))
      #expect(!message.isEmpty)
      #expect(!advice.isEmpty)
      #expect(try desk.files() == before)
    }
  }

  @Test func `a dry run counts and writes nothing`() async throws {
    let desk = try TestCollection(["Own.md": "Q: a\nA: b\n"]).open()
    let before = try desk.files()
    let path = PackageFixture(name: "05_full_latest.colpkg").path
    let preview = try await desk.transfer.importFile(path, isDryRun: true)
    #expect(try desk.files() == before)
    #expect(preview.action == nil)
    let report = try await desk.transfer.importFile(path)
    #expect(preview.new == report.new)
    #expect(preview.reviews == report.reviews)
    #expect(preview.media == report.media)
    #expect(preview.decks.map(\.path) == report.decks.map(\.path))
    #expect(report.action != nil)
  }

  @Test func `an import of nothing makes no history`() async throws {
    let desk = try TestCollection().open()
    let before = try desk.files()
    let report = try await desk.transfer.importFile(PackageFixture(name: "15_empty.apkg").path)
    #expect(report.new == 0)
    #expect(report.action == nil)
    #expect(try desk.files() == before)
  }

  @Test func `E3 a byte order mark is no part of a deck or a setting`() throws {
    let mark = "\u{FEFF}"
    let desk = try TestCollection([
      "A.md": mark + "---\ntags: [x]\n---\nQ: a\nA: b\n", "B.md": mark + "Q: c\nA: d\n",
      ".deckle/settings.yaml": mark + "rollover: \"05:00\"\n",
      ".deckle/notetypes.yaml": mark + "Word:\n  fields: [One, Two]\n",
    ]).open()
    #expect(try desk.find("tag:x") == ["a"])
    #expect(try desk.find("c") == ["c"])
    #expect(desk.library.settings.rolloverMinutes == 300)
    #expect(desk.library.settings.noteTypes[".deckle"]?["Word"] != nil)
    #expect(desk.library.problems == [])
  }

  @Test func `shapes on a picture are told in words`() async throws {
    let desk = try TestCollection().open()
    try await desk.transfer.importFile(PackageFixture(name: "14_image_occlusion.apkg").path)
    let texts = try desk.cards.map { card in
      let text = try desk.library.content(ofCard: card).text
      return (
        MarkupDocument(markdown: text.front).plainText,
        MarkupDocument(markdown: text.back).plainText
      )
    }
    try #require(texts.count == 5)
    #expect(texts[0].0.hasPrefix("Map header"))
    #expect(texts[0].0.contains("region 1 of 3: left (23 % across, 35 % down): [...]"))
    #expect(texts[0].0.contains("map.png"))
    #expect(texts[0].1.contains("[region 1 of 3: left (23 % across, 35 % down)]"))
    #expect(texts[0].1.contains("back extra"))
    #expect(texts[2].0.contains("region 3 of 3: lower left"))
    // Two shapes are one card, and what is written on the picture stands below.
    #expect(texts[4].0.contains("region 2 of 2: top (65 % across, 15 % down): [...]"))
    #expect(texts[4].0.contains("region 2 of 2: lower right (75 % across, 75 % down): [...]"))
    #expect(texts[4].0.contains("on the picture: a: note, middle (40 % across, 40 % down)"))
    for (front, back) in texts {
      #expect(!front.contains("image-occlusion") && !back.contains("image-occlusion"))
    }
  }

  @Test func `decks go below the one that is named`() async throws {
    let desk = try TestCollection().open()
    try await desk.transfer.importFile(
      PackageFixture(name: "01_basic_legacy1.apkg").path,
      TransferOptions(into: DeckName("From Anki")))
    let names = Set(desk.decks.summaries().map(\.name.text))
    #expect(names.contains("From Anki::Geography::Europe"))
    #expect(!names.contains("Geography"))
  }

  @Test func `a deck without a name is refused`() async throws {
    let desk = try TestCollection().open()
    await #expect(throws: TransferError.badDeckName("a::")) {
      try await desk.transfer.importFile("/tmp/a.apkg", TransferOptions(into: DeckName("a::")))
    }
  }
}
