import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import Screens

@MainActor @Suite struct OptionsViewModelTests {
  private func press(_ keys: String, on screen: OptionsScreen) {
    for key in keys {
      var canvas = Canvas(size: Size(width: 80, height: 24))
      screen.draw(on: &canvas)
      _ = screen.handle(key == "\n" ? .enter : .character(key), now: noon)
    }
  }

  @Test func `a key takes a number one on, Enter types it`() {
    let interactor = FakeOptionsInteractor()
    let screen = optionsScreen([], interactor)
    press("llh", on: screen)
    press("\n", on: screen)
    _ = screen.handle(.control("u"), now: noon)
    press("35\n", on: screen)
    #expect(
      interactor.said
        == ["new_per_day=11", "new_per_day=12", "new_per_day=11", "new_per_day=35"])
  }

  @Test func `what is wrong stays in the field, with the reason, until it is right`() {
    let interactor = FakeOptionsInteractor()
    let screen = optionsScreen([], interactor)
    press("\nx\n", on: screen)
    #expect(screen.inputContext == .textField && interactor.said.isEmpty)
    var canvas = Canvas(size: Size(width: 20, height: 6))
    screen.draw(on: &canvas)
    #expect(canvas.text(row: 0).contains("! new_per_day"))
    _ = screen.handle(.backspace, now: noon)
    press("\n", on: screen)
    #expect(screen.inputContext == .commands && interactor.said == ["new_per_day=10"])
  }

  @Test func `x takes the deck's own value away, and says whose it is where there is none`() {
    let interactor = FakeOptionsInteractor()
    let screen = optionsScreen([], interactor)
    press("x", on: screen)
    #expect(interactor.said == ["new_per_day=nil"])
    press("x", on: screen)
    #expect(interactor.said.count == 1)
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    #expect(canvas.text(row: 20).contains("default says it"))
  }

  @Test func `an empty field means no steps, and for a number what is inherited`() {
    let interactor = FakeOptionsInteractor()
    let screen = optionsScreen([], interactor)
    press("\n", on: screen)
    _ = screen.handle(.control("u"), now: noon)
    press("\n", on: screen)
    press("jj\n", on: screen)
    _ = screen.handle(.control("u"), now: noon)
    press("\n", on: screen)
    #expect(interactor.said == ["new_per_day=nil", "learning_steps=none"])
  }

  @Test func `presets are chosen, made, edited and deleted`() {
    let interactor = FakeOptionsInteractor()
    let screen = optionsScreen([], interactor)
    press("p\n", on: screen)
    #expect(interactor.said == ["preset=Hard"])
    press("pCEasy\n", on: screen)
    #expect(interactor.presets.map(\.name).contains("Easy"))
    press("gx", on: screen)
    #expect(!interactor.presets.map(\.name).contains("Hard"))
    #expect(screen.whyOff(.optionPresets) != nil)
    press("q", on: screen)
    #expect(screen.whyOff(.editPreset) != nil && screen.whyOff(.optionPresets) == nil)
  }

  @Test func `headings are stepped over at both ends`() {
    let screen = optionsScreen(Array("Ggkkk").map { .character($0) })
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    let selected = (0..<24).filter { canvas[1, $0].style.role == .selection }
    #expect(selected.count == 1)
    #expect(selected.first.map { canvas.text(row: $0).contains("new_per_day") } ?? false)
  }
}
