import Foundation
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

/// The import as a person sees it, from Home and back.
@MainActor @Suite(.serialized) struct TransferTests {
  private let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../AnkiExchangeTests/Fixtures").standardized.path

  private func home() throws -> TestHome {
    let home = try TestHome(["a.md": deck(1...3)])
    try FileManager.default.createDirectory(
      atPath: "\(home.folder.path)/Downloads", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(fixtures)/17_update_v1.apkg", toPath: "\(home.folder.path)/Downloads/v1.apkg")
    return home
  }

  @Test func `a file of Downloads is looked at, imported, and taken back at once`() async throws {
    let home = try home()
    let app = try TestApp(home)
    try await app.sees("0 of 3 new")
    try await app.type("I", sees: "~/Downloads/v1.apkg")
    try await app.type("~/Dow\tv1", sees: "~/Downloads/v1")
    try await app.type("\t\n", sees: "Decks go by their own names")
    app.terminal.press(.character("j"), .escape)
    try await app.sees("~/Downloads/v1.apkg")
    #expect(!app.terminal.shows("Decks go"))
    try await app.type("\n", sees: "Decks go by their own names")
    try await app.type("\n", sees: "5 notes added")
    try await app.type("u", sees: "5 notes taken out")
    try await app.type("q", sees: "0 of 3 new")
    await app.close()
    #expect(home.folder.files(in: "cards", suffix: ".md") == ["cards/a.md"])
  }

  @Test func `u on Home takes the import back, and redo says why it does not bring it again`()
    async throws
  {
    let home = try home()
    let app = try TestApp(home)
    try await app.sees("0 of 3 new")
    try await app.type("I", sees: "v1.apkg")
    app.terminal.press(.down)
    try await app.type("\n", sees: "Decks go by their own names")
    try await app.type("\n", sees: "5 notes added")
    try await app.type("\n", sees: "Today")
    try await app.type("u", sees: "undone: import of v1.apkg")
    try await app.sees("0 of 3 new")
    // What another program does meanwhile is no action of this session.
    _ = try home.command().perform(.suspend, on: Query(parsing: "\"question 3\""))
    try await app.sees("0 of 2 new")
    app.terminal.press(.control("r"))
    try await app.sees("not redone: import")
    await app.close()
    #expect(home.folder.files(in: "cards", suffix: ".md") == ["cards/a.md"])
  }

  @Test func `the columns of a text are said, and the preview follows`() async throws {
    let home = try home()
    try home.folder.write("Downloads/words.csv", "mesa;table\nsilla;chair\n")
    let app = try TestApp(home)
    try await app.sees("0 of 3 new")
    try await app.type("I", sees: "words.csv")
    try await app.type("~/Downloads/words.csv\n", sees: "c columns")
    try await app.type("c", sees: "‹ semicolon ›")
    try await app.sees("mesa · silla")
    try await app.type("l", sees: "‹ colon ›")
    try await app.type("h", sees: "‹ semicolon ›")
    try await app.type("jjjjj ", sees: "‹ Back ›")
    await app.close()
    #expect(home.folder.files(in: "cards", suffix: ".md") == ["cards/a.md"])
  }
}
