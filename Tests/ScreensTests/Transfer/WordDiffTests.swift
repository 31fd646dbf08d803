import Testing

@testable import Screens

@Suite struct WordDiffTests {
  private func marked(_ text: String, _ marks: [Bool]) -> String {
    var place = 0
    return String(
      text.map { character in
        guard !character.isWhitespace else { return character }
        place += 1
        return marks[place - 1] ? "*" : character
      })
  }

  @Test(arguments: [
    ("a house here", "a home here", "a ***** here", "a **** here"),
    ("one two", "one two", "one two", "one two"), ("", "new", "", "***"),
    ("a b c", "b c d", "* b c", "b c *"), ("x\ny z", "x y\nz", "x\ny z", "x y\nz"),
  ])
  func `words that only one text has are marked`(
    first: String, second: String, one: String, other: String
  ) {
    let diff = WordDiff(first, second)
    #expect(marked(first, diff.first) == one)
    #expect(marked(second, diff.second) == other)
  }

  @Test func `texts that are too long are not compared`() {
    let long = String(repeating: "a ", count: 2000)
    let diff = WordDiff(long, long + "b")
    #expect(!diff.first.contains(true) && !diff.second.contains(true))
  }
}
