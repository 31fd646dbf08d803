import DeckFormat
import StudyDomain
import Testing

/// A block read by itself has the cards that it has in its file: else its text could never be shown.
struct BlockAloneTests {
  @Test(
    arguments: [
      // Found by the fuzzer: a comment on the line of a fence, at the beginning of an answer.
      "Q:h\nA:\n```<!---->\n\n```",
      "Q: h\nA: ```<!-- a -->\n```",
      "Q: ```<!-- a -->\n```\nA: b",
      "Q: h\nA:\n~~~ <!-- a -->\nb\n~~~\n\nc",
      "T: ```<!-- a -->\n```\nD: ```<!-- b -->\n```",
      "C: ```<!-- [a] -->\n```\n[b]",
      "C:\n```<!-- [a] -->\n```\n[b]\nA: ```<!-- c -->\n```",
      "h\n?\n```<!-- a -->\n```",
      "```<!-- a -->\n```\n?\nb",
    ])
  func `wherever a fence begins`(text: String) {
    for before in ["", "Q: x\nA: y\n\n---\n\n"] {
      let bytes = Array((before + text).utf8)
      let deck = DeckReader().read(bytes, path: "a.md")
      bytes.withUnsafeBytes { bytes in
        for note in deck.notes {
          let content = NoteContent(
            block: UnsafeRawBufferPointer(rebasing: bytes[note.byteRange]), note: note)
          #expect(content.cards.map(\.key) == deck.cards(of: note).map(\.key))
        }
      }
    }
  }
}
