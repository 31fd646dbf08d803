import StudyDomain
import TestSupport
import Testing

@testable import AppCore

/// Settings of all kinds of rubbish: each is told with its place and the next step, nothing stops.
@MainActor @Suite struct SettingsProblemTests {
  private func problems(_ home: TestHome, in path: String) throws -> [Problem] {
    let all = try home.command().allProblems()
    #expect(try home.command().cardCount(matching: Query(parsing: "deck:*")) == 1)
    for problem in all {
      #expect(!problem.nextStep.isEmpty && !problem.message.isEmpty)
    }
    return all.filter { $0.path.hasSuffix(path) }
  }

  private nonisolated static let texts: [(text: String, line: Int, said: String)] = [
    ("just words\n", 1, "key: value"),
    ("- a\n- b\n", 1, "key: value"),
    ("\n\n[1, 2]\n", 3, "key: value"),
    ("{{{\n", 1, "cannot be read"),
    ("\tx: 1\n", 1, "cannot be read"),
    ("a: 1\nb: [\n", 2, "cannot be read"),
  ]

  @Test(arguments: texts)
  func `what is no settings at all`(text: String, line: Int, said: String) throws {
    for place in [".deckle/settings.yaml", "config.yaml"] {
      let home = try TestHome(["a.md": "Q: a\nA: b\n"])
      if place == "config.yaml" {
        try home.folder.write(".config/deckle/config.yaml", text)
      } else {
        try home.write(place, text)
      }
      let found = try problems(home, in: place)
      #expect(
        found.contains { $0.line == line && $0.message.contains(said) }, "\(place): \(found)")
    }
  }

  private nonisolated static let settings: [(text: String, line: Int, said: String)] = [
    ("timezone: [Europe/Berlin]\n", 1, "timezone"),
    ("a_b: 1\n", 1, "a_b"),
    ("new_per_day: many\n", 1, "new_per_day"),
    ("new_per_day:\n  a: 1\n", 1, "new_per_day"),
    ("rollover: 25:00\n", 1, "rollover"),
    ("presets: 5\n", 1, "presets"),
    ("presets:\n  hard: fast\n", 2, "hard"),
    ("presets:\n  hard:\n    new_per_day: x\n", 3, "new_per_day"),
  ]

  @Test(arguments: settings)
  func `wrong values of the collection`(text: String, line: Int, said: String) throws {
    let home = try TestHome(["a.md": "Q: a\nA: b\n", ".deckle/settings.yaml": text])
    let found = try problems(home, in: "settings.yaml")
    #expect(found.contains { $0.line == line && $0.message.contains(said) }, "\(found)")
  }

  private nonisolated static let configurations: [(text: String, line: Int, said: String)] = [
    ("theme: pink\n", 1, "pink"),
    ("theme: [a]\n", 1, "theme"),
    ("colour: red\n", 1, "colour"),
    ("keys: 3\n", 1, "keys"),
    ("keys:\n  study.good: Bogus\n", 2, "Bogus"),
    ("keys:\n  study.nothing: x\n", 2, "study.nothing"),
    ("keys:\n  study.good:\n    a: 1\n", 2, "study.good"),
  ]

  @Test(arguments: configurations)
  func `wrong values of this machine`(text: String, line: Int, said: String) throws {
    let home = try TestHome(["a.md": "Q: a\nA: b\n"])
    try home.folder.write(".config/deckle/config.yaml", text)
    let found = try problems(home, in: "config.yaml")
    #expect(found.contains { $0.line == line && $0.message.contains(said) }, "\(found)")
  }

  private nonisolated static let heads: [(text: String, line: Int, said: String)] = [
    ("just words", 2, "key: value"),
    ("- a\n- b", 2, "key: value"),
    ("new_per_dy: 5", 2, "new_per_dy"),
    ("title: x\nNew-Per-Day: 5", 3, "New-Per-Day"),
    ("new_per_day: [1, {a: b}]", 2, "new_per_day"),
    ("fuzz: maybe", 2, "fuzz"),
    ("name: []", 2, "name"),
    ("a: [", 2, "cannot be read"),
  ]

  @Test(arguments: heads)
  func `wrong front matter`(text: String, line: Int, said: String) throws {
    let home = try TestHome(["a.md": "---\n\(text)\n---\nQ: a\nA: b\n"])
    let found = try problems(home, in: "a.md")
    #expect(found.contains { $0.line == line && $0.message.contains(said) }, "\(found)")
  }

  @Test(arguments: ["title", "aliases", "date", "cssclasses", "created", "description"])
  func `keys of other programs are nobody's problem`(key: String) throws {
    let home = try TestHome(["a.md": "---\n\(key): x\n---\nQ: a\nA: b\n"])
    #expect(try problems(home, in: "a.md").isEmpty)
  }

  @Test func `binary rubbish is told in a few lines`() throws {
    let home = try TestHome(["a.md": "Q: a\nA: b\n"])
    var noise: [UInt8] = []
    for number in 0..<20_000 { noise.append(UInt8(truncatingIfNeeded: number &* 7919 >> 3)) }
    try home.folder.write("cards/.deckle/settings.yaml", bytes: noise)
    try home.folder.write(".config/deckle/config.yaml", bytes: noise)
    #expect((1...10).contains(try problems(home, in: "settings.yaml").count))
    #expect((1...10).contains(try problems(home, in: "config.yaml").count))
  }

  @Test(arguments: ["cards/.deckle/settings.yaml", ".config/deckle/config.yaml"])
  func `settings that cannot be read are told`(path: String) throws {
    let home = try TestHome(["a.md": "Q: a\nA: b\n"])
    // A folder in the place of the file.
    try home.folder.write("\(path)/x", "")
    #expect(try problems(home, in: String(path.split(separator: "/").last ?? "")).count == 1)
  }
}
