import TerminalUI
import Testing

@testable import Screens

@MainActor @Suite struct OlderRevisionViewModelTests {
  @Test(arguments: [
    (Key.enter, "restored"), (.character("r"), "restored"), (.character("a"), "accepted"),
    (.escape, ""),
  ])
  func `each key gives its answer and leaves`(key: Key, answer: String) {
    let given = Box("")
    let left = Box(0)
    let screen = OlderRevisionScreen(
      viewModel: OlderRevisionViewModel(
        interactor: FakeOlderRevisionInteractor(
          missing: { Sample.missing }, onRestore: { given.value = "restored" },
          onAccept: { given.value = "accepted" }),
        router: FakeDismissing(onDismiss: { left.value += 1 })))
    #expect(screen.handle(key, now: noon))
    #expect(given.value == answer)
    #expect(left.value == 1)
  }

  @Test func `a restore that fails is said and the question stays`() {
    let model = OlderRevisionViewModel(
      interactor: FakeOlderRevisionInteractor(
        missing: { Sample.missing }, onRestore: { throw ActionFailure("The disk is full") }),
      router: FakeDismissing())
    model.restorePressed()
    #expect(model.message == Notice(.error, "The disk is full"))
  }

  @Test func `a question that another program answered goes away`() {
    let missing = Box<MissingHistory?>(Sample.missing)
    let left = Box(0)
    let model = OlderRevisionViewModel(
      interactor: FakeOlderRevisionInteractor(missing: { missing.value }),
      router: FakeDismissing(onDismiss: { left.value += 1 }))
    model.looked()
    #expect(left.value == 0)
    missing.value = nil
    model.looked()
    #expect(left.value == 1)
  }
}
