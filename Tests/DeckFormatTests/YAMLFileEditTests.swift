import StudyDomain
import Testing

@testable import DeckFormat

/// A key of a YAML file is set, and every other byte stays.
@Suite struct YAMLFileEditTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var before: String
    var path: [String]
    var value: OptionValue?
    var after: String
  }

  static let cases: [Case] = [
    Case(
      testDescription: "an empty file", before: "", path: ["theme"], value: .text("dark"),
      after: "theme: dark\n"),
    Case(
      testDescription: "a value with a comment behind it", before: "theme: light  # at home\n",
      path: ["theme"], value: .text("dark"), after: "theme: dark  # at home\n"),
    Case(
      testDescription: "a file without a last line end", before: "# mine\ntheme: light",
      path: ["mouse"], value: .text("true"), after: "# mine\ntheme: light\nmouse: true\n"),
    Case(
      testDescription: "CRLF", before: "a: 1\r\ntheme: x\r\n", path: ["editor"],
      value: .text("vim -n"), after: "a: 1\r\ntheme: x\r\neditor: vim -n\r\n"),
    Case(
      testDescription: "a key below another",
      before: "keys:\n  study.good: 3 # three\nmouse: true\n",
      path: ["keys", "study.hard"], value: .list(["x", "Space"]),
      after: "keys:\n  study.good: 3 # three\n  study.hard: [x, Space]\nmouse: true\n"),
    Case(
      testDescription: "a key below one without a value", before: "keys:  # none yet\na: 1\n",
      path: ["keys", "help"], value: .text("?"), after: "keys:  # none yet\n  help: \"?\"\na: 1\n"),
    Case(
      testDescription: "a key whose parents are missing", before: "a: 1\n",
      path: ["presets", "Hard: ones", "new_per_day"], value: .text("5"),
      after: "a: 1\npresets:\n  \"Hard: ones\":\n    new_per_day: 5\n"),
    Case(
      testDescription: "a deeper key beside others, four blanks deep",
      before: "presets:\n    slow:\n        fuzz: false\n    # end\n",
      path: ["presets", "slow", "x"],
      value: .text("1"),
      after: "presets:\n    slow:\n        fuzz: false\n        x: 1\n    # end\n"),
    Case(
      testDescription: "a list over several lines", before: "steps:\n  - 1m\n  - 10m\nb: 2\n",
      path: ["steps"], value: .list(["5m"]), after: "steps: [5m]\nb: 2\n"),
    Case(
      testDescription: "a key taken away", before: "a: 1\n# about b\nb: [1,\n  2]\nc: 3\n",
      path: ["b"],
      value: nil, after: "a: 1\n# about b\nc: 3\n"),
    Case(
      testDescription: "one that is not there taken away", before: "a: 1\n", path: ["b", "c"],
      value: nil, after: "a: 1\n"),
    Case(
      testDescription: "an empty value", before: "theme:   # later\n", path: ["theme"],
      value: .text("dark"), after: "theme: dark   # later\n"),
    Case(
      testDescription: "a byte order mark", before: "\u{FEFF}a: 1\n", path: ["a"],
      value: .text("2"),
      after: "\u{FEFF}a: 2\n"),
  ]

  @Test(arguments: cases) func `one key changes`(_ test: Case) throws {
    let changed = try YAMLFileEdit(Array(test.before.utf8)).setting(test.path, to: test.value)
    #expect(String(decoding: changed, as: UTF8.self) == test.after)
  }

  @Test(arguments: [
    "theme: [dark\n", "just words\n", "- a\n", "{theme: dark}\n", "a: 1\n\ttheme: x\n",
    "keys: {study.good: 3}\n", "a: 1\n---\nb: 2\n",
  ])
  func `a file whose place for a key cannot be told is refused`(text: String) {
    let path = text.hasPrefix("keys") ? ["keys", "study.hard"] : ["theme"]
    #expect(throws: DeckFormatError.self) {
      try YAMLFileEdit(Array(text.utf8)).setting(path, to: .text("light"))
    }
  }

  /// Files of many shapes, made by a seed: what is set reads back, and all other lines stay.
  @Test(arguments: 1...400) func `any file keeps its other bytes`(seed: Int) throws {
    var random = Seeded(UInt64(seed) &* 7919)
    let made = Made(&random)
    let bytes = Array(made.text.utf8)
    let path = random.pick(
      made.paths + [["fresh"], ["presets", "p1", "fresh"], ["keys", "fresh"]])
    let value: OptionValue =
      random.next(3) == 0
      ? .list((0..<random.next(3)).map { _ in random.pick(Made.values) })
      : .text(random.pick(Made.values))
    let changed = try YAMLFileEdit(bytes).setting(path, to: value)
    let (tree, problems) = YAMLReader.read(changed, path: "")
    #expect(problems.isEmpty)
    var found = tree
    for key in path { found = found?[key] }
    #expect(
      found?.option == value || found?.option?.items == value.items, "\(path) in\n\(made.text)")
    // Every line but those of the key is there, in the same order.
    let before = made.lines.filter { !made.lines(of: path).contains($0.number) }.map(\.text)
    var rest = Self.lines(changed)[...]
    for line in before {
      let place = rest.firstIndex(of: line)
      #expect(place != nil, "'\(line)' went from\n\(made.text)")
      if let place { rest = rest[(place + 1)...] }
    }
    // Taking a fresh key away again leaves what was.
    if path == ["fresh"] {
      #expect(try YAMLFileEdit(changed).setting(path, to: nil) == bytes)
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }
}

/// A generator of numbers that gives the same ones for the same seed.
private struct Seeded {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed | 1
  }

  mutating func next(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 11) % max(1, count)
  }

  mutating func pick<Element>(_ all: [Element]) -> Element { all[next(all.count)] }
}

/// A file of settings as people write them.
private struct Made {
  static let values = [
    "dark", "3", "true", "a b", "x: y", "#5", "", "null", "~", "it's", "say \"hi\"", "日本", "[x]",
    "- 1", "10m", "04:00", "*", "back\\slash", "{}",
  ]

  struct Line {
    var number: Int
    var text: String
    var path: [String]
  }

  private(set) var lines: [Line] = []
  private(set) var paths: [[String]] = []

  var text: String { lines.map(\.text).joined(separator: "\n") + "\n" }

  func lines(of path: [String]) -> Set<Int> {
    Set(lines.filter { $0.path == path }.map(\.number))
  }

  init(_ random: inout Seeded) {
    for name in ["theme", "editor", "rollover", "learning_steps"] where random.next(4) > 0 {
      noise(&random)
      key(name, indent: "", below: [], &random)
    }
    if random.next(3) > 0 {
      noise(&random)
      add("keys:", ["keys"])
      for name in ["study.good", "home.pin"] where random.next(3) > 0 {
        key(name, indent: "  ", below: ["keys"], &random)
        noise(&random, indent: "  ")
      }
    }
    if random.next(3) > 0 {
      let indent = random.pick(["  ", "    "])
      add("presets:" + random.pick(["", "   # by name"]), ["presets"])
      for preset in ["p1", "p2"] where random.next(4) > 0 {
        add("\(indent)\(preset):", ["presets", preset])
        for name in ["fuzz", "new_per_day"] where random.next(3) > 0 {
          key(name, indent: indent + indent, below: ["presets", preset], &random)
        }
      }
    }
    noise(&random)
  }

  private mutating func add(_ text: String, _ path: [String]) {
    lines.append(Line(number: lines.count, text: text, path: path))
  }

  private mutating func noise(_ random: inout Seeded, indent: String = "") {
    for _ in 0..<random.next(3) {
      add(random.pick(["", "# a comment: with a colon", "\(indent)# - [x] 'quoted", "   "]), ["#"])
    }
  }

  private mutating func key(
    _ name: String, indent: String, below: [String], _ random: inout Seeded
  ) {
    let path = below + [name]
    paths.append(path)
    let comment = random.pick(["", "  # why", " #x"])
    let written = random.pick([name, "\"\(name)\"", "'\(name)'"])
    switch random.next(5) {
    case 0: add("\(indent)\(written): plain words\(comment)", path)
    case 1: add("\(indent)\(written): 'it''s # no comment'\(comment)", path)
    case 2: add("\(indent)\(written): [a, \"b # c\", 3]\(comment)", path)
    case 3:
      add("\(indent)\(written):\(comment.isEmpty ? "" : comment)", path)
      add("\(indent)  - one", path)
      add("\(indent)  - two", path)
    default: add("\(indent)\(written) : \"q\"\(comment)", path)
    }
  }
}
