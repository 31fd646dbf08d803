import DeckFormat
import StudyDomain
import Testing

@Suite struct YAMLTests {
  func read(_ text: String) -> (value: YAMLValue?, problems: [Problem]) {
    YAMLReader.read(Array(text.utf8), path: "config.yaml")
  }

  @Test func `values keep their order, lines and quotes`() throws {
    let (value, problems) = read(
      "# c\nb: 1\na: [x, \"2\"]\nm:\n  k: |\n    two\n    lines\n  n: ~\n")
    #expect(problems == [])
    let map = try #require(value)
    #expect(map.entries.map(\.key) == ["b", "a", "m"])
    #expect(map.entries.map(\.line) == [2, 3, 4])
    #expect(map["a"]?.option == .list(["x", "2"]))
    #expect(map["m"]?["k"]?.text == "two\nlines\n")
    #expect(map["m"]?["n"]?.isNull == true)
    #expect(map["m"]?.option == nil)
  }

  @Test(arguments: [
    ("theme: dark\nrollover: [\nzone: x\n", ["theme", "zone"]),
    ("a: 1\nb: \"open\nc: 3\n", ["a", "c"]),
    ("a: 1\n\tb: 2\nc: 3\n", ["c"]),
    ("a: b: c\nd: 1\n", ["d"]),
    ("good: 1\n%bad\nalso: 2\n", ["good", "also"]),
    ("a: 1\nb: *nothing\nc: 2\n", ["a", "c"]),
  ])
  func `a broken key does not take the others with it`(text: String, keys: [String]) {
    // C16
    let (value, problems) = read(text)
    #expect(value?.entries.map(\.key) == keys)
    #expect(!problems.isEmpty)
    #expect(
      problems.allSatisfy { ($0.line ?? 0) > 0 && !$0.nextStep.isEmpty && $0.severity == .error })
  }

  @Test func `a truncated file is no value, with the line`() {
    let (value, problems) = read("a: 1\nrollover: {x")
    #expect(value?.entries.map(\.key) == ["a"])
    #expect(problems.first?.line == 2)
  }

  @Test func `a repeated key is said and the last one counts`() {
    let (value, problems) = read("a: 1\nb: 2\na: 3\n")
    #expect(value?["a"]?.text == "3")
    #expect(problems.map(\.line) == [3])
    #expect(problems.map(\.severity) == [.warning])
  }

  @Test func `aliases that multiply are refused`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...8 {
      let name = "*a\(level - 1)"
      text +=
        "a\(level): &a\(level) [\(Array(repeating: name, count: 10).joined(separator: ", "))]\n"
    }
    #expect(!read(text).problems.isEmpty)
    #expect(!read(String(repeating: "[", count: 10_000)).problems.isEmpty)
  }

  @Test(arguments: ["", "\n# only\n", "---\n...\n"])
  func `an empty file has no value and no problem`(text: String) {
    let (value, problems) = read(text)
    #expect(value == nil || value?.isNull == true)
    #expect(problems == [])
  }

  @Test func `broken note types become problems and the others count`() {
    let (types, problems) = NoteTypes.read(
      Array(
        "A: 3\nB:\n  cards: x\nC:\n  fields: [f]\n  cards:\n    - name: n\n    - front: '{{f}}'\n"
          .utf8), path: "n.yaml")
    #expect(Set(types.types.keys) == ["B", "C"])
    #expect(types["C"]?.templates.map(\.name) == ["Card 2"])
    #expect(problems.map(\.line) == [1, 3, 7])
  }

  @Test func `malformed front matter hides no card and keeps the keys that can be read`() {
    let deck = ReadDeck("---\nname: N\ntags: [a\nask: type\n---\na :: b\n")
    #expect(deck.parsed.cards.count == 1)
    #expect(deck.parsed.frontMatter.deckName == "N")
    #expect(deck.parsed.frontMatter.ask == .type)
    #expect(deck.parsed.problems.first?.line == 3 || deck.parsed.problems.first?.line == 4)
  }
}
