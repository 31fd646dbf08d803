import Testing

@testable import CommandLineTool

@Suite(.serialized) struct ArgumentsTests {
  @Test func `no words open the screens`() throws {
    #expect(try Arguments(parsing: []).command == nil)
  }

  @Test func `options may stand before and after the command`() throws {
    let line = ["--collection", "a", "cards", "--json", "deck:x", "--now=2026-12-01T10:00:00Z"]
    let arguments = try Arguments(parsing: line)
    #expect(arguments.command == "cards")
    #expect(arguments.words == ["deck:x"])
    #expect(arguments.options[.collection] == "a")
    #expect(arguments.options[.now] == "2026-12-01T10:00:00Z")
    #expect(arguments.has(.json))
  }

  @Test func `a negated term is no option`() throws {
    let arguments = try Arguments(parsing: ["cards", "-tag:food", "--count", "-is:new"])
    #expect(arguments.words == ["-tag:food", "-is:new"])
    #expect(arguments.has(.count))
  }

  @Test func `behind two dashes everything is a word`() throws {
    #expect(try Arguments(parsing: ["show", "--", "--json"]).words == ["--json"])
  }

  @Test(arguments: [
    (["nonsense"], "there is no command 'nonsense'"),
    (["cards", "--wrong"], "there is no option --wrong"),
    (["--collection"], "--collection needs a value"),
    (["cards", "--json=yes"], "--json=yes: no value goes here"),
    (["due", "--limit", "3"], "--limit does not go with 'due'"),
    (["--json"], "--json does not go with the screens"),
  ])
  func `a wrong line says what is wrong`(line: [String], message: String) {
    do {
      _ = try Arguments(parsing: line)
      Issue.record("accepted")
    } catch {
      #expect(error.message == message)
    }
  }

  @Test func `every option of a command is described`() {
    for command in CommandCatalogue.all {
      #expect(!command.summary.isEmpty)
      for option in command.options {
        #expect(HelpText.text(of: command).contains("--\(option.rawValue)"))
      }
    }
  }
}
