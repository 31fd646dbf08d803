import DeckFormat
import History
public import StudyDomain

extension FlashcardManager {
  /// What became of a card whose file was read again after someone else wrote it.
  public enum OutsideEdit: Hashable, Sendable {
    /// Its text is still there, here or in another deck.
    case unchanged
    /// Another text stands in its place.
    case replaced(by: CardKey, history: HistoryFate)
    /// Nothing stands in its place.
    case gone
  }

  /// What became of the history of a text that another one replaced.
  public enum HistoryFate: Hashable, Sendable {
    /// The old text had none.
    case unstudied
    /// It belongs to the new text now.
    case followed
    /// It stays with the old text, and returns with it: whether both are one card is doubtful.
    case left
  }

  /// Looks for the card of a ticket after a reload that was not asked for here.
  ///
  /// An editor opened on the card says what was meant; a change from outside may as well have put
  /// another card in its place. So a history follows by itself only where the letters, or the whole
  /// front, are the same, or one slip of the pen was mended.
  public func endOutsideEdit(_ ticket: EditTicket) throws -> OutsideEdit {
    index.refresh()
    guard snapshot.card(of: ticket.card) == nil else { return .unchanged }
    let pairs = NotePairing(ticket: ticket, after: snapshot).pairs
    guard let pair = pairs.first(where: { $0.old == ticket.card }) else { return .gone }
    let sure = pairs.filter { isPlainlyTheSame($0, ticket) }
    let drafts = relinks(sure, held: ticket.held)
    if !drafts.isEmpty { try index.history.write(drafts) }
    index.refresh()
    let history: HistoryFate =
      ticket.details[pair.old] == nil ? .unstudied : sure.contains(pair) ? .followed : .left
    return .replaced(by: pair.new, history: history)
  }

  /// False also for a card without events: it has no history that could follow.
  private func isPlainlyTheSame(_ pair: NotePairing.Pair, _ ticket: EditTicket) -> Bool {
    guard let old = ticket.details[pair.old], let card = snapshot.card(of: pair.new) else {
      return false
    }
    return CardEvents(index: index).details(ofCard: card).isPlainlyTheSame(as: old)
  }
}

extension CardDetails {
  /// True when two texts are one card beyond doubt.
  func isPlainlyTheSame(as other: CardDetails) -> Bool {
    guard !looseKey.isEmpty, !other.looseKey.isEmpty else { return false }
    return looseKey == other.looseKey || frontHash == other.frontHash
      || SlipOfThePen.separates(text, other.text)
  }
}

/// A misspelling that was mended: one letter more or less or two others, inside a word.
enum SlipOfThePen {
  static func separates(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one), Array(other))
    var start = 0
    while start < one.count, start < other.count, one[start] == other[start] { start += 1 }
    var end = 0
    while end < one.count - start, end < other.count - start,
      one[one.count - 1 - end] == other[other.count - 1 - end]
    {
      end += 1
    }
    let (was, became) = (one[start..<(one.count - end)], other[start..<(other.count - end)])
    let isShort =
      was.count == became.count ? was.count <= 2 : was.count + became.count == 1
    // A letter before a word may turn it into its opposite.
    let isInside = start > 0 && one[start - 1].isLetter
    return isShort && isInside && (was + became).allSatisfy(\.isLetter)
  }
}
