import DeckFormat
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// A settings file that is broken keeps its defaults, says the line, and is never overwritten.
@MainActor @Suite struct CollectionSettingsTests {
  private static let path = ".deckle/settings.yaml"

  private func read(_ text: String) -> CollectionSettings {
    var settings = CollectionSettings()
    settings.read(Array(text.utf8), path: Self.path)
    return settings
  }

  @Test func `all that it may say is read`() {
    let settings = read(
      """
      rollover: "06:30"
      timezone: Asia/Tokyo
      new_per_day: 7
      presets:
        hard:
          desired_retention: 0.95
          learning_steps: [1m, 10m]

      """)
    #expect(settings.problems.isEmpty)
    #expect(settings.rolloverMinutes == 390)
    #expect(settings.timezone == "Asia/Tokyo")
    #expect(settings.defaults == ["new_per_day": .text("7")])
    #expect(settings.presets["hard"]?["learning_steps"] == .list(["1m", "10m"]))
  }

  struct Broken: CustomTestStringConvertible {
    var text: String
    var line: Int?
    var testDescription: String { text }
  }

  @Test(
    arguments: [
      Broken(text: "new_per_day: 5\nrollover: ", line: 2),
      Broken(text: "new_per_day: 5\nrollover: 25:00", line: 2),
      Broken(text: "new_per_day: 5\nrollover: [4]", line: 2),
      Broken(text: "new_per_day: 5\nnew_pr_day: 9", line: 2),
      Broken(text: "new_per_day: 5\nreviews_per_day: many", line: 2),
      Broken(text: "new_per_day: 5\nreviews_per_day:\n  a: 1", line: 2),
      Broken(text: "new_per_day: 5\npresets:\n  p:\n    ask: sing", line: 4),
    ])
  func `a bad key is told with its line and the other keys count`(broken: Broken) {
    let settings = read(broken.text)
    #expect(settings.problems.map(\.line) == [broken.line])
    #expect(settings.problems.allSatisfy { $0.path == Self.path && !$0.nextStep.isEmpty })
    #expect(settings.defaults == ["new_per_day": .text("5")])
    #expect(settings.rolloverMinutes == 240)
  }

  @Test(arguments: ["new_per_day: 5\nrollover = ", "{", "\t", "- a\n- b", "presets: [", "\u{0}"])
  func `a file that is no table at all leaves the defaults`(text: String) {
    let settings = read(text)
    #expect(settings.rolloverMinutes == 240)
    #expect(settings.presets.isEmpty)
  }

  @Test func `a broken file is told, stays as it is, and the collection opens`() throws {
    let collection = try TestCollection(["a.md": deck(1...2)])
    let text = "new_per_day: 1\nrollover = \n"
    try collection.write(Self.path, text)
    let desk = try collection.open()
    #expect(desk.library.problems.contains { $0.path == Self.path && $0.line != nil })
    desk.session.start(deck: nil)
    try desk.answer(.good)
    #expect(try collection.folder.read("decks/\(Self.path)") == text)
  }

  @Test func `settings that change are taken in at once`() throws {
    let collection = try TestCollection(["a.md": deck(1...9)])
    let desk = try collection.open()
    #expect(try desk.counts("a") == [9, 0, 0])
    try collection.write(Self.path, "new_per_day: 4\n")
    desk.library.reloadNow()
    #expect(try desk.counts("a") == [4, 0, 0])
  }

  /// A cache of the last start is only of use when the same types give the same number again.
  @Test func `the same note types have the same fingerprint in every run`() {
    var settings = CollectionSettings()
    let template = NoteType.Template(name: "Card 1", front: "{{Front}}", back: "{{Back}}")
    settings.noteTypes[".deckle"] = NoteTypes([
      "Name": NoteType(fields: ["Front", "Back"], templates: [template])
    ])
    #expect(settings.fingerprint == 198_690_395_928_186_480)
    let other = NoteType.Template(name: "Card 1", front: "{{Front}}", back: "{{Extra}}")
    settings.noteTypes[".deckle"] = NoteTypes([
      "Name": NoteType(fields: ["Front", "Back"], templates: [other])
    ])
    #expect(settings.fingerprint != 198_690_395_928_186_480)
  }
}
