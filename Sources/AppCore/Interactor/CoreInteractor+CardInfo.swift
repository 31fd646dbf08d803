import Managers
public import Screens
public import StudyDomain

extension CoreInteractor: CardInfoInteractor {
  /// The chance of recall is that of at most ten seconds ago.
  public func cardInfo(_ card: CardKey) throws -> CardInfo? {
    container.index.refresh()
    let key = CardInfoKey(
      card: card, revision: container.analytics.revision,
      tenSeconds: container.clock.now().seconds / 10)
    return try cardInfoMemo.value(for: key) { Result { try self.infoNow(card) } }.get()
  }

  private func infoNow(_ key: CardKey) throws -> CardInfo? {
    guard let card = container.library.snapshot.card(of: key) else { return nil }
    return try attempt {
      CardInfo(
        report: try container.flashcards.details(ofCard: card),
        history: container.analytics.history(ofCard: card), today: container.clock.today,
        offsetMinutes: container.clock.calendar.offsetMinutes(at: container.clock.now()))
    }
  }
}

/// All that the picture of a card depends on.
struct CardInfoKey: Equatable {
  var card: CardKey
  var revision: [Int]
  var tenSeconds: Int64
}
