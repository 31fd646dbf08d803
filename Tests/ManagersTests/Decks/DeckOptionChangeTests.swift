import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Options: which value is in force, who says it, and what a change writes.
@MainActor @Suite struct DeckOptionChangeTests {
  private static let settings = """
    # for all
    new_per_day: 7
    presets:
      hard:
        new_per_day: 3   # few
        desired_retention: 0.95

    """

  private func desk(_ files: [String: String]) throws -> Desk {
    try TestCollection(files).open()
  }

  private func value(_ name: String, _ deck: String, _ desk: Desk) throws -> DeckOptionValue {
    try #require(
      try desk.decks.optionValues(of: DeckName(deck)).first { $0.name == name })
  }

  private func set(_ name: String, _ text: String?, _ deck: String, _ desk: Desk) throws {
    let change = try desk.decks.optionChange(name, to: text, of: DeckName(deck))
    try TextJournal(index: desk.index).perform(name, change.files, events: change.events)
  }

  @Test func `each value says where it comes from`() throws {
    let desk = try desk([
      ".deckle/settings.yaml": Self.settings,
      "a.md": "---\npreset: hard\nlearning_steps: [5m]\nhtml: true\n---\n" + deck(1...1),
      "a/b.md": "---\nnew_per_day: 9\n---\n" + deck(2...2), "c.md": deck(3...3),
    ])
    #expect(try value("new_per_day", "c", desk).source == .collection)
    #expect(try value("new_per_day", "c", desk).text == "7")
    #expect(try value("reviews_per_day", "c", desk).source == .standard)
    #expect(try value("new_per_day", "a", desk).source == .preset("hard"))
    #expect(try value("new_per_day", "a::b", desk).source == .file(path: "a/b.md"))
    #expect(try value("new_per_day", "a::b", desk).inherited == "3")
    #expect(try value("learning_steps", "a::b", desk).source == .deck(DeckName("a")))
    #expect(try value("desired_retention", "a::b", desk).text == "0.95")
    // How a file is read is not handed down.
    #expect(try value("html", "a", desk).text == "true")
    #expect(try value("html", "a::b", desk).text == "false")
    // What is shown is what counts.
    for name in ["a", "a::b", "c"] {
      let number = try #require(desk.library.snapshot.deck(named: DeckName(name)))
      let options = desk.index.options(ofDeck: number)
      for shown in try desk.decks.optionValues(of: DeckName(name))
      where !DeckOptions.saysHowFilesAreRead(shown.name) && shown.name != "preset" {
        #expect(shown.text == options.writtenText(of: shown.name), "\(shown.name) of \(name)")
      }
    }
  }

  @Test func `a key of the front matter changes on its line, anything else is an event`() throws {
    let text = "---\n# mine\nnew_per_day: 9  # enough\n---\n" + deck(1...1)
    let desk = try desk(["a.md": text])
    try set("new_per_day", "12", "a", desk)
    #expect(
      try desk.collection.folder.read("decks/a.md")
        == text.replacing("new_per_day: 9", with: "new_per_day: 12"))
    try set("reviews_per_day", "50", "a", desk)
    #expect(
      try desk.collection.historyLines().filter { $0.contains("\toption\ta\t") }.count == 1)
    #expect(try value("reviews_per_day", "a", desk).source == .event)
    // Taken back: the default holds again, here and after a new start.
    try set("reviews_per_day", nil, "a", desk)
    #expect(try value("reviews_per_day", "a", desk).source == .standard)
    #expect(try value("reviews_per_day", "a", desk.collection.open()).text == "200")
    try set("new_per_day", nil, "a", desk)
    #expect(try value("new_per_day", "a", desk).text == "20")
    #expect(try desk.collection.folder.read("decks/a.md").contains("# mine"))
  }

  @Test func `how a file is read stands in the file`() throws {
    let desk = try desk(["a.md": deck(1...1), "b/c.md": deck(2...2)])
    try set("html", "true", "a", desk)
    #expect(try desk.collection.folder.read("decks/a.md").hasPrefix("---\nhtml: true\n---\n"))
    #expect(throws: DeckOptionError.noFile(option: "tags", deck: DeckName("b"))) {
      try set("tags", "x", "b", desk)
    }
  }

  @Test(arguments: [
    ("new_per_day", "many"), ("desired_retention", "0.5"), ("learning_steps", "soon"),
    ("maximum_interval", "0"), ("leech_action", "shout"), ("preset", "none such"),
  ])
  func `a value that cannot be changes nothing`(name: String, text: String) throws {
    let desk = try desk(["a.md": deck(1...1)])
    #expect(throws: (any Error).self) { try set(name, text, "a", desk) }
    #expect(try desk.collection.folder.read("decks/a.md") == deck(1...1))
    #expect(!desk.collection.folder.has("decks/.deckle/history"))
  }

  @Test func `no steps are a value, and not the inherited one`() throws {
    let desk = try desk(["a.md": deck(1...1), "a/b.md": deck(2...2)])
    try set("relearning_steps", "20m", "a", desk)
    try set("relearning_steps", "none", "a::b", desk)
    #expect(try value("relearning_steps", "a::b", desk).text == "none")
    try set("relearning_steps", nil, "a::b", desk)
    #expect(try value("relearning_steps", "a::b", desk).text == "20m")
  }

  @Test func `decks of a preset are counted, and follow another value of it`() throws {
    let desk = try desk([
      ".deckle/settings.yaml": Self.settings,
      "a.md": "---\npreset: hard\n---\n" + deck(1...1), "b.md": deck(2...2),
    ])
    try set("preset", "hard", "b", desk)
    #expect(desk.decks.presets().map(\.decks.count) == [2])
    let settings = SettingsManager(
      path: "/nowhere/config.yaml", user: UserSettings(),
      collectionPath: "\(desk.collection.root)/.deckle/settings.yaml")
    let (before, after) = try settings.collectionChange([
      (["presets", "hard", "new_per_day"], .text("4"))
    ])
    try TextJournal(index: desk.index).perform(
      "preset", [.write(path: settings.collectionPath, before: before, after: after)])
    #expect(
      String(decoding: after, as: UTF8.self)
        == Self.settings.replacing("new_per_day: 3 ", with: "new_per_day: 4 "))
    #expect(try value("new_per_day", "a", desk).text == "4")
    #expect(try value("new_per_day", "b", desk).source == .preset("hard"))
  }
}
