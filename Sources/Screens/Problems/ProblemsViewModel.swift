public import Interaction
public import Observation
public import StudyDomain

/// Decides what Problems shows and does.
@MainActor @Observable public final class ProblemsViewModel {
  private let interactor: any ProblemsInteractor
  private let router: any Dismissing
  public private(set) var selection = ListSelection()
  public private(set) var message: Notice?
  @ObservationIgnored private(set) var editing: Task<Void, Never>?

  public init(interactor: any ProblemsInteractor, router: any Dismissing) {
    self.interactor = interactor
    self.router = router
  }

  public var problems: [Problem] { interactor.problems }

  public var selected: Problem? {
    let problems = problems
    return problems.indices.contains(selection.index) ? problems[selection.index] : problems.last
  }

  public func fit(windowHeight: Int) {
    var fitted = selection
    fitted.fit(count: problems.count, windowHeight: windowHeight)
    if fitted != selection { selection = fitted }
  }

  public func moved(_ movement: Movement) {
    message = nil
    selection.apply(movement)
  }

  public func openPressed() {
    guard let problem = selected else { return }
    message = nil
    editing = Task {
      do { try await interactor.openEditor(at: problem) } catch { message = Notice(error) }
    }
  }

  public func backPressed() {
    router.dismiss()
  }
}
