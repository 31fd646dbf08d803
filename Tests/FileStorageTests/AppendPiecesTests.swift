import FileStorage
import Foundation
import Glibc
import StudyDomain
import Testing

@Suite struct AppendPiecesTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
  }

  /// Appends an action as several pieces; gives its lines, once they count.
  @discardableResult
  private func append(
    _ log: AppendLog, _ tag: String, pieces: Int, count: Int, failing error: (any Error)? = nil
  ) throws -> (appended: AppendLog.Appended, taken: [UInt8]) {
    var taken: [UInt8] = []
    var made: [UInt8] = []
    let appended = try log.appendPieces(at: Bench.now) { turn, pen in
      let lines = Bench.lines(turn, tag, count: pieces * count)
        .split(separator: 10).map { Array($0) + [10] }
      for piece in 0..<pieces {
        let bytes = Array(lines[piece * count..<(piece + 1) * count].joined())
        try pen.write(bytes)
        made += bytes
      }
      if let error { throw error }
    } kept: { _ in
      taken += made
    }
    return (appended, taken)
  }

  @Test func `pieces of an action stand in the file as in the journal`() throws {
    let log = try bench.open()
    let tag = String(repeating: "x", count: 2_000)
    // Twelve megabytes: more than is copied at once.
    let first = try append(log, tag, pieces: 3, count: 2_000)
    #expect(first.appended.pending == nil)
    try Bench.append(log, "b")
    try append(log, "c", pieces: 2, count: 1)
    let bytes = try bench.bytes(bench.file(log))
    #expect(try bench.bytes("\(bench.state)/journal/\(log.writer).tsv") == bytes)
    #expect(first.taken.count > 12_000_000)
    let header = "#deckle\t1\t1\t\(log.writer)\t.\n".utf8.count
    #expect(bytes[header...].starts(with: first.taken))
    #expect(first.appended.growth?.file == "\(log.writer)-2026.tsv")
    #expect(first.appended.growth?.bytes == 0..<header + first.taken.count)
    let names = try bench.events().map { $0.split(separator: "\t")[0] }
    #expect(names == (1...6_003).map { "\(log.writer).\($0)" })
    let again = try bench.open()
    #expect(again.opening == .complete)
    _ = try again.append(at: Bench.now) { turn in
      #expect(turn.firstSequence == 6_004 && turn.groupFloor > Bench.now.milliseconds)
      return []
    }
  }

  @Test func `a builder that throws after some pieces leaves nothing`() throws {
    struct No: Error {}
    let log = try bench.open()
    #expect(throws: No.self) { try append(log, "a", pieces: 2, count: 2, failing: No()) }
    try Bench.append(log, "b")
    #expect(try append(log, "c", pieces: 0, count: 0).taken.isEmpty)
    #expect(throws: No.self) { try append(log, "d", pieces: 2, count: 2, failing: No()) }
    try append(log, "e", pieces: 2, count: 1)
    #expect(try bench.tags() == ["b", "e", "e"])
    #expect(try bench.open().opening == .complete)
  }

  @Test(arguments: [0, 100, 300])
  func `a journal that takes only a part of the pieces gets none`(bytes: Int) throws {
    let files = FaultyFiles()
    let log = try bench.open(files.files)
    try Bench.append(log, "a")
    let name = "journal/\(log.writer).tsv"
    files.set(.writesFail(pathSuffix: name, code: ENOSPC, afterBytes: bytes))
    #expect(throws: FileStorageError.self) { try append(log, "b", pieces: 3, count: 2) }
    files.set(nil)
    try Bench.append(log, "c")
    #expect(try bench.tags() == ["a", "c"])
    #expect(try bench.open().opening == .complete)
  }

  @Test(arguments: [0, 100, 300])
  func `pieces that do not get into the file wait in the journal`(bytes: Int) throws {
    let files = FaultyFiles()
    let log = try bench.open(files.files)
    try Bench.append(log, "a")
    files.set(.writesFail(pathSuffix: "-2026.tsv", code: ENOSPC, afterBytes: bytes))
    let result = try append(log, "b", pieces: 3, count: 2)
    #expect(result.appended.pending != nil && log.hasPending)
    #expect(result.taken.count(where: { $0 == 10 }) == 6)
    files.set(nil)
    #expect(try log.retryPending())
    #expect(try bench.tags().filter { $0 == "b" }.count == 6)
    try Bench.append(log, "c")
    #expect(try bench.open().opening == .complete)
  }

  @Test func `killed between any two system calls, pieces are there once and in order`() throws {
    func session(_ files: FaultyFiles, _ bench: Bench) throws -> Bool {
      defer { files.die() }
      guard let log = try? bench.open(files.files) else { return false }
      let result = try? append(log, "b", pieces: 3, count: 2)
      return result.map { $0.appended.pending == nil } ?? false
    }
    let whole = FaultyFiles()
    #expect(try session(whole, try Bench()))
    for call in 1...whole.calls {
      for fault in [FaultyFiles.Fault.stopBefore(call), .stopAfter(call)] {
        let bench = try Bench()
        let isDone = try session(FaultyFiles(fault), bench)
        let log = try bench.open()
        try Bench.append(log, "z")
        let events = try bench.events()
        let numbers = events.compactMap { Int($0.split(separator: "\t")[0].dropFirst(9)) }
        #expect(numbers == Array(1...events.count), "\(fault)")
        if isDone { #expect(try bench.tags() == Array(repeating: "b", count: 6) + ["z"]) }
        #expect(try bench.open().opening == .complete)
      }
    }
  }
}
