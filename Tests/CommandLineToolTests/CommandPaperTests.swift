import TestSupport
import Testing

@testable import CommandLineTool

@Suite struct CommandPaperTests {
  @Test func `the README shows the help as it is`() throws {
    let text = "```\n" + HelpText.overview + "```"
    #expect(try PaperSection("help", in: "README.md").difference(from: text) == nil)
  }
}
