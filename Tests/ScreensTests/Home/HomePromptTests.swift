import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import Screens

/// What Home asks before it changes a deck.
@MainActor @Suite struct HomePromptTests {
  @MainActor private final class Heard {
    var words: [String] = []
  }

  private func screen(_ heard: Heard) -> HomeScreen {
    var interactor = FakeHomeInteractor(overview: { Sample.home() }, fold: { _, _ in })
    interactor.add = { count, deck in
      heard.words.append("add \(count) \(deck.text)")
      return ""
    }
    interactor.deckFiles.create = { name in
      heard.words.append("create \(name)")
      return DeckFileReport(deck: DeckName(name), sentence: "new deck \(name)")
    }
    interactor.deckFiles.rename = { deck, name in
      if name == "taken" { throw ActionFailure("there is a deck taken already") }
      heard.words.append("rename \(deck.text) to \(name)")
      return DeckFileReport(deck: DeckName(name), sentence: "")
    }
    interactor.deckFiles.trash = { deck in
      heard.words.append("trash \(deck.text)")
      return ""
    }
    return HomeScreen(
      viewModel: HomeViewModel(interactor: interactor, router: FakeHomeRouter()))
  }

  private func press(_ keys: String, on screen: HomeScreen) {
    for key in keys {
      var canvas = Canvas(size: Size(width: 80, height: 24))
      screen.draw(on: &canvas)
      switch key {
      case "\n": _ = screen.handle(.enter, now: noon)
      case "↓": _ = screen.handle(.down, now: noon)
      case "⌫": _ = screen.handle(.control("u"), now: noon)
      case "␛": _ = screen.handle(.escape, now: noon)
      default: _ = screen.handle(.character(key), now: noon)
      }
    }
  }

  @Test func `a name is typed for a new deck and for another name`() {
    let heard = Heard()
    let screen = screen(heard)
    press("CBiology/Cells\n", on: screen)
    press("R⌫Espanol\n", on: screen)
    #expect(heard.words.count == 2 && heard.words[0] == "create Biology/Cells")
    #expect(heard.words[1].hasSuffix(" to Espanol"))
  }

  @Test func `a name that is taken is said, and the field stays`() {
    let heard = Heard()
    let screen = screen(heard)
    press("R⌫taken\n", on: screen)
    #expect(screen.inputContext == .textField && heard.words.isEmpty)
    for size in [Size(width: 80, height: 24), Size(width: 40, height: 6)] {
      var canvas = Canvas(size: size)
      screen.draw(on: &canvas)
      #expect((0..<size.height).contains { canvas.text(row: $0).contains("deck taken already") })
    }
    press("␛", on: screen)
    #expect(screen.inputContext == .commands)
  }

  @Test func `a deck goes below one that is chosen, and not below itself`() {
    let heard = Heard()
    let screen = screen(heard)
    press("M", on: screen)
    #expect(!screen.viewModel.moveTargets.contains { $0?.text.hasPrefix("Spanish") ?? false })
    press("bio\n", on: screen)
    #expect(heard.words == ["rename Spanish to Biology::Spanish"])
  }

  @Test func `a deck is deleted after one question that says how much goes`() {
    let heard = Heard()
    let screen = screen(heard)
    press("D␛", on: screen)
    #expect(heard.words.isEmpty)
    press("D", on: screen)
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    let text = (0..<24).map { canvas.text(row: $0) }.joined()
    #expect(text.contains("120 cards") && text.contains("1234 reviews"))
    press("\n", on: screen)
    #expect(heard.words == ["trash Spanish"])
  }

  @Test func `more today is a number, of new cards or of reviews`() {
    let heard = Heard()
    let screen = screen(heard)
    press("+\n+⌫many\n", on: screen)
    #expect(heard.words == ["add 10 Spanish"] && screen.inputContext == .textField)
    #expect(MoreToday("50 r")?.reviews == 50 && MoreToday("20")?.new == 20)
    #expect(MoreToday("0") == nil && MoreToday("-3") == nil && MoreToday("9x") == nil)
  }
}
