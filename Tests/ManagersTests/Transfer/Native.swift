import AnkiExchange
import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// A collection that was made here, and packages that it wrote.
@MainActor enum Native {
  static func desk() throws -> Desk {
    try TestCollection([
      "Spanish/Verbs.md":
        "---\ntags: [spanish]\n---\n\nQ: to speak\nA: hablar\n\nT: el perro\n\nD: the dog\n\n"
        + "C: The [order] of a group is [its size].\n\nA: extra\n",
      "Science.md":
        "<!-- ask: type -->\nQ: speed of light\nA: **c**\n\nC: {{c2::Ottawa::city}} in "
        + "{{c1::1857}}\n\nQ: planet\nA:\n- [ ] Mars\n- [x] Jupiter\n\nwhy\n\n"
        + "N: Muscle\n- Name: biceps\n- Action (html): <b>bends</b>\n",
      "Small.md": deck(1...30),
    ]).open()
  }

  /// Answers what comes day after day, with every grade among it.
  static func study(_ desk: Desk, answers: Int) throws {
    let grades: [Grade] = [.good, .good, .again, .easy, .good, .hard, .good, .good, .again]
    var count = 0
    while count < answers {
      desk.index.refresh()
      desk.session.start(deck: nil)
      while count < answers, desk.session.currentCard != nil {
        try desk.session.answer(grades[count % grades.count], milliseconds: 2000 + count)
        desk.collection.time.milliseconds += 20_000
        count += 1
      }
      desk.collection.time.milliseconds += 26 * 3_600_000
    }
  }
}

/// A package that was written, read again.
struct WrittenPackage {
  var path: String
  var report: ExportReport
  var collection: AnkiCollection
  var media: [String: [UInt8]]

  func fields(_ front: String) throws -> [String] {
    try #require(collection.notes.first { $0.fields[0].contains(front) }).fields
  }
}

extension Desk {
  func exported(
    _ format: ExportRequest.Format = .apkg, _ change: (inout ExportRequest) -> Void = { _ in }
  ) throws -> WrittenPackage {
    let path = "\(collection.folder.path)/\(UUID().uuidString).\(format.rawValue)"
    var request = ExportRequest(path: path, format: format)
    change(&request)
    let report = try transfer.export(request)
    let package = try AnkiPackage.open(path, scratchFolder: collection.folder.path)
    var media: [String: [UInt8]] = [:]
    for file in package.media { media[file.name] = try package.medium(file, limit: 1 << 20) }
    let read = try package.collection()
    #expect(read.repairs == [])
    return WrittenPackage(path: path, report: report, collection: read, media: media)
  }

  func exportedText(
    _ format: ExportRequest.Format, ending: String = "txt",
    _ change: (inout ExportRequest) -> Void = { _ in }
  ) throws -> String {
    let path = "\(collection.folder.path)/\(UUID().uuidString).\(ending)"
    var request = ExportRequest(path: path, format: format)
    change(&request)
    _ = try transfer.export(request)
    return try String(contentsOfFile: path, encoding: .utf8)
  }
}
