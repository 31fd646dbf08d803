import Foundation
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

/// Options, settings and decks, changed with keys and seen in files.
@MainActor @Suite(.serialized) struct OptionsAndSettingsTests {
  @Test func `decks are made, renamed, moved and deleted, and u takes all of it back`()
    async throws
  {
    let home = try TestHome(["geo.md": deck(1...3), "lang/verbs.md": deck(20...21)])
    let app = try TestApp(home)
    try await app.sees("geo")
    try await app.type("CBio/Cells\n", sees: "new deck Bio::Cells")
    #expect(home.folder.has("cards/Bio/Cells.md"))
    try await app.type("CBio/Cells\n", sees: "there is a deck Bio::Cells already")
    app.terminal.press(.escape)
    app.terminal.type("R")
    app.terminal.press(.control("u"))
    try await app.type("Bio::Plants\n", sees: "Bio::Cells is Bio::Plants now")
    #expect(home.folder.has("cards/Bio/Plants.md") && !home.folder.has("cards/Bio/Cells.md"))
    try await app.type("Mlang\n", sees: "Bio::Plants is lang::Plants now")
    #expect(home.folder.has("cards/lang/Plants.md") && !home.folder.has("cards/Bio"))
    // The whole of lang, after one question.
    try await app.type("k", sees: "lang")
    app.terminal.type("gj")
    try await app.type("D", sees: "Delete lang and 2 decks below: 2 cards with 0 reviews?")
    try await app.type("\n", sees: "deleted lang with 2 cards")
    #expect(!home.folder.has("cards/lang"))
    try await app.type("u", sees: "undone: deleted deck lang")
    #expect(try home.folder.read("cards/lang/verbs.md") == deck(20...21))
    try await app.type("u", sees: "undone: Bio::Plants renamed")
    try await app.type("u", sees: "undone: Bio::Cells renamed")
    try await app.type("u", sees: "undone: new deck")
    #expect(!home.folder.has("cards/Bio"))
    await app.close()
  }

  @Test func `an option of the deck at hand changes from Study, at once and with undo`()
    async throws
  {
    let home = try TestHome(["geo.md": deck(1...30)])
    let app = try TestApp(home, start: .study("geo", limit: nil))
    try await app.sees("new 20")
    try await app.type("o", sees: "Options  geo")
    app.terminal.press(.enter, .control("u"))
    try await app.type("many\n", sees: "new_per_day: 'many' is not a whole number from 0 up")
    app.terminal.press(.control("u"))
    try await app.type("5\n", sees: "geo: new_per_day is 5 now")
    try await app.type("q", sees: "new 5")
    try await app.type("o", sees: "set here")
    try await app.type("u", sees: "undone: option new_per_day")
    try await app.type("q", sees: "new 20")
    await app.close()
    #expect(try home.folder.read("cards/geo.md") == deck(1...30))
  }

  @Test func `a preset is made of a deck, chosen by another, edited for both, and deleted`()
    async throws
  {
    let settings = "# ours\nrollover: \"03:00\"  # night owls\n"
    let home = try TestHome([
      "geo.md": deck(1...30), "hist.md": deck(31...60), ".deckle/settings.yaml": settings,
    ])
    let app = try TestApp(home)
    try await app.sees("geo")
    try await app.type("o\u{6C}", sees: "new_per_day is 21 now")
    try await app.type("pCSlow\n", sees: "preset Slow holds the options of geo")
    #expect(
      try home.folder.read("cards/.deckle/settings.yaml")
        == settings + "presets:\n  Slow:\n    new_per_day: 21\n")
    app.terminal.type("qq")
    try await app.type("jo", sees: "Options  hist")
    try await app.type("p\n", sees: "hist: preset is Slow now")
    try await app.sees("preset Slow")
    try await app.type("pe", sees: "preset Slow")
    try await app.type("h", sees: "preset Slow: new_per_day is 20 now")
    app.terminal.type("q")
    try await app.sees("2 decks")
    try await app.type("x", sees: "deleted preset Slow; 2 decks no longer follow it")
    try await app.type("u", sees: "undone: deleted preset Slow")
    try await app.sees("2 decks")
    await app.close()
    #expect(try home.folder.read("cards/.deckle/settings.yaml").hasPrefix(settings))
  }

  @Test func `theme and keys hold at once, and the file keeps its comments`() async throws {
    let home = try TestHome(["geo.md": deck(1...3)])
    let config = "# laptop\ntheme: light # by day\nkeys:\n  # mine\n  home.pin: P\n"
    try home.folder.write(".config/deckle/config.yaml", config)
    let app = try TestApp(home)
    try await app.sees("geo")
    #expect(app.terminal.theme == .light)
    try await app.type(",", sees: "Settings")
    app.terminal.press(.enter, .down)
    try await app.holds("the next theme is shown") { app.terminal.theme == .highContrast }
    app.terminal.press(.escape)
    try await app.holds("the theme is as before") { app.terminal.theme == .light }
    try await app.type("h", sees: "theme is dark now")
    #expect(app.terminal.theme == .dark)
    // A key: the list is the last row of this machine's settings.
    app.terminal.type(String(repeating: "j", count: SettingDescription.machine.count))
    try await app.type("\n", sees: "home.study")
    try await app.type("\nz", sees: "home.study: z")
    app.terminal.type("qq")
    try await app.sees("z study")
    #expect(
      try home.folder.read(".config/deckle/config.yaml")
        == "# laptop\ntheme: dark # by day\nkeys:\n  # mine\n  home.pin: P\n  home.study: z\n")
    try await app.type("z", sees: "question 1")
    await app.close()
  }

  @Test func `a key that another action has is told, and not taken`() async throws {
    let home = try TestHome(["geo.md": deck(1...3)])
    let app = try TestApp(home)
    try await app.type(",", sees: "Settings")
    app.terminal.type(String(repeating: "j", count: SettingDescription.machine.count))
    try await app.type("\n", sees: "home.study")
    try await app.type("\n*", sees: "* is given to home.study and home.pin")
    #expect(!home.folder.has(".config/deckle/config.yaml"))
    // One that only a key of all screens has is taken, and what it was is said.
    try await app.type("\nj", sees: "j is no longer 'down' there")
    try await app.type("u", sees: "undone: keys of home.study")
    await app.close()
  }

  @Test func `another end of the day holds at once`() async throws {
    let home = try TestHome(["geo.md": deck(1...3)])
    let app = try TestApp(home)
    try await app.sees("until 04:00")
    try await app.type(",", sees: "Settings")
    app.terminal.type(String(repeating: "j", count: SettingDescription.machine.count + 1))
    try await app.type("l", sees: "rollover is 04:30 now")
    try await app.type("q", sees: "until 04:30")
    #expect(try home.folder.read("cards/.deckle/settings.yaml") == "rollover: 04:30\n")
    try await app.type(",", sees: "Settings")
    app.terminal.type(String(repeating: "j", count: SettingDescription.machine.count + 2) + "\n")
    try await app.type("Mars/Base\n", sees: "Mars/Base")
    app.terminal.press(.control("u"))
    try await app.type("Asia/Tokyo\n", sees: "timezone is Asia/Tokyo now")
    await app.close()
    #expect(try home.folder.read("cards/.deckle/settings.yaml").contains("timezone: Asia/Tokyo"))
  }

  @Test func `a broken file of settings is left alone`() async throws {
    let home = try TestHome(["geo.md": deck(1...3), ".deckle/settings.yaml": "rollover = \n"])
    try home.folder.write(".config/deckle/config.yaml", "theme: [dark\n")
    let app = try TestApp(home)
    try await app.type(",", sees: "Settings")
    try await app.type("l", sees: "was not written")
    app.terminal.type(String(repeating: "j", count: SettingDescription.machine.count + 1))
    app.terminal.type("l")
    // A long path is broken over rows wherever it has to be.
    try await app.holds("the file of the collection is named with its line") {
      app.terminal.text.joined().filter { $0 != " " }.contains("settings.yaml:1wasnotwritten")
    }
    await app.close()
    #expect(try home.folder.read(".config/deckle/config.yaml") == "theme: [dark\n")
    #expect(try home.folder.read("cards/.deckle/settings.yaml") == "rollover = \n")
  }
}
