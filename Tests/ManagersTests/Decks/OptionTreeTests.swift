import StudyDomain
import Testing

@testable import Managers

@Suite struct OptionTreeTests {
  /// One option said in some places, and who wins for the deck `a::b`.
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var tree: OptionTree
    var wanted: Int
  }

  private static func says(_ number: Int) -> [String: OptionValue] {
    ["new_per_day": .text("\(number)")]
  }

  static let cases: [Case] = [
    Case(testDescription: "nothing said", tree: OptionTree(), wanted: 20),
    Case(testDescription: "defaults", tree: OptionTree(defaults: says(1)), wanted: 1),
    Case(
      testDescription: "the parent before defaults",
      tree: OptionTree(defaults: says(1), frontMatter: ["a": says(2)]), wanted: 2),
    Case(
      testDescription: "an event on the parent before defaults",
      tree: OptionTree(defaults: says(1), events: ["a": says(3)]), wanted: 3),
    Case(
      testDescription: "a preset before the parent",
      tree: OptionTree(
        presets: ["p": says(4)],
        frontMatter: ["a": says(2), "a::b": ["preset": .text("p")]]), wanted: 4),
    Case(
      testDescription: "a preset of the parent is handed down",
      tree: OptionTree(
        defaults: says(1), presets: ["p": says(4)], frontMatter: ["a": ["preset": .text("p")]]),
      wanted: 4),
    Case(
      testDescription: "an event before the preset",
      tree: OptionTree(
        presets: ["p": says(4)], frontMatter: ["a::b": ["preset": .text("p")]],
        events: ["a::b": says(5)]), wanted: 5),
    Case(
      testDescription: "front matter before an event",
      tree: OptionTree(frontMatter: ["a::b": says(6)], events: ["a::b": says(5)]), wanted: 6),
    Case(
      testDescription: "a preset chosen by an event",
      tree: OptionTree(presets: ["p": says(4)], events: ["a::b": ["preset": .text("p")]]),
      wanted: 4),
    Case(
      testDescription: "the preset of front matter before that of an event",
      tree: OptionTree(
        presets: ["p": says(4), "q": says(7)], frontMatter: ["a::b": ["preset": .text("q")]],
        events: ["a::b": ["preset": .text("p")]]), wanted: 7),
    Case(
      testDescription: "a sibling says nothing",
      tree: OptionTree(frontMatter: ["a::c": says(8), "ab": says(9)]), wanted: 20),
  ]

  @Test(arguments: cases)
  func `the nearest place decides`(entry: Case) {
    var errors: [OptionError] = []
    #expect(entry.tree.options(for: DeckName("a::b"), errors: &errors).newPerDay == entry.wanted)
    #expect(errors.isEmpty)
  }

  @Test func `pins and priority are a deck's own, other options are handed down`() {
    let tree = OptionTree(
      frontMatter: ["a": ["priority": .text("5"), "desired_retention": .text("0.8")]],
      events: ["a": ["pinned": .text("true")]])
    var errors: [OptionError] = []
    let parent = tree.options(for: DeckName("a"), errors: &errors)
    let child = tree.options(for: DeckName("a::b"), errors: &errors)
    #expect(parent.isPinned && parent.priority == 5 && parent.desiredRetention == 0.8)
    #expect(!child.isPinned && child.priority == 0 && child.desiredRetention == 0.8)
  }

  @Test func `a value that cannot be read leaves that of the parent, and is told`() {
    let tree = OptionTree(
      frontMatter: [
        "a": Self.says(2), "a::b": ["new_per_day": .text("many"), "bogus": .text("1")],
      ])
    var errors: [OptionError] = []
    #expect(tree.options(for: DeckName("a::b"), errors: &errors).newPerDay == 2)
    #expect(errors.count == 2)
  }

  @Test func `a preset that nobody wrote is told, and the parent's options stay`() {
    let tree = OptionTree(
      presets: ["slow": ["new_per_day": .text("3")]],
      frontMatter: ["a": Self.says(2), "a::b": ["preset": .text("nosuch")]])
    var errors: [OptionError] = []
    #expect(tree.options(for: DeckName("a::b"), errors: &errors).newPerDay == 2)
    #expect(
      errors == [
        .badValue(name: "preset", value: "nosuch", expected: "a preset of settings.yaml")
      ])
  }
}
