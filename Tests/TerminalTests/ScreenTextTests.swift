import Foundation
import Markup
import TerminalUI
import TestSupport
import Testing

/// What a person reads of hostile cards in a real terminal is their text, all of it, within straight
/// borders.
@Suite(.serialized) struct ScreenTextTests {
  /// Hostile cards are shown in the portable form: U+FFFD for controls and broken bytes, joined
  /// emoji by their first picture, four marks at most, nothing for what has no width.
  @Test(arguments: HostileCard.all)
  func `the text of a hostile card has this portable form`(card: HostileCard) {
    let text = String(decoding: card.source, as: UTF8.self)
    let layout = MarkupLayout(MarkupDocument(markdown: text), width: 10_000)
    let shown = layout.unwrappedText.map { line in
      line.flatMap(PortableText.cells(of:)).map(\.text).joined()
    }
    #expect(shown.map { Array($0.unicodeScalars) } == card.shown.map { Array($0.unicodeScalars) })
  }

  @Test(
    .enabled(if: TmuxSession.tmux != nil, "tmux is not installed"),
    arguments: TerminalSizes.all)
  func `every hostile card can be read in tmux, its borders straight`(size: Size) async throws {
    let deck = try HostileDeck()
    try await DeckReading(deck, in: try TmuxSession(deck, size: size)).readAll()
  }
}
