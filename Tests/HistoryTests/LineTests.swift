import Foundation
import StudyDomain
import Testing

@testable import History

@Suite struct LineTests {
  private static let review =
    "k3f9q2ab.3\t1764500611000\t60\t20422\treview\t1:9f86d081884c7d65\t\tk3f9q2ab.2\tgood\t3050\t3d"
    + "\tlearning\tnormal\t\t900\t1\t\t."

  @Test func `every byte of a text survives its line`() throws {
    for byte in UInt8(0)...127 {
      for text in [[byte], [byte, byte], [65, byte, 66]] {
        let value = String(decoding: text, as: UTF8.self)
        let line = try written(.option(deck: "Deck", name: "name", value: value))
        #expect(!line.dropLast().contains { ($0 < 32 && $0 != 9) || $0 == 127 })
        guard case .event(let event) = read(Array(line.dropLast())) else {
          Issue.record("byte \(byte) gives a bad line")
          continue
        }
        #expect(event.details == ["name", value])
        #expect(event.rendered == Array(line.dropLast()))
      }
    }
  }

  @Test func `a kind of event reads as it was written`() throws {
    let key = CardKey(hash: 0x9f86_d081_884c_7d65)
    let second = CardKey(hash: 1, ordinal: 2)
    let name = try #require(EventName(text: "k3f9q2ab.7"))
    let details = ReviewDetails(
      grade: .hard, takenMilliseconds: 12, interval: .seconds(600), phaseBefore: .relearning,
      mode: .ahead, parameters: name, retention: 900, seen: 4, source: "anki/1/2")
    let card = CardDetails(
      deck: "A::B", looseKey: "ab", frontHash: "cd", backHash: "ef", text: "front\nback")
    let identity = EventIdentity(name: name, time: Timestamp(milliseconds: -5))
    let past = KnownPast(memory: MemoryState(stability: 1.5, difficulty: 5), reps: 3, lapses: 0)
    let bodies: [(EventBody, details: [String])] = [
      (
        .review(key, details),
        ["hard", "12", "600s", "relearning", "ahead", "k3f9q2ab.7", "900", "4", "anki/1/2"]
      ),
      (.card(key, card), ["A::B", "ab", "cd", "ef", "front\nback"]), (.forget(key), []),
      (.due(key, day: StudyDay(-3), intervalDays: 9), ["-3", "9"]),
      (
        .due(key, day: StudyDay(3), intervalDays: 9, past: past),
        ["3", "9", "stability=1.5", "difficulty=5.0", "reps=3", "lapses=0"]
      ),
      (.suspend(second), []), (.unsuspend(key), []), (.bury(key), []), (.unbury(key), []),
      (.flag(key, 7), ["7"]), (.mark(key, true), ["1"]), (.leech(key, false), ["0"]),
      (.relink(old: key, new: second), ["1:0000000000000001~2"]),
      (.unlink(old: key, new: second), ["1:0000000000000001~2"]),
      (.undo(.group(name.writer, 17)), []), (.undo(.event(identity)), []),
      (
        .retime(name.writer, first: 1, last: 9, milliseconds: -7, days: -1), ["1", "9", "-7", "-1"]
      ),
      (.parameters(preset: "p", numbers: "1 2"), ["1 2"]),
      (.option(deck: "", name: "n", value: ""), ["n", ""]),
      (.goal(deck: "d", name: "n", value: "3"), ["n", "3"]), (.pin(deck: "d", true), ["1"]),
      (.limit(deck: "d", .review, extra: -4), ["review", "-4"]),
    ]
    for (body, details) in bodies {
      let line = Array(try written(body).dropLast())
      guard case .event(let event) = read(line) else {
        Issue.record("\(body) gives a bad line")
        continue
      }
      #expect(event.kind == body.kind.word)
      #expect(event.details == details)
      #expect(event.rendered == line)
      let history = replay(lines: [line], living: nil)
      #expect(history.table.line(0) == line)
    }
  }

  @Test(arguments: [
    "\t", "\t..", "\t.\t.", "\tx.", "\t.\u{1}", "\textra\t.", "\t9=x\t.", "\tA=x\t.", "\t\\q\t.",
    "\t\\x41\t.", "\t\\", "\t=\t.",
  ])
  func `a review line with a wrong end is bad`(end: String) {
    let line = String(Self.review.dropLast(2)) + end
    #expect(read(Array(line.utf8)) == .bad)
    #expect(replay(lines: [Array(line.utf8)], living: nil).problems.badCount == 1)
  }

  @Test(arguments: [
    ("1764500611000", "01"), ("\t60\t", "\t+60\t"), ("\t60\t", "\t-0\t"),
    ("1764500611000", "1000000000000000"), ("\tgood\t", "\tGood\t"), ("\t3d\t", "\t3h\t"),
    ("\t900\t", "\t1000\t"), ("\t900\t", "\t0\t"), ("k3f9q2ab.3", "k3f9q2ab.0"),
    ("k3f9q2ab.3", "K3f9q2ab.3"), ("k3f9q2ab.2", "k3f9q2ab.02"), ("\t1:9f86d081884c7d65", "\t"),
    ("normal", "fast"), ("\tlearning\t", "\tlearn\t"), ("review", "Review"),
  ])
  func `a review line with a wrong field is bad`(field: String, wrong: String) throws {
    let place = try #require(Self.review.firstRange(of: field))
    let line = Self.review.replacingCharacters(in: place, with: wrong)
    #expect(read(Array(line.utf8)) == .bad)
    #expect(replay(lines: [Array(line.utf8)], living: nil).problems.badCount == 1)
  }

  @Test func `a later version may add named details to a known kind`() {
    let line = Array((String(Self.review.dropLast(2)) + "\tword=a\\tb\t.").utf8)
    guard case .event(let event) = read(line) else {
      Issue.record("bad")
      return
    }
    #expect(event.details.last == "word=a\tb")
    let history = replay(lines: [line], living: nil)
    #expect(history.table.line(0) == line)
    #expect(history.problems.badCount == 0)
  }

  @Test func `numbers of fifteen digits are exact`() {
    let line =
      "zzzzzzzz.999999999999999\t-999999999999999\t-999999999999999\t999999999999999\treview\tx"
      + "\t999999999999999\taaaaaaaa.999999999999999\teasy\t999999999999999\t999999999999999s\tnew"
      + "\tcram\t\t1\t999999999999999\t\t."
    let history = replay(lines: [Array(line.utf8)], living: nil)
    #expect(history.table.line(0) == Array(line.utf8))
  }

  @Test func `invalid UTF-8 is bad, a comment may hold anything valid`() {
    for bytes: [UInt8] in [
      [0x80], [0xc0, 0x80], [0xc1, 0xbf], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80],
      [0xf0, 0x80, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf5], [0xe2, 0x82],
    ] {
      #expect(read([35] + bytes) == .bad)
    }
    #expect(read(Array("# \u{1}\u{7f}ü\u{10FFFF}".utf8)) == .comment)
    #expect(read([]) == .comment)
    #expect(read(Array(" \t\u{b}\u{c}\r".utf8)) == .comment)
    #expect(read([0, 0, 0]) == .bad)
    #expect(read(Array("<<<<<<< HEAD".utf8)) == .bad)
  }

  @Test func `a file cut at each byte of its end gives its whole lines`() throws {
    let file = try #require(GoldenSet.all[2].files.max { $0.bytes.count < $1.bytes.count }).bytes
    for length in stride(from: max(0, file.count - 4096), to: file.count, by: 1) {
      let cut = Array(file[..<length])
      let whole = cut.lastIndex(of: 10).map { Array(cut[...$0]) } ?? []
      let rest = Array(cut[whole.count...])
      let found = reading(cut).table.count
      let isEvent: Bool = if case .event = read(trimmed(rest)) { true } else { false }
      let wholeTable = reading(whole)
      if isEvent { wholeTable.beginFile(named: ""); rest.withUnsafeBytes { wholeTable.read($0) } }
      wholeTable.endFile()
      #expect(found == wholeTable.table.count)
    }
  }

  @Test(arguments: GoldenSet.all)
  func `chunks may end anywhere`(set: GoldenSet) {
    let reader = HistoryReader()
    for file in set.files {
      reader.beginFile(named: file.name)
      for start in stride(from: 0, to: file.bytes.count, by: 17) {
        file.bytes[start..<min(start + 17, file.bytes.count)].withUnsafeBytes { reader.read($0) }
      }
      reader.endFile()
    }
    let history = History(reader, living: set.living)
    history.fold(with: RuleBook(WholeNumberRules()))
    #expect(history.json() == set.expected)
  }

  @Test(arguments: GoldenSet.all)
  func `the table says each line as it was read`(set: GoldenSet) {
    let lines = Set(set.lines)
    let history = set.replayed()
    for event in 0..<UInt32(history.table.count) {
      #expect(lines.contains(history.table.line(event)))
    }
  }

  private func written(_ body: EventBody) throws -> [UInt8] {
    let name = try #require(EventName(text: "k3f9q2ab.4"))
    return EventDraft(body).line(
      name: name, time: Timestamp(milliseconds: 1_764_500_700_000), offset: -300,
      day: StudyDay(20_422), group: 5)
  }

  private func read(_ line: [UInt8]) -> EventLine.Reading {
    line.withUnsafeBytes { EventLine.read($0) }
  }

  private func trimmed(_ line: [UInt8]) -> [UInt8] {
    line.last == 13 ? Array(line.dropLast()) : line
  }

  private func reading(_ file: [UInt8]) -> HistoryReader {
    let reader = HistoryReader()
    reader.beginFile(named: "cut")
    file.withUnsafeBytes { reader.read($0) }
    reader.endFile()
    return reader
  }
}
