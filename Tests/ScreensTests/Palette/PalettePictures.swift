import TerminalUI

@testable import Screens

@MainActor private func palette(_ keys: [Key] = [], recent: [Action] = []) -> any Screen {
  let screen = PaletteScreen(
    viewModel: PaletteViewModel(
      entries: Sample.commands, recent: recent, router: FakeCommandRouter(onPerform: { _ in })),
    over: .study)
  for key in keys { _ = screen.handle(key, now: noon) }
  return screen
}

@MainActor private func menu(_ keys: [Key] = []) -> any Screen {
  let screen = MenuScreen(
    viewModel: MenuViewModel(
      entries: Sample.commands, router: FakeCommandRouter(onPerform: { _ in })), over: .study)
  for key in keys { _ = screen.handle(key, now: noon) }
  return screen
}

private func typed(_ text: String) -> [Key] { text.map { .character($0) } }

let palettePictures: [ScreenPicture] = [
  ScreenPicture(name: "Palette/usual", title: "Palette over Study") { palette() },
  ScreenPicture(name: "Palette/filter", title: "Palette, text typed") { palette(typed("sus")) },
  ScreenPicture(name: "Palette/empty", title: "Palette, nothing found") {
    palette(typed("xyzzy"))
  },
  ScreenPicture(name: "Palette/off", title: "Palette, an action that is off") {
    palette(typed("siblings") + [.enter])
  },
  ScreenPicture(name: "Palette/wide", title: "Palette, wide text typed") {
    palette(typed("天気はいいから散歩しましょう天気はいいから散歩しましょう天気はいいから散歩"))
  },
  ScreenPicture(name: "Menu/usual", title: "Menu over Study") { menu() },
  ScreenPicture(name: "Menu/everywhere", title: "Menu, the second group") {
    menu([.right, .down])
  },
]
