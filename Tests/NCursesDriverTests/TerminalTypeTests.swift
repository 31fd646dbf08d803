import Testing

@testable import NCursesDriver

struct TerminalTypeTests {
  @Test func `a terminal younger than terminfo passes for an xterm`() {
    #expect(TerminalType.candidates(term: "xterm-kitty") == ["xterm-kitty", "xterm-256color"])
    #expect(TerminalType.candidates(term: nil) == ["xterm-256color"])
    #expect(TerminalType.candidates(term: "") == ["xterm-256color"])
  }

  @Test func `a terminal that says it can do nothing is believed`() {
    #expect(TerminalType.candidates(term: "dumb") == ["dumb"])
  }

  @Test func `each error is one line`() {
    let errors: [TerminalError] = [
      .notATerminal, .unknown(term: "x"), .incapable(term: "dumb"),
      .cannotRun(program: "vi", code: 2),
    ]
    for error in errors { #expect(!error.description.contains("\n")) }
  }
}
