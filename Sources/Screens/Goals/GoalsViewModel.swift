public import Interaction
public import Observation
public import StudyDomain

/// Decides what Goals shows and does.
@MainActor @Observable public final class GoalsViewModel {
  private let interactor: any GoalsInteractor
  private let router: any Dismissing
  /// The deck at hand when the screen opened.
  private let deckAtHand: DeckName?
  /// Whose goals are shown; nil for the whole collection.
  public private(set) var deck: DeckName?
  public private(set) var selection = ListSelection()
  /// The number being typed; nil while keys are commands.
  public private(set) var field: TextField?
  public private(set) var message: Notice?

  /// Weeks that the screen shows.
  public static let weeks = 5

  public init(deck: DeckName?, interactor: any GoalsInteractor, router: any Dismissing) {
    deckAtHand = deck
    self.interactor = interactor
    self.router = router
  }

  public var progress: StudyProgress {
    interactor.progress(of: deck, weeks: Self.weeks)
  }

  public var selectedKind: GoalKind {
    GoalKind.allCases[min(selection.index, GoalKind.allCases.count - 1)]
  }

  public func moved(_ movement: Movement) {
    message = nil
    selection.fit(count: GoalKind.allCases.count, windowHeight: GoalKind.allCases.count)
    selection.apply(movement)
  }

  /// Raises or lowers the goal by one step.
  public func stepped(_ direction: Int) {
    let step = selectedKind == .new ? 1 : 5
    let before = progress.goals[selectedKind] ?? 0
    // Onto whole steps, whatever was typed.
    let after = direction > 0 ? (before / step + 1) * step : (before - 1) / step * step
    set(after > 0 ? min(after, Self.most) : nil)
  }

  private static let most = 9999

  public func clearPressed() {
    set(nil)
  }

  private func set(_ amount: Int?) {
    attempt { try interactor.setGoal(selectedKind, to: amount, of: deck) }
  }

  /// Why no goal can be taken away; nil when it can.
  public var whyNoGoal: String? {
    progress.goals[selectedKind] == nil ? "There is no such goal" : nil
  }

  // MARK: Decks

  /// All whose goals can be shown: all decks together first.
  private var decks: [DeckName?] {
    let others = interactor.decksWithGoals.filter { $0 != deckAtHand }
    return [nil] + (deckAtHand.map { [$0] } ?? []) + others
  }

  public var whyNoDeck: String? {
    decks.count > 1 ? nil : "No deck is at hand: open this screen on a deck"
  }

  public func deckPressed() {
    message = nil
    let decks = decks
    let place = decks.firstIndex(of: deck) ?? -1
    deck = decks[(place + 1) % decks.count]
  }

  // MARK: Typing

  public func typePressed() {
    message = nil
    field = TextField(progress.goals[selectedKind].map(String.init) ?? "")
  }

  public func edited(_ edit: TextField.Edit) {
    field?.apply(edit)
  }

  public func entered() {
    guard let text = field?.text.filter({ $0 != " " }) else { return }
    // Digits of any script.
    let digits = text.compactMap(\.wholeNumberValue)
    guard digits.count == text.count, digits.count <= 4 else {
      message = Notice(.warning, "A goal is a number up to \(Self.most)")
      return
    }
    field = nil
    let amount = digits.reduce(0) { $0 * 10 + $1 }
    set(amount > 0 ? amount : nil)
  }

  public func fieldLeft() {
    message = nil
    field = nil
  }

  // MARK: Undo

  public func undoPressed() {
    attempt { try interactor.undo() }
  }

  public func redoPressed() {
    attempt { try interactor.redo() }
  }

  public func backPressed() {
    router.dismiss()
  }

  private func attempt(_ work: () throws -> String) {
    do { message = Notice(try work()) } catch { message = Notice(error) }
  }
}
