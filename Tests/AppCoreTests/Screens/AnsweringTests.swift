import Foundation
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

/// Answers that are typed or chosen, custom sessions and tools, over the whole program.
@MainActor @Suite(.serialized) struct AnsweringTests {
  @Test func `an answer is typed, judged and graded`() async throws {
    let home = try TestHome(["a.md": "<!-- ask: type -->\n\nQ: to speak\nA: hablo\n\nIrregular.\n"])
    let app = try TestApp(home, start: .study("a", limit: nil))
    try await app.sees("to speak")
    try await pause()
    for character in "hablé" { app.terminal.press(.character(character)) }
    app.terminal.press(.enter)
    try await app.sees("✗ hablé")
    try await app.sees("→ hablo")
    try await pause()
    // Enter takes the grade that the attempt suggests.
    app.terminal.press(.enter)
    try await app.holds("again is written") {
      (try? home.historyLines())?.contains { $0.contains("\tagain\t") } ?? false
    }
    await app.close()
  }

  @Test func `the gap of a cloze is typed, dashes and blanks aside`() async throws {
    let home = try TestHome(["a.md": "<!-- ask: type -->\n\nC: It is [a\u{A0}b – c] now.\n"])
    let app = try TestApp(home, start: .study("a", limit: nil))
    try await app.sees("It is")
    try await pause()
    for character in " a b - c " { app.terminal.press(.character(character)) }
    app.terminal.press(.enter)
    try await app.sees("✓ a b - c")
    await app.close()
  }

  @Test func `a template that asks for a field has it typed`() async throws {
    let home = try TestHome([
      "notetypes.yaml":
        "Typed:\n  fields: [Front, Back]\n  cards:\n    - name: One\n"
        + "      front: \"{{Front}} {{type:Back}}\"\n      back: \"{{Front}}: {{Back}}\"\n",
      "a.md": "N: Typed\n- Front: to speak\n- Back: hablar\n",
    ])
    let app = try TestApp(home, start: .study("a", limit: nil))
    try await app.sees("to speak")
    #expect(!app.terminal.shows("hablar"))
    try await pause()
    for character in "hablar" { app.terminal.press(.character(character)) }
    app.terminal.press(.enter)
    try await app.sees("✓ hablar")
    await app.close()
  }

  @Test func `a card edited outside while its answer is typed is asked anew`() async throws {
    let home = try TestHome(["a.md": "<!-- ask: type -->\n\nQ: to speak\nA: hablo\n"])
    let app = try TestApp(home, start: .study("a", limit: nil))
    try await app.sees("to speak")
    try await pause()
    for character in "hab" { app.terminal.press(.character(character)) }
    try await app.sees("› hab")
    try home.folder.write("cards/a.md", "<!-- ask: type -->\n\nQ: to speak (yo)\nA: hablo\n")
    try await app.sees("to speak (yo)")
    #expect(!app.terminal.shows("› hab"))
    await app.close()
  }

  @Test func `Home leads to a custom session that changes no schedule`() async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home)
    try await app.sees("a")
    app.terminal.press(.character("c"))
    try await app.sees("practice only")
    app.terminal.press(.enter)
    try await app.sees("CRAM")
    for number in 1...3 {
      try await app.sees("question \(number)")
      app.terminal.press(.character(" "))
      try await app.sees("answer \(number)")
      app.terminal.press(.character("4"))
    }
    try await app.sees("3 cards")
    #expect(try home.historyLines().filter { $0.contains("\tcram\t") }.count == 3)
    await app.close()
    let due = try home.command().dueReport()
    #expect(due.new == 3)
  }

  @Test func `what is copied is what is shown, and never drives the terminal`() async throws {
    let home = try TestHome(["a.md": "Q: one \u{1B}]0;x\u{7} two\nA: secret\n"])
    let app = try TestApp(home, start: .study("a", limit: nil))
    try await app.sees("one")
    app.terminal.press(.character("y"))
    try await app.holds("copied") { app.terminal.copied.count == 1 }
    let text = try #require(app.terminal.copied.first)
    #expect(!text.contains("secret"))
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" })
    await app.close()
  }

  @Test func `a picture outside the collection is opened by nobody`() async throws {
    let home = try TestHome(["a.md": "Q: one ![](../out.png) ![](link.png)\nA: b\n"])
    try home.folder.write("out.png", "x")
    try home.folder.write(".config/deckle/config.yaml", "viewer: /bin/true\n")
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.root)/link.png", withDestinationPath: "../out.png")
    let app = try TestApp(home, start: .study("a", limit: nil))
    try await app.sees("one")
    app.terminal.press(.character("v"))
    try await app.sees("not in the collection")
    #expect(app.terminal.programs == [])
    await app.close()
  }

  /// Longer than what was typed before a card came.
  private func pause() async throws {
    try await Task.sleep(for: .milliseconds(300))
  }
}
