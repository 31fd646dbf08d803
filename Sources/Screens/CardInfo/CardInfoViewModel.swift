public import Interaction
public import Observation
public import StudyDomain

/// Decides what Card info shows.
@MainActor @Observable public final class CardInfoViewModel {
  private let interactor: any CardInfoInteractor
  private let router: any Dismissing
  public let card: CardKey
  public private(set) var scroll = ScrollState()

  public init(
    interactor: any CardInfoInteractor, router: any Dismissing, card: CardKey
  ) {
    self.interactor = interactor
    self.router = router
    self.card = card
  }

  public enum Content: Hashable, Sendable {
    case card(CardInfo)
    /// Why there is nothing to show.
    case nothing(Notice)
  }

  public var content: Content {
    do {
      if let info = try interactor.cardInfo(card) { return .card(info) }
      return .nothing(
        Notice(
          .warning, "the card is gone: its text was changed or removed",
          nextStep: "its history is kept and returns with the text"))
    } catch {
      return .nothing(Notice(error))
    }
  }

  public func scrolled(_ movement: Movement) {
    scroll.apply(movement)
  }

  public func fit(contentHeight: Int, windowHeight: Int) {
    var fitted = scroll
    fitted.fit(contentHeight: contentHeight, windowHeight: windowHeight)
    if fitted != scroll { scroll = fitted }
  }

  public func backPressed() {
    router.dismiss()
  }
}
