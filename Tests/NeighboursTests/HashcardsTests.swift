import CSQLite
import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import Neighbours

/// Makes a `hashcards.db` as hashcards does.
struct MadeHashcards {
  static func bytes(
    _ statements: [String], in folder: TemporaryFolder, hasIntervals: Bool = true
  ) throws -> [UInt8] {
    let path = "\(folder.path)/made.db"
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    let intervals = hasIntervals ? "interval_raw real, interval_days integer," : ""
    let schema = [
      """
      create table cards (card_hash text primary key, added_at text not null,
        last_reviewed_at text, stability real, difficulty real, \(intervals) due_date text,
        review_count integer not null) strict
      """,
      """
      create table reviews (review_id integer primary key, session_id integer not null,
        card_hash text not null, reviewed_at text not null, grade text not null,
        stability real not null, difficulty real not null, \(intervals) due_date text not null)
        strict
      """,
    ]
    for statement in schema + statements {
      try #require(sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK, "\(statement)")
    }
    sqlite3_close(handle)
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    try FileManager.default.removeItem(atPath: path)
    return bytes
  }

  static func card(_ hash: String, last: String, due: String, reviews: Int) -> String {
    """
    insert into cards (card_hash, added_at, last_reviewed_at, stability, difficulty, due_date,
      review_count) values ('\(hash)', '2025-01-01T00:00:00.000', '\(last)', 3.5, 5.25, '\(due)',
      \(reviews))
    """
  }

  static func review(_ hash: String, _ time: String, _ grade: String, due: String) -> String {
    """
    insert into reviews (session_id, card_hash, reviewed_at, grade, stability, difficulty,
      due_date) values (1, '\(hash)', '\(time)', '\(grade)', 3.5, 5.25, '\(due)')
    """
  }
}

@Suite struct HashcardsTests {
  /// By hashcards' rule and the reference implementation of BLAKE3.
  static let rust = "d2f43b1bdbe175ca49a1093185df830cf0a1bd9902dac3758a564588e4522ccb"

  @Test func `a question is known by the hash of both texts, trimmed`() {
    let text = "\nQ:  What is Rust?  \nA: A systems programming language.\n\n---\n"
    #expect(HashcardsScan.hashes(SourceLines(Array(text.utf8))) == [2: [Self.rust]])
  }

  @Test func `a deletion is known by the text without brackets and its bytes`() {
    let text = "C: é [one] ![a](b.png) \\[no\\] [two]\nmore\n"
    let clean = "é one ![a](b.png) [no] two\nmore"
    func hash(_ first: Int, _ last: Int) -> String {
      let numbers = [first, last].flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      }
      return BLAKE3.hex(Array("Cloze\(clean)".utf8) + numbers)
    }
    #expect(
      HashcardsScan.hashes(SourceLines(Array(text.utf8))) == [1: [hash(3, 5), hash(24, 26)]])
  }

  @Test func `what stands behind a card is part of it for hashcards`() {
    let text = "Q: a\nA: b\n\n## Heading\n<!-- note -->\nQ: c\nA: d\n"
    let hashes = HashcardsScan.hashes(SourceLines(Array(text.utf8)))
    #expect(hashes[1] == [BLAKE3.hex(Array("Basicab\n\n## Heading\n<!-- note -->".utf8))])
    #expect(hashes[6] == [BLAKE3.hex(Array("Basiccd".utf8))])
  }

  @Test(arguments: [true, false]) func `reviews and states are found by the hash`(
    hasIntervals: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let bytes = try MadeHashcards.bytes(
      [
        MadeHashcards.card(
          Self.rust, last: "2025-11-05T01:30:00.500", due: "2025-11-09", reviews: 2),
        MadeHashcards.review(
          Self.rust, "2025-11-05T01:30:00.500", "good", due: "2025-11-09"),
        MadeHashcards.review(
          Self.rust, "2025-11-02T10:15:30.123", "forgot", due: "2025-11-03"),
        MadeHashcards.review(Self.rust, "nonsense", "good", due: "2025-11-09"),
        MadeHashcards.card(
          String(repeating: "0", count: 64), last: "2025-11-05T01:30:00.500", due: "2025-11-09",
          reviews: 1),
      ], in: folder, hasIntervals: hasIntervals)
    let history = try HashcardsHistory(bytes)
    #expect(history.badRows == 1)
    #expect(history.pasts.count == 2)
    var deck = read("Q: What is Rust?\nA: A systems programming language.", as: .native)
    let text = Array("Q: What is Rust?\nA: A systems programming language.".utf8)
    #expect(history.attach(to: &deck, text) == [Self.rust])
    let past = try #require(deck.notes.first?.pasts.first ?? nil)
    #expect(past.reviews.map(\.grade) == [.again, .good])
    #expect(past.reviews.map(\.intervalDays) == [1, 4])
    #expect(past.reviews.map(\.moment) == [.wall(1_762_078_530_123), .wall(1_762_306_200_500)])
    #expect(
      past.reviews.first?.source
        == "hashcards/\(Self.rust.prefix(32))/2025-11-02T10:15:30.123")
    #expect(past.schedule?.memory == MemoryState(stability: 3.5, difficulty: 5.25))
    #expect(past.schedule?.reps == 2)
  }

  @Test func `what is no database is refused in words`() throws {
    #expect(throws: HashcardsError.self) { try HashcardsHistory(Array("hello".utf8)) }
    #expect(throws: HashcardsError.self) {
      try HashcardsHistory(Array(repeating: 7, count: 5000))
    }
    let folder = try TemporaryFolder()
    let bytes = try MadeHashcards.bytes(["drop table cards"], in: folder)
    #expect(throws: HashcardsError.self) { try HashcardsHistory(bytes) }
  }
}
