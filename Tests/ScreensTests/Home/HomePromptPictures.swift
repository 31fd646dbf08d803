import TerminalUI

@testable import Screens

@MainActor private func home(_ keys: [Key]) -> any Screen {
  let screen = HomeScreen(
    viewModel: HomeViewModel(
      interactor: FakeHomeInteractor(overview: { Sample.home() }), router: FakeHomeRouter()))
  for key in keys {
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    _ = screen.handle(key, now: noon)
  }
  return screen
}

let homePromptPictures: [ScreenPicture] = [
  ScreenPicture(name: "Home/rename", title: "Home, a deck gets another name") {
    home(["R"].map { .character($0) })
  },
  ScreenPicture(name: "Home/move", title: "Home, a deck is moved") {
    home(["M"].map { .character($0) })
  },
  ScreenPicture(name: "Home/delete", title: "Home, before a deck is deleted") {
    home(["D"].map { .character($0) })
  },
  ScreenPicture(name: "Home/more", title: "Home, more cards for today") {
    home(["+", "0"].map { .character($0) })
  },
]
