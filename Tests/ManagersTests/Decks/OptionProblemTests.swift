import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// An option that is written wrongly is told once, with its line, wherever it stands.
@MainActor @Suite struct OptionProblemTests {
  nonisolated static let wrong: [(name: String, value: String)] = [
    ("new_per_day", "-1"), ("reviews_per_day", "many"), ("desired_retention", "1.5"),
    ("parameters", "[1, 2]"), ("learning_steps", "[soon]"), ("relearning_steps", "[1y]"),
    ("maximum_interval", "0"), ("fuzz", "perhaps"), ("bury_siblings", "some"),
    ("new_order", "up"), ("review_order", "down"), ("new_mix", "stir"), ("leech_threshold", "x"),
    ("leech_action", "shout"), ("easy_days", "someday"), ("ask", "x"), ("html", "x"),
    ("obsidian", "x"), ("pinned", "x"), ("priority", "high"), ("exam_date", "30.6.2027"),
    ("preset", "\" \""),
  ]

  @Test func `the table of wrong values names every option that can be wrong`() {
    // Any list of words is right for tags.
    #expect(
      Set(Self.wrong.map(\.name)).union(["tags"])
        == Set(DeckOptions.names).union(DeckOptions.namesWithoutEffect))
  }

  private func problems(_ files: [String: String]) throws -> [Problem] {
    let desk = try TestCollection(files).open()
    desk.index.refresh()
    return desk.library.problems + desk.index.problems
  }

  @Test(arguments: wrong) func `in front matter`(name: String, value: String) throws {
    let problems = try problems([
      "a.md": "---\n# mine\n\(name): \(value)\n---\n" + deck(1...1), "a/b.md": deck(2...2),
    ])
    let problem = try #require(problems.first)
    #expect(problems.count == 1, "\(problems)")
    #expect(problem.path == "a.md" && problem.line == 3)
    #expect(problem.severity == .error && problem.message.contains(name))
  }

  @Test(arguments: wrong) func `in front matter of assignments`(name: String, value: String) throws
  {
    let written = value.hasPrefix("[") || value.hasPrefix("\"") ? value : "\"\(value)\""
    let problems = try problems([
      "a.md": "+++\n\(name) = \(written.replacing("soon", with: "\"soon\""))\n+++\n" + deck(1...1)
    ])
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.path == "a.md" && problems.first?.line == 2)
  }

  @Test(arguments: wrong) func `among the defaults and in a preset`(name: String, value: String)
    throws
  {
    let problems = try problems([
      ".deckle/settings.yaml": "\(name): \(value)\npresets:\n  slow:\n    \(name): \(value)\n",
      "a.md": "---\npreset: slow\n---\n" + deck(1...1), "b.md": deck(2...2),
    ])
    #expect(problems.map(\.line) == [1, 4], "\(problems)")
    #expect(problems.allSatisfy { $0.path == ".deckle/settings.yaml" })
  }

  @Test func `two decks with the same fault are both told`() throws {
    let problems = try problems([
      "a.md": "---\nfuzz: x\n---\n" + deck(1...1), "b.md": "---\nfuzz: x\n---\n" + deck(2...2),
    ])
    #expect(problems.map(\.path) == ["a.md", "b.md"])
  }

  @Test(arguments: [("easy_days", "[sat, sun]"), ("exam_date", "2027-06-30")])
  func `an option that nothing acts on yet says so`(name: String, value: String) throws {
    let problems = try problems([
      "a.md": "---\n\(name): \(value)\n---\n" + deck(1...1),
      "b.md": "---\n\(name): none\n---\n" + deck(2...2),
    ])
    #expect(problems.count == 1)
    #expect(problems.first?.line == 2 && problems.first?.severity == .warning)
    #expect(problems.first?.message.contains("\(name) has no effect") == true)
  }
}
