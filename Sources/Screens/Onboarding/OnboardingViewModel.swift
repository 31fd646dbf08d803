public import Interaction
public import Observation

/// Decides what the first start shows and does.
@MainActor @Observable public final class OnboardingViewModel {
  private let interactor: any OnboardingInteractor
  private let router: any OnboardingRouter
  public private(set) var path: TextField
  @ObservationIgnored private var pathBefore: TextField?
  public private(set) var isTyping = false
  public private(set) var isCreating = false
  public private(set) var message: Notice?
  @ObservationIgnored private(set) var creating: Task<Void, Never>?

  public init(interactor: any OnboardingInteractor, router: any OnboardingRouter) {
    self.interactor = interactor
    self.router = router
    path = TextField(interactor.onboarding.suggestedPath)
  }

  public var reason: OnboardingSituation.Reason { interactor.onboarding.reason }

  public func createPressed(withTutorial: Bool) {
    guard !isCreating else { return }
    guard path.text.contains(where: { $0 != " " }) else {
      message = Notice(.error, "The folder has no name", nextStep: "Press e and type one.")
      return
    }
    message = nil
    isCreating = true
    creating = Task {
      do {
        try await interactor.createCollection(at: path.text, withTutorial: withTutorial)
        router.openHome()
      } catch {
        message = Notice(error)
      }
      isCreating = false
    }
  }

  public func editPathPressed() {
    message = nil
    pathBefore = path
    isTyping = true
  }

  public func pathEdited(_ edit: TextField.Edit) {
    path.apply(edit)
  }

  /// Takes the path; one that does not say where it begins is refused.
  public func pathEntered() {
    guard path.text.hasPrefix("/") || path.text.hasPrefix("~/") else {
      message = Notice(
        .error, "Give the whole path of the folder", nextStep: "It begins with / or ~/.")
      return
    }
    message = nil
    isTyping = false
  }

  /// Leaves the field; the path is as it was before.
  public func pathLeft() {
    path = pathBefore ?? path
    message = nil
    isTyping = false
  }

  public func quitPressed() {
    router.quit()
  }
}
