import Foundation
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

/// The export as a person sees it, from Home and back.
@MainActor @Suite(.serialized) struct ExportTests {
  @Test func `X writes the deck at hand, and what was written is imported as known`() async throws {
    let home = try TestHome(["a.md": deck(1...3), "b.md": deck(4...5)])
    let app = try TestApp(home)
    try await app.sees("0 of 5 new")
    try await app.type("X", sees: "deck:\"a\"")
    try await app.sees("3 notes, 3 cards")
    try await app.sees("~/a.apkg")
    try await app.type("\n", sees: "3 notes, 3 cards written")
    #expect(FileManager.default.fileExists(atPath: "\(home.folder.path)/a.apkg"))
    try await app.type("\n", sees: "0 of 5 new")

    // All cards as JSON to a file that is named; the same key replaces it.
    try await app.type("Xi", sees: "which cards")
    app.terminal.press(.down)
    try await app.type("\n", sees: "5 notes, 5 cards")
    try await app.type("e", sees: "where to")
    app.terminal.press(.control("u"))
    try await app.type("~/all.json\n", sees: "‹ JSON ›")
    try await app.type("\n", sees: "5 notes, 5 cards written")
    try await app.type("qX", sees: "deck:\"a\"")
    try await app.type("jj", sees: "deck:\"a\"")
    try await app.type("hkk\n", sees: "~/a.json")
    await app.close()
    #expect(FileManager.default.fileExists(atPath: "\(home.folder.path)/all.json"))
  }

  @Test func `a folder that is not there is told, and nothing is said of a card`() async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home)
    try await app.sees("0 of 3 new")
    try await app.type("Xe", sees: "where to")
    app.terminal.press(.control("u"))
    try await app.type("~/nowhere/a.json\n", sees: "~/nowhere/a.json")
    try await app.type("\n", sees: "nothing was changed")
    #expect(!app.terminal.shows("the card stays"))
    await app.close()
  }
}
