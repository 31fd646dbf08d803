import Foundation
import Glibc
import TerminalUI
import TestSupport
import Testing

/// The real driver through what befalls a terminal: each end leaves it as it was found.
@Suite(.serialized) struct TerminalLifeTests {
  private func studying(
    size: Size = Size(width: 80, height: 24), screenSize: Size? = nil
  ) async throws -> TerminalSession {
    let session = try TerminalSession(
      try HostileDeck(), size: size, screenSize: screenSize)
    try await session.sees(HostileDeck.shownDeckName)
    try await session.type("\r", sees: HostileDeck.begin(0))
    #expect(session.isRaw)
    #expect(session.screen.modes.isSuperset(of: ["?1049", "?2004", "?1004"]))
    return session
  }

  private func expectRestored(
    _ session: TerminalSession, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(session.screen.modes == ["?25", "?7"], sourceLocation: sourceLocation)
    #expect(session.isCooked, sourceLocation: sourceLocation)
    #expect(session.screen.violations == [], sourceLocation: sourceLocation)
  }

  @Test func `q leaves the terminal as it was found`() async throws {
    let session = try await studying()
    session.type("qq")
    #expect(try await session.end() == 0)
    expectRestored(session)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM])
  func `a signal to end is an orderly end`(signal: Int32) async throws {
    let session = try await studying()
    session.signal(signal)
    #expect(try await session.end() == 128 + signal)
    expectRestored(session)
  }

  @Test func `a pipe that closes elsewhere does not end the session`() async throws {
    let session = try await studying()
    session.signal(SIGPIPE)
    session.type("qq")
    #expect(try await session.end() == 0)
    expectRestored(session)
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP])
  func `a crash restores the terminal and says so`(signal: Int32) async throws {
    let session = try await studying()
    session.signal(signal)
    #expect(try await session.end() == 128 + signal)
    expectRestored(session)
    #expect(session.screen.text.contains("deckle stopped at a fault of its own"))
  }

  @Test func `a window closed over the program ends it`() async throws {
    let session = try await studying()
    session.hangUp()
    let status = try await session.end()
    #expect(status == 0 || status == 128 + SIGHUP)
  }

  @Test func `a storm of resizes ends in a whole picture`() async throws {
    let session = try await studying(screenSize: Size(width: 200, height: 60))
    for step in 1...50 {
      session.resize(to: Size(width: 1 + step * 37 % 199, height: 1 + step * 13 % 59))
      session.signal(SIGWINCH)
      if step % 7 == 0 { session.type(step % 2 == 0 ? "j" : "k") }
    }
    for size in [Size(width: 1, height: 1), Size(width: 60, height: 20)] {
      session.resize(to: size)
      // The rule below the header is as wide as the terminal, and nothing stands beside it.
      try await session.waits(for: "a picture of \(size)") {
        let rows = session.screen.rows
        guard size.height > 1 else { return rows.allSatisfy { $0.count <= 1 } }
        return rows[1] == String(repeating: "─", count: size.width)
          && rows[size.height - 1].contains("?") && rows[size.height...].allSatisfy(\.isEmpty)
          && rows.contains { $0.contains(HostileDeck.begin(0)) }
      }
    }
    session.type("qq")
    #expect(try await session.end() == 0)
    expectRestored(session)
  }

  @Test func `stopped and continued, the picture comes again`() async throws {
    let session = try await studying()
    let picture = session.screen.rows
    for round in 1...3 {
      // Ctrl-Z, as a key and as a signal.
      if round == 1 { session.type("\u{1A}") } else { session.signal(SIGTSTP) }
      try await session.waits(for: "the stop") { session.hasStopped() }
      // What it sent before it stopped may have come after the last look.
      _ = session.rows()
      expectRestored(session)
      let sent = session.sent.count
      session.signal(SIGCONT)
      try await session.waits(for: "the picture") {
        session.sent.count > sent && session.screen.rows == picture
          && session.screen.modes.isSuperset(of: ["?1049", "?2004", "?1004"])
      }
      #expect(session.isRaw)
    }
    try await session.type(" ", sees: HostileDeck.begin(0) + " again")
    session.type("qq")
    #expect(try await session.end() == 0)
    expectRestored(session)
  }

  @Test(arguments: ["dumb", "unknown"])
  func `a terminal without a cursor is told so in a sentence`(term: String) async throws {
    let session = try TerminalSession(try HostileDeck(), term: term)
    #expect(try await session.end() == 2)
    #expect(session.screen.text.contains("\"\(term)\""))
    #expect(session.screen.text.contains("--plain"))
    #expect(!session.sent.contains(0x1B))
    expectRestored(session)
  }

  @Test(arguments: [nil, "", "no-such-terminal"])
  func `a name that terminfo lacks passes for an xterm`(term: String?) async throws {
    let session = try TerminalSession(try HostileDeck(), term: term)
    try await session.sees(HostileDeck.shownDeckName)
    session.type("q")
    #expect(try await session.end() == 0)
    expectRestored(session)
  }
}
