import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct TextImportReportTests {
  private func bring(
    _ text: String, to desk: Desk, isDryRun: Bool = false
  ) async throws -> TransferReport {
    try desk.collection.folder.write("words.csv", text)
    let path = "\(desk.collection.folder.path)/words.csv"
    if isDryRun { return try await desk.transfer.prepare(path, TransferOptions()).report }
    return try await desk.transfer.importFile(path, TransferOptions())
  }

  @Test func `the files are named whose notes get another text`() async throws {
    let desk = try TestCollection([
      "jlpt/n5.md": "Q: inu\nA: cat\n\nQ: neko\nA: dog\n", "es.md": "Q: mesa\nA: chair\n",
    ]).open()
    let text = "inu,dog\nneko,cat\nmesa,table\nnew,one\n"
    let preview = try await bring(text, to: desk, isDryRun: true)
    #expect(preview.updatedText() == "1 updated in es.md, 2 in jlpt/n5.md")
    let report = try await bring(text, to: desk)
    #expect(
      report.updatedFiles
        == [.init(path: "es.md", notes: 1), .init(path: "jlpt/n5.md", notes: 2)])
    #expect(report.new == 1)
  }

  @Test func `many files are counted`() {
    var report = TransferReport(file: "", isDryRun: true)
    #expect(report.updatedText() == nil)
    report.updatedFiles = ["a.md", "b.md", "c.md", "d.md"].map { .init(path: $0, notes: 2) }
    #expect(report.updatedText(most: 2) == "2 updated in a.md, 2 in b.md, 4 in 2 more files")
    #expect(
      report.updatedText(most: 3)
        == "2 updated in a.md, 2 in b.md, 2 in c.md, 2 in 1 more file")
  }

  @Test func `a note is shown with the file it stands in`() async throws {
    let desk = try TestCollection(["es.md": "Q: mesa\nA: chair\n"]).open()
    try desk.collection.folder.write("words.csv", "mesa,table\nsilla,chair\n")
    let preview = try await desk.transfer.prepare(
      "\(desk.collection.folder.path)/words.csv", TransferOptions())
    let texts = try #require(preview.texts(of: .updated, at: 0))
    #expect(texts.path == "es.md")
    #expect(texts.old?.contains("A: chair") == true)
    #expect(preview.texts(of: .new, at: 0)?.path == nil)
  }

  @Test(arguments: [
    "front,back,tags\nmesa,table,home\n", "guid,front,back,tags\nG1,mesa,table,home\n",
  ])
  func `a line of text that lacks the row's tags is told as such, with its file`(
    _ text: String
  ) async throws {
    let desk = try TestCollection(["es.md": "mesa :: table\n"]).open()
    let report = try await bring(text, to: desk)
    #expect(report.unchanged == 0)
    #expect(
      report.conflicting.map(\.reason) == [
        "the note with its first field lacks tags of the row; it is a line of text in es.md, "
          + "change it there"
      ])
  }

  @Test func `a line of text with another answer is told as such, with its file`() async throws {
    let desk = try TestCollection(["es.md": "mesa :: table\n"]).open()
    let report = try await bring("mesa,desk\n", to: desk)
    #expect(
      report.conflicting.map(\.reason) == [
        "the note with its first field says something else; it is a line of text in es.md, "
          + "change it there"
      ])
  }

  @Test func `a note with a guid that is new here gets the tags of its row`() async throws {
    let desk = try TestCollection(["es.md": "Q: mesa\nA: table\n"]).open()
    let text = "guid,front,back,tags\nG1,mesa,table,home\n"
    let report = try await bring(text, to: desk)
    #expect(report.updatedText() == "1 updated in es.md")
    #expect(report.new == 0)
    #expect(try desk.plainNotes().map(\.tags) == [["home"]])
    #expect(try await bring(text, to: desk).unchanged == 1)
  }
}
