import AnkiExchange
import Foundation
import TestSupport
import Testing

@testable import Managers

/// Rows that an import kept, and an export reads a part at a time.
@Suite struct OriginalRowsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let head = #"["anki rows",1,100]"#

  private func card(_ id: Int64, note: Int64, due: Int, data: String = "", isLost: Bool = false)
    -> String
  {
    #"["card",\#(id),\#(note),"Deck",null,0,5,2,2,\#(due),9,2500,3,0,0,0,0,null,null,null,null,"#
      + #"null,null,"\#(data)",null,null,null,\#(isLost)]"#
  }

  private func originals(
    wants: ((Int64) -> Bool)? = nil, _ files: [String]...
  ) throws -> AnkiOriginals {
    for (number, lines) in files.enumerated() {
      try folder.write("\(number).rows.jsonl", lines.joined(separator: "\n") + "\n")
    }
    return try AnkiOriginals(
      folder: folder.path, wants: { _ in true }, wantsCardsOf: wants, hasReviews: true)
  }

  private func log(_ id: Int64, _ rows: OriginalRows) throws -> [Int64] {
    var reviews: [AnkiReview] = []
    try rows.appendReviews(ofCard: id, to: &reviews)
    #expect(reviews.allSatisfy { $0.cardID == id })
    return reviews.map(\.id)
  }

  @Test func `cards and answers are found whatever their order`() throws {
    let originals = try originals([
      Self.head, card(30, note: 3, due: 33), card(10, note: 1, due: 11),
      #"["log",10,"1000,3,1,0,2500,9,0 500,3,4,1,2500,9,1"]"#, card(20, note: 2, due: 22),
    ])
    let rows = try OriginalRows(originals, ofCards: [20, 10, 99])
    // Days count from 1970: the first day of the file was day 100.
    #expect(try rows.card(10)?.card.due == 111)
    #expect(try rows.card(20)?.card.due == 122)
    #expect(try rows.card(20)?.deck == "Deck")
    #expect(try rows.card(99) == nil)
    #expect(try log(10, rows) == [1000, 1500])
    #expect(try log(20, rows) == [])
    #expect(try OriginalRows(originals, ofCards: []).card(10) == nil)
  }

  @Test func `a later file's card counts, and answers of both are there once`() throws {
    let originals = try originals(
      [Self.head, card(10, note: 1, due: 1), #"["log",10,"2000,3,1,0,2500,9,0"]"#],
      [
        #"["anki rows",1,200]"#, card(10, note: 1, due: 2, isLost: true),
        #"["log",10,"1000,3,1,0,2500,9,0 1000,3,4,1,2500,9,1"]"#,
      ])
    let rows = try OriginalRows(originals, ofCards: [10])
    #expect(try rows.card(10)?.card.due == 202)
    #expect(try log(10, rows) == [1000, 2000])
    #expect(originals.lostCards == [1: [10]])
  }

  @Test func `lines of another form and of later kinds are read`() throws {
    let data = #"{\"k\":1}"#
    let originals = try originals([
      Self.head, card(10, note: 1, due: 1, data: data),
      #"[ "log", 10, "1000,3,1,0,2500,9,0" ]"#, #"["planet",7]"#,
      #"["note","guid"," tag ",["a","b"]]"#,
    ])
    let rows = try OriginalRows(originals, ofCards: [10])
    #expect(try rows.card(10)?.card.customData == #"{"k":1}"#)
    #expect(try log(10, rows) == [1000])
    #expect(originals.notes["guid"]?.blanks == ["a", "b"])
  }

  @Test func `cards of notes that are not wanted are not known`() throws {
    let originals = try originals(
      wants: { $0 == 2 },
      [
        Self.head, card(10, note: 1, due: 1), #"["log",10,"1000,3,1,0,2500,9,0"]"#,
        card(20, note: 2, due: 2),
      ])
    let rows = try OriginalRows(originals, ofCards: [10, 20])
    #expect(try rows.card(10) == nil)
    #expect(try log(10, rows) == [])
    #expect(try rows.card(20) != nil)
  }

  @Test(arguments: [
    [#"["anki rows",1,100]"#, #"["card",10,1,"Deck",nu"#],
    [#"["anki rows",1,100]"#, #"["log",10,"1000,3"#],
    [
      #"["card",10,1,"Deck",null,0,5,2,2,1,9,2500,3,0,0,0,0,null,null,null,null,null,null,"","#
        + "null,null,null,false]"
    ],
    ["nothing"],
  ])
  func `a file that was cut is refused when it is opened`(lines: [String]) throws {
    #expect(throws: TransferError.ledgerBroken(path: "\(folder.path)/0.rows.jsonl")) {
      try originals(lines)
    }
  }

  @Test(arguments: [
    #"["card",10,1,"Deck",null,zero,false]"#, #"["log",10,"1000,3,1"]"#,
  ])
  func `a line that is broken within is refused when it is read`(line: String) throws {
    let originals = try originals([Self.head, line])
    let rows = try OriginalRows(originals, ofCards: [10])
    #expect(throws: TransferError.ledgerBroken(path: "\(folder.path)/0.rows.jsonl")) {
      _ = try rows.card(10)
      _ = try log(10, rows)
    }
  }

  @Test func `lines far from each other are read by themselves`() throws {
    let filler = (100..<2000).map { card(Int64($0), note: Int64($0), due: $0) }
    let originals = try originals(
      [Self.head, card(10, note: 1, due: 1)] + filler + [card(20, note: 2, due: 2)])
    let rows = try OriginalRows(originals, ofCards: [10, 1000, 20])
    #expect(try rows.card(10)?.card.due == 101)
    #expect(try rows.card(1000)?.card.due == 1100)
    #expect(try rows.card(20)?.card.due == 102)
    #expect(try rows.card(1001) == nil)
  }
}
