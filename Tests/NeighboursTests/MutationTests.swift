import StudyDomain
import TestSupport
import Testing

@testable import Neighbours

/// Numbers that are the same in each run.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Whatever a file holds, reading it is safe and what comes of it no larger than it.
@Suite struct MutationTests {
  static let seeds: [(NeighbourFormat, String)] = [
    (
      .native,
      "Q: a\nA: b\n\nC: [x] ![y](z) \\[n\\] [é]\n\nT: t\nD: d\n\n<!-- id: x -->\nQ: c\nA: d\n"
    ),
    (
      .obsidian,
      """
      ---
      tags: flashcards
      ---
      # H #t
      a::b <!--SR:!2024-05-01,3,250--> ^abc
      q
      ??
      a
      <!--SR:!2024-05-02,4,270!fsrs,2026-08-01T08:00:00.000Z,12,13.5,4.25,2,7,1,0,-->

      ==x== and ==2;;y;;hint== `c` $f$
      > [!sr|card-metadata]
      > <!--SR:!2000-01-01,1,250-->
      """
    ),
    (
      .hascard,
      "# a\n![i](j)\n* x\n- y\n---\n# b\n[*] x\n[ ] y\n---\n# c\n2. x\n1. y\n---\n# d\n_e|f_ g\n"
    ),
    (
      .headings,
      "---\nx: y\n---\n# T\n## a #t\nb\n%\nc\n[#tag](x) [#u]()\n```\n## no\n```\n~~~~\n~~~\n"
    ),
    (
      .md2anki,
      "# D (123)\n`{=:a, b:=}`\n## q (5afd1da8-f5af-4abd-8809-6e3e47d164eb)\nx\n---\ny {{c1::z}}\n## Subdeck: S\n### r\nz\n"
    ),
    (.mnemosyne, MnemosyneReaderTests.text),
  ]

  static let pieces =
    [
      "\n", "\r", "#", "# ", "## ", "---\n", "```\n", "~~~", "<!--", "-->", "<!--SR:!", "!", ",",
      "::",
      ":::", "?\n", "==", ";;", "_", "|", "[", "]", "(", ")", "{{c1::", "}}", "Q: ", "A: ", "C: ",
      "<item>", "</item>", "<Q>", "&lt;", "&#x0;", "&", "<", ">", "\"", "%\n", "\u{0}", "\u{FEFF}",
      "é",
      "日", "2024-05-01", "99999999999999999999", "-1", "nan", "fsrs,", "1. ", "* ", "[*] ",
      "Subdeck: ",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x82]]

  private func check(_ bytes: [UInt8], _ format: NeighbourFormat) {
    let deck = NeighbourReader.read(bytes, path: "x", as: format)
    #expect(deck.notes.count <= bytes.count)
    let lines = bytes.count { $0 == 10 || $0 == 13 } + 1
    for note in deck.notes {
      #expect((1...lines).contains(note.line))
      for past in note.pasts.compactMap({ $0 }) {
        if let schedule = past.schedule {
          #expect((1...36_500).contains(schedule.intervalDays))
          if let memory = schedule.memory {
            #expect((0.001...36_500).contains(memory.stability))
            #expect((1...10).contains(memory.difficulty))
          }
        }
      }
    }
    _ = NeighbourReader.recognise(bytes, path: "x.md")
    _ = HashcardsScan.hashes(SourceLines(bytes))
  }

  @Test(arguments: seeds.indices) func `mutated files are read safely`(seed: Int) {
    let (format, text) = Self.seeds[seed]
    var numbers = SeededNumbers(state: UInt64(seed) + 1)
    for _ in 0..<600 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...8, using: &numbers) {
        let place = Int.random(in: 0...bytes.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0:
          let end = min(bytes.count, place + Int.random(in: 0...20, using: &numbers))
          bytes.removeSubrange(place..<end)
        case 1:
          let piece = Self.pieces.randomElement(using: &numbers) ?? []
          bytes.insert(contentsOf: piece, at: place)
        case 2:
          let end = min(bytes.count, place + Int.random(in: 0...60, using: &numbers))
          bytes += bytes[place..<end]
        default:
          if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &numbers) }
        }
      }
      check(bytes, format)
    }
  }

  @Test func `soup of all marks is read safely`() {
    var numbers = SeededNumbers(state: 99)
    for round in 0..<1200 {
      let bytes = (0..<Int.random(in: 0...60, using: &numbers)).flatMap { _ in
        Self.pieces.randomElement(using: &numbers) ?? []
      }
      let formats = NeighbourFormat.allCases
      check(bytes, formats[round % formats.count])
    }
  }

  @Test(arguments: [
    "![", "[#", "==", "_", "<!--SR:!", "```\n", "`", "$", "<", "&", "<item>", "# a\n", "## a\n",
    "Q: \nA: ", "C: [", "a::b ", "{{c", "\"", "1. ", "* a\n",
  ])
  func `a mark a hundred thousand times over is read in bounded time`(mark: String) {
    let bytes = Array(String(repeating: mark, count: 100_000 / mark.utf8.count).utf8)
    for format in NeighbourFormat.allCases {
      let deck = NeighbourReader.read(bytes, path: "x", as: format)
      #expect(deck.notes.count <= bytes.count)
    }
    _ = NeighbourReader.recognise(bytes, path: "x.md")
  }

  @Test func `a mutated database is refused or read`() throws {
    let folder = try TemporaryFolder()
    let whole = try MadeHashcards.bytes(
      [
        MadeHashcards.card(
          HashcardsTests.rust, last: "2025-11-05T01:30:00.500", due: "2025-11-09", reviews: 2),
        MadeHashcards.review(
          HashcardsTests.rust, "2025-11-05T01:30:00.500", "good", due: "2025-11-09"),
      ], in: folder)
    var numbers = SeededNumbers(state: 5)
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...40, using: &numbers) {
        bytes[Int.random(in: 0..<bytes.count, using: &numbers)] =
          UInt8.random(in: 0...255, using: &numbers)
      }
      if Bool.random(using: &numbers) {
        bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &numbers)))
      }
      // Refused or read, whichever: it must come back.
      if let history = try? HashcardsHistory(bytes) { #expect(history.pasts.count <= 8) }
    }
  }
}
