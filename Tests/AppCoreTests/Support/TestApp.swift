import Foundation
import FileStorage
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

/// A home folder with a collection in it, and what a launch says of both.
@MainActor final class TestHome {
  let folder: TemporaryFolder
  var environment: [String: String]
  var now: String? = "2026-12-01T10:00:00+01:00"
  var tutorial: [UInt8] = Array("Q: Which key shows the answer?\nA: Space\n".utf8)

  /// Files of the collection by path; an empty table makes no folder.
  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    environment = ["HOME": folder.path, "TZ": "Europe/Berlin", "EDITOR": "vim"]
    for (path, text) in files { try write(path, text) }
  }

  var root: String { "\(folder.path)/cards" }

  func write(_ path: String, _ text: String) throws {
    try folder.write("cards/\(path)", text)
  }

  var launch: Launch {
    Launch(
      collection: root, now: now.flatMap { Timestamp(iso: $0, in: .utc) },
      environment: environment, tutorial: tutorial)
  }

  /// What a command of its own process sees.
  func command(tz: String? = nil, now: String? = nil) throws -> CoreInteractor {
    var launch = launch
    if let tz { launch.environment["TZ"] = tz }
    if let now { launch.now = Timestamp(iso: now, in: .utc) }
    return try CommandOpening.open(launch)
  }

  func historyLines() throws -> [String] {
    try folder.files(in: "cards/.deckle/history", suffix: ".tsv").flatMap {
      try folder.read($0).split(separator: "\n").map(String.init)
    }
  }

  var reviewCount: Int {
    get throws { try historyLines().filter { $0.contains("\treview\t") }.count }
  }
}

/// The program with screens, run on a terminal of text.
@MainActor final class TestApp {
  let terminal: HeadlessTerminal
  private let running: Task<Int32, Never>

  init(
    _ home: TestHome, start: Application.Start = .home, launch: Launch? = nil,
    size: Size = Size(width: 80, height: 24),
    program: @escaping @MainActor ([String], String?) async throws -> Int32 = { _, _ in 0 }
  ) throws {
    let terminal = HeadlessTerminal(size: size, program: program)
    let application = try Application(launch ?? home.launch, start: start, terminal: terminal)
    self.terminal = terminal
    running = Task { await application.run() }
  }

  /// Waits until a text stands on the screen.
  func sees(
    _ text: String, within seconds: Double = 5, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await holds("the screen shows '\(text)'", seconds, sourceLocation) {
      terminal.shows(text)
    }
  }

  /// Waits until a text has left the screen.
  func losesSight(
    of text: String, within seconds: Double = 5,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await holds("the screen no longer shows '\(text)'", seconds, sourceLocation) {
      !terminal.shows(text)
    }
  }

  /// Waits until a test holds.
  func holds(
    _ what: String, _ seconds: Double = 5, _ sourceLocation: SourceLocation = #_sourceLocation,
    _ test: () -> Bool
  ) async throws {
    // Looks, not seconds: where other tests keep the main actor busy, looking waits as the program
    // does.
    var looks = 0
    while !test() {
      looks += 1
      guard Double(looks) < seconds * 400 else {
        let screen = terminal.text.joined(separator: "\n")
        Issue.record("\(what): not within \(seconds) s\n\(screen)", sourceLocation: sourceLocation)
        throw Timeout()
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  struct Timeout: Error {}

  /// Presses keys, then waits for a text.
  func type(
    _ keys: String, sees text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    terminal.type(keys)
    try await sees(text, sourceLocation: sourceLocation)
  }

  /// Ends the program as closing the terminal does; the exit status.
  @discardableResult
  func close() async -> Int32 {
    terminal.disconnect()
    return await running.value
  }

  /// The exit status of a program that ends by itself.
  var status: Int32 {
    get async { await running.value }
  }

  /// The row that holds a text, runs of blanks joined.
  func row(_ text: String) -> String? {
    terminal.text.first { $0.contains(text) }?
      .split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }
}

/// A deck of numbered questions.
func deck(_ numbers: ClosedRange<Int>, _ front: String = "") -> String {
  front + numbers.map { "Q: question \($0)\nA: answer \($0)\n\n" }.joined()
}
