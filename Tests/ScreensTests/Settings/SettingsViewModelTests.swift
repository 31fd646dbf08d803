import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import Screens

@MainActor @Suite struct SettingsViewModelTests {
  private func press(_ keys: [Key], on screen: SettingsScreen) {
    for key in keys {
      var canvas = Canvas(size: Size(width: 80, height: 24))
      screen.draw(on: &canvas)
      _ = screen.handle(key, now: noon)
    }
  }

  @Test func `a theme is shown as the selection comes to it, and taken by Enter alone`() {
    let interactor = FakeSettingsInteractor()
    let screen = settingsScreen([], interactor)
    press([.enter, .down, .down, .escape], on: screen)
    #expect(interactor.previews == ["light", "high-contrast", nil])
    #expect(interactor.values["theme"] == "dark")
    press([.enter, .down, .enter], on: screen)
    #expect(interactor.values["theme"] == "light" && interactor.previews.last == .some(nil))
  }

  @Test func `the next key pressed goes to the action, whatever it does otherwise`() {
    let interactor = FakeSettingsInteractor()
    let toKeys = Array(repeating: Key.down, count: SettingDescription.machine.count)
    let screen = settingsScreen([], interactor)
    press(toKeys + [.enter, .enter, .character("q")], on: screen)
    #expect(interactor.keys["home.study"] == ["q"])
    press([.character("+"), .control("d")], on: screen)
    #expect(interactor.keys["home.study"] == ["q", "Ctrl-D"])
    press([.enter, .escape], on: screen)
    #expect(interactor.keys["home.study"] == ["q", "Ctrl-D"])
    press([.character("x")], on: screen)
    #expect(interactor.keys["home.study"] == nil)
  }

  @Test func `an emptied field takes the setting away`() {
    let interactor = FakeSettingsInteractor()
    let screen = settingsScreen([], interactor)
    press([.down, .enter, .control("u"), .enter], on: screen)
    #expect(interactor.values["editor"] == nil)
    #expect(screen.whyOff(.addKey) != nil)
  }

  @Test func `the themes that can be named are those there are`() {
    #expect(SettingDescription.themeNames == Theme.all.map(\.name))
  }
}
