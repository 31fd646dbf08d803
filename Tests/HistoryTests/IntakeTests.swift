import StudyDomain
import Testing

@testable import History

/// Lines that are read apart from the history that takes them in.
@Suite struct IntakeTests {
  @Test(arguments: GoldenSet.all)
  func `lines read beside a history give the state of the whole`(set: GoldenSet) {
    for seed in 1...6 {
      var random = SeededRandom(seed: UInt64(seed))
      var lines = set.lines
      if seed % 2 == 0 { lines.shuffle(using: &random) }
      // Few lines beside many, many beside few, and all beside none.
      let cut = [lines.count * 4 / 5, lines.count / 5, 0][seed % 3]
      let history = replay(lines: Array(lines[..<cut]), living: set.living)
      let ids = set.living.map { history.card(ofText: $0) }
      let settings = Set(history.settings)
      let report = append(lines[cut...], to: history)
      let whole = replay(lines: lines, living: set.living)
      let (found, expected) = (history.json(), whole.json())
      #expect(found == expected, "seed \(seed): \(firstDifference(found, expected))")
      #expect(set.living.map { history.card(ofText: $0) } == ids)
      #expect(report.settingsChanged || settings == Set(history.settings))
      // What comes later finds what it needs.
      _ = append(lines.prefix(3), to: history)
      #expect(history.json() == expected)
    }
  }

  private func append(_ lines: some Sequence<[UInt8]>, to history: History) -> AppendReport {
    let intake = HistoryIntake(for: history, file: "intake")
    let bytes = Array(lines.map { $0 + [10] }.joined())
    let middle = bytes.count / 2
    bytes[..<middle].withUnsafeBytes { intake.read($0) }
    bytes[middle...].withUnsafeBytes { intake.read($0) }
    return history.append(intake)
  }

  @Test(arguments: [(Int64(1), -500), (1_764_500_000_000, 14_400), (999_999_999_999_999, 0)])
  func `a line of an import is the line of a draft`(time: Int64, offset: Int) throws {
    let writer = try #require(WriterID(text: "k3f9q2ab"))
    let key = CardKey(hash: 0x00f0_0000_0000_000a, ordinal: 3)
    var lines = ReviewLines(group: 17)
    lines.begin(CardKey(hash: 1), retention: 800, program: "other", card: 1)
    lines.begin(key, retention: 900, program: "anki", card: 12)
    for grade in Grade.allCases {
      for mode in ReviewMode.allCases {
        for (place, interval) in [Interval.days(0), .days(36_500), .seconds(600)].enumerated() {
          let name = EventName(writer: writer, sequence: time)
          let after = place == 0 ? nil : EventName(writer: writer, sequence: Int64(place))
          let phase = CardPhase.allCases[place + 1]
          var bytes = Array("before\n".utf8)
          lines.append(
            ReviewLines.Review(
              time: Timestamp(milliseconds: time), offset: offset, day: StudyDay(-7),
              after: after, grade: grade, takenMilliseconds: 60_000, interval: interval,
              phaseBefore: phase, mode: mode, seen: 12),
            name: name, to: &bytes)
          let draft = EventDraft(
            .review(
              key,
              ReviewDetails(
                grade: grade, takenMilliseconds: 60_000, interval: interval, phaseBefore: phase,
                mode: mode, retention: 900, seen: 12, source: "anki/12/\(time)")),
            after: after)
          let line = draft.line(
            name: name, time: Timestamp(milliseconds: time), offset: offset, day: StudyDay(-7),
            group: 17)
          #expect(bytes == Array("before\n".utf8) + line)
        }
      }
    }
  }

  @Test(arguments: ["", ".", "plain", "a\\b\nc\td\r\u{7f}\u{1b}", "日本語\nü", "\n", "end\\"])
  func `a card of an import is the line of a draft`(text: String) throws {
    let writer = try #require(WriterID(text: "k3f9q2ab"))
    let key = CardKey(hash: 0x0f00_0000_0000_000b, ordinal: 2)
    let (name, day) = (EventName(writer: writer, sequence: 12), StudyDay(-3))
    var bytes: [UInt8] = []
    CardLine(
      key: key, deck: "A::\(text)", looseKey: 1, frontHash: 0xffff_ffff_ffff_ffff, backHash: 0,
      text: text
    ).append(
      to: &bytes, name: name, time: Timestamp(milliseconds: 5), offset: -60, day: day, group: 17)
    let details = CardDetails(
      deck: "A::\(text)", looseKey: "0000000000000001", frontHash: "ffffffffffffffff",
      backHash: "0000000000000000", text: text)
    let line = EventDraft(.card(key, details)).line(
      name: name, time: Timestamp(milliseconds: 5), offset: -60, day: day, group: 17)
    #expect(bytes == line)
  }

  @Test func `answers are those of a list only when all of them count once`() throws {
    let writer = try #require(WriterID(text: "k3f9q2ab"))
    let key = CardKey(hash: 7)
    func line(_ number: Int64, source: Int64) -> [UInt8] {
      EventDraft(
        .review(
          key,
          ReviewDetails(
            grade: .good, takenMilliseconds: 1, interval: .days(1), phaseBefore: .new,
            retention: 900, seen: Int(number) - 1, source: "anki/1/\(source)"))
      ).line(
        name: EventName(writer: writer, sequence: number),
        time: Timestamp(milliseconds: number * 1000), offset: 0, day: StudyDay(number == 1 ? 1 : 2)
      ).dropLast()
    }
    let history = replay(lines: [line(1, source: 1), line(2, source: 2)], living: [key])
    let card = try #require(history.card(ofText: key))
    #expect(history.past(of: card).holds([1000, 2000]))
    for other in [[], [1000], [2000, 1000], [1000, 2000, 3000], [1000, 2001]] as [[Int64]] {
      #expect(!history.past(of: card).holds(other))
    }
    let twice = replay(lines: [line(1, source: 1), line(2, source: 1)], living: [key])
    #expect(!twice.past(of: try #require(twice.card(ofText: key))).holds([1000, 2000]))
  }
}
