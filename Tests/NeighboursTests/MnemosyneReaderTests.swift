import StudyDomain
import Testing

@testable import Neighbours

@Suite struct MnemosyneReaderTests {
  static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <mnemosyne core_version="1" time_of_start="1247533200" >
    <!-- a comment -->
    <category active="1"><name>&lt;default&gt;</name></category>
    <item id="1" gr="4" e="2.600" ac_rp="3" rt_rp="4" lps="1" ac_rp_l="1" rt_rp_l="0" l_rp="10" n_rp="40">
     <cat>Old Words</cat>
     <Q>a &amp; b &lt;b&gt;bold&lt;/b&gt;</Q>
     <A>line
    two</A>
    </item>
    <item id="2" gr="0" e="2.500" l_rp="0" n_rp="0">
     <cat>&lt;default&gt;</cat><Q>front</Q><A>back</A>
    </item>
    <item id="2.inv" gr="3" e="2.5" l_rp="1" n_rp="3">
     <cat>&lt;default&gt;</cat><Q>back</Q><A>front</A>
    </item>
    <item id="3"><cat>x</cat><Q>f</Q><A>p
    t</A></item>
    <item id="3.tr.1"><cat>x</cat><Q>t</Q><A>f
    p</A></item>
    <item id="4"><cat>x</cat><Q></Q><A>no question</A></item>
    </mnemosyne>
    """

  @Test func `items become notes, both directions one`() {
    let deck = read(Self.text, as: .mnemosyne)
    #expect(
      deck.sides == [
        ["a & b <b>bold</b>", "line<br>two"], ["front", "back"], ["f", "p<br>t"], ["t", "f<br>p"],
      ])
    #expect(deck.notes.map(\.tags) == [["Old_Words"], [], ["x"], ["x"]])
    #expect(deck.notes[1].content == .html(front: "front", back: "back", isReversible: true))
    #expect(deck.problems.map(\.line) == [21])
  }

  @Test func `days of a schedule count from the beginning of the collection`() throws {
    let deck = read(Self.text, as: .mnemosyne)
    let schedule = try #require(deck.notes.first?.pasts.first??.schedule)
    // 14 July 2009 and forty days.
    #expect(schedule.due == .day(StudyDay(14_439 + 40)))
    #expect(schedule.last == .day(StudyDay(14_439 + 10)))
    #expect([schedule.intervalDays, schedule.reps, schedule.lapses] == [30, 7, 1])
    #expect(schedule.ease == 2.6)
    #expect(deck.notes[1].pasts.map { $0 == nil } == [true, false])
  }

  @Test func `a file that was cut off gives what is whole`() {
    let bytes = Array(Self.text.utf8)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      let deck = NeighbourReader.read(Array(bytes[..<count]), path: "x", as: .mnemosyne)
      #expect(deck.notes.count <= 4)
      #expect(deck.problems.contains { $0.message == "The file ends in the middle." })
    }
  }
}
