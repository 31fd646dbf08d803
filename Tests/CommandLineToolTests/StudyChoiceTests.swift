import StudyDomain
import Testing

@testable import CommandLineTool

@Suite struct StudyChoiceTests {
  private func choice(_ line: String...) throws -> StudyChoice {
    try StudyChoice(Arguments(parsing: ["study"] + line))
  }

  @Test func `a deck alone is studied as it is due`() throws {
    let choice = try choice("geo", "--limit", "5")
    #expect(choice.deck == "geo" && choice.limit == 5 && choice.custom == nil)
  }

  @Test func `a query, cram and limits make a session of one's own`() throws {
    let choice = try choice(
      "--query", "tag:verbs is:due", "--cram", "--limit", "9", "--minutes", "10")
    #expect(
      choice.custom
        == CustomStudy(
          .query(try Query(parsing: "tag:verbs is:due"), text: "tag:verbs is:due"), mode: .cram,
          limit: 9, minutes: 10))
  }

  @Test func `minutes, cram and ahead go with a deck`() throws {
    #expect(try choice("geo", "--minutes", "5").custom?.mode == .normal)
    #expect(try choice("geo", "--ahead").custom?.mode == .ahead)
    guard case .query(let query, let text) = try choice("geo", "--cram").custom?.cards else {
      Issue.record("no query")
      return
    }
    #expect(text == "deck:\"geo\"" && query.deckName == "geo")
    guard
      case .query(_, let both) = try choice("geo", "--query", "a or b", "--cram").custom?.cards
    else { return }
    #expect(both == "deck:\"geo\" (a or b)")
  }

  @Test(arguments: [
    ["--cram", "--ahead"], ["--minutes", "0"], ["--limit", "x"], ["--query", "prop:x>1"],
  ])
  func `what makes no sense is refused`(line: [String]) {
    #expect(throws: Arguments.UsageError.self) {
      try StudyChoice(Arguments(parsing: ["study"] + line))
    }
  }
}
