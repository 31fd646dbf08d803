import AnkiExchange
import DeckFormat
import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// What an import keeps in large pieces: it says the same, and goes part by part.
@MainActor @Suite struct LargePieceTests {
  @Test(arguments: 0...4)
  func `a note's keys are found by their numbers, however many`(count: Int) {
    let keys = Dictionary(
      uniqueKeysWithValues: (0..<count).map { ($0 * 3, CardKey(hash: UInt64($0 + 7))) })
    let packed = NoteKeys(keys)
    #expect(packed.count == count)
    #expect(packed.values == keys.sorted { $0.key < $1.key }.map(\.value))
    for ordinal in 0..<16 { #expect(packed[ordinal] == keys[ordinal]) }
  }

  @Test(arguments: ["", "00000000000000ff", "fedcba9876543210"])
  func `the digits of a hash are what they were`(digits: String) {
    #expect(TransferHash.Digits(digits).text == digits)
  }

  @Test func `excerpts of many cards are told apart`() {
    func cards(_ excerpts: [String]) -> [DraftNote.Card] {
      excerpts.enumerated().map { place, excerpt in
        DraftNote.Card(
          key: CardKey(hash: UInt64(place)), looseKey: 1, frontHash: 2, backHash: 3,
          excerpt: excerpt, place: place)
      }
    }
    let store = WordStore([cards(["one\ntwo", ""]), [], cards(["日本語 é"])])
    #expect(store.cards.indices.map { store.excerpt($0) } == ["one\ntwo", "", "日本語 é"])
  }

  @Test func `answers go part by part`() {
    let cards = Array(1...10_000 as ClosedRange<Int64>)
    let reviews = cards.reversed().flatMap { card in
      [2, 1].map { number in
        AnkiReview(
          id: card * 10 + Int64(number), cardID: card, button: 3, interval: 1, lastInterval: 0,
          factor: 0, milliseconds: 1, kind: .review)
      }
    }
    var log = ReviewLog(reviews, cards: cards)
    #expect(log.count == 20_000)
    log.drop(part: ReviewLog.part(ofCardAt: 0))
    for place in [5_000, 8_191, 8_192, 9_999] {
      let card = cards[place]
      #expect(log.reviews(ofCardAt: place).map(\.id) == [card * 10 + 1, card * 10 + 2])
    }
  }

  @Test func `an export says when notes go out whole, and that JSON has no media`() throws {
    let collection = try TestCollection([
      "A.md": "T: one\nD: two\n\nQ: ![a picture](cell.png)\nA: it\n", "media/cell.png": "cell",
    ])
    let desk = try collection.open()
    let card = try desk.card("one")
    try desk.flashcards.perform(.flag(3), on: [card])
    let part = try desk.transfer.export(
      ExportRequest(
        path: "\(collection.root)/part.apkg", query: Query(parsing: "flag:3"), format: .apkg))
    #expect(part.remarks == ["notes go out whole: 1 of their cards are none that the query names"])
    let whole = try desk.transfer.export(
      ExportRequest(path: "\(collection.root)/all.json", query: Query(), format: .json))
    #expect(whole.remarks == ["the media that its notes name are not in it"])
  }

  @Test func `what a killed export left is removed by the next one`() throws {
    let collection = try TestCollection(["A.md": "Q: one\nA: two\n"])
    let old = ".all.json.abcd1234.tmp"
    try collection.write(old, "left")
    try collection.write(".other.abcd1234.tmp", "of another program")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -600)],
      ofItemAtPath: "\(collection.root)/\(old)")
    let desk = try collection.open()
    // Somebody writes it now.
    try collection.write(".all.json.bbcd1234.tmp", "new")
    _ = try desk.transfer.export(
      ExportRequest(path: "\(collection.root)/all.json", query: Query(), format: .json))
    #expect(collection.folder.has("decks/.all.json.bbcd1234.tmp"))
    #expect(!collection.folder.has("decks/\(old)"))
  }
}
