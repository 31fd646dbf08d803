import History
import Scheduling
import StudyDomain

/// An answer that is about to be written.
struct GradedCard {
  var drafts: [EventDraft]
  var wasNew: Bool
  var becameLeech: Bool
}

extension CardEvents {
  /// The events of an answer given now: the review, and what follows when the card became a leech.
  func grade(_ card: Int, _ grade: Grade, milliseconds: Int, mode: ReviewMode) -> GradedCard {
    let deck = index.library.snapshot.deck(ofCard: card)
    let options = index.options(ofDeck: deck)
    let state = index.state(ofCard: card)
    let outcome = index.outcomes(ofCard: card, at: index.clock.now())[grade]
    let review = ReviewDetails(
      grade: grade, takenMilliseconds: Int64(milliseconds), interval: outcome.interval,
      phaseBefore: state.phase, mode: mode,
      parameters: index.history.lastSetting(
        .parameters, subject: index.decks[deck].name.text, name: nil),
      retention: Int((options.desiredRetention * 1000).rounded()),
      seen: Int(state.scheduleEvents))
    let becomesLeech = outcome.becomesLeech && mode != .cram
    var drafts = drafts([card]) { _, key in .review(key, review) }
    if becomesLeech {
      drafts += followUp(card) { .leech($0, true) }
      if options.leechAction == .suspend { drafts += followUp(card) { .suspend($0) } }
    }
    return GradedCard(
      drafts: drafts, wasNew: state.phase == .new && mode != .cram, becameLeech: becomesLeech)
  }

  /// A further event of the same action: the card is introduced by the first.
  private func followUp(_ card: Int, _ make: (CardKey) -> EventBody) -> [EventDraft] {
    drafts([card]) { _, key in make(key) }.filter { $0.body.kind != .card }
  }
}
