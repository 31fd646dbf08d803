import Interaction
import Testing

@testable import Screens

@MainActor @Suite struct OnboardingViewModelTests {
  private let situation = OnboardingSituation(reason: .firstStart, suggestedPath: "~/cards")

  @Test func `a collection is made where the person typed`() async {
    let made = Box("")
    let opened = Box(0)
    let model = OnboardingViewModel(
      interactor: FakeOnboardingInteractor(
        onboarding: situation, onCreate: { path, tutorial in made.value = "\(path) \(tutorial)" }),
      router: FakeOnboardingRouter(onOpen: { opened.value += 1 }))
    model.editPathPressed()
    model.pathEdited(.insert("2"))
    model.pathEntered()
    model.createPressed(withTutorial: true)
    await model.creating?.value
    #expect(made.value == "~/cards2 true")
    #expect(opened.value == 1)
  }

  @Test func `a folder that cannot be made is said and stays to be changed`() async {
    let model = OnboardingViewModel(
      interactor: FakeOnboardingInteractor(
        onboarding: situation, onCreate: { _, _ in throw ActionFailure("No permission") }),
      router: FakeOnboardingRouter())
    model.createPressed(withTutorial: false)
    await model.creating?.value
    #expect(model.message == Notice(.error, "No permission"))
    #expect(!model.isCreating)
  }
}
