public import Interaction
public import Observation

/// Decides what the first start shows and does.
@MainActor @Observable public final class OnboardingViewModel {
  private let interactor: any OnboardingInteractor
  private let router: any OnboardingRouter
  public private(set) var path: TextField
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
    isTyping = true
  }

  public func pathEdited(_ edit: TextField.Edit) {
    path.apply(edit)
  }

  public func pathEntered() {
    isTyping = false
  }

  public func quitPressed() {
    router.quit()
  }
}
