import FileStorage
import Foundation
import Glibc
import StudyDomain
import Testing

@Suite struct AppendLogTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
  }

  @Test func `actions are numbered and stand in the file as in the journal`() throws {
    let log = try bench.open()
    #expect(log.mintedBecause == .firstStart)
    try Bench.append(log, "a")
    try Bench.append(log, "b", count: 3)
    #expect(try bench.tags() == ["a", "b", "b", "b"])
    #expect(
      try bench.events().map { $0.split(separator: "\t")[0] }
        == (1...4).map { "\(log.writer).\($0)" })
    let bytes = try bench.bytes(bench.file(log))
    #expect(bytes.starts(with: Array("#deckle\t1\t1\t\(log.writer)\t.\n".utf8)))
    #expect(try bench.bytes("\(bench.state)/journal/\(log.writer).tsv") == bytes)
    let again = try bench.open()
    #expect(again.writer == log.writer && again.mintedBecause == nil && again.opening == .complete)
    _ = try again.append(at: Bench.now) { turn in
      #expect(turn.firstSequence == 5 && turn.groupFloor == Bench.now.milliseconds)
      return Bench.lines(turn, "c")
    }
    _ = try log.append(at: Bench.now) { turn in
      #expect(turn.firstSequence == 6)
      #expect(String(decoding: turn.others, as: UTF8.self).contains("00ffc"))
      return Bench.lines(turn, "d")
    }
    #expect(try String(decoding: again.takeOthers(), as: UTF8.self).contains("00ffd"))
    #expect(try again.takeOthers().isEmpty)
  }

  /// As an import leaves them: read in pieces, lines across the seams, one longer than a piece.
  @Test func `a large journal is compared whatever its lines`() throws {
    let log = try bench.open()
    for length in [700_000, 400_000, 1_200_000, 10, 1_048_576] {
      _ = try log.append(at: Bench.now) { turn in
        let line = Bench.lines(turn, "a")
        let dot = line.count - 2
        let filling = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        return line[..<dot] + filling + [9] + line[dot...]
      }
    }
    let again = try bench.open()
    #expect(again.opening == .complete)
    _ = try again.append(at: Bench.now) { turn in
      #expect(turn.firstSequence == 6)
      return Bench.lines(turn, "b")
    }
    // One byte of the middle is another: the file has a line that the journal never had.
    var bytes = try bench.bytes(bench.file(log))
    bytes[bytes.count / 2] = UInt8(ascii: "y")
    try Data(bytes).write(to: URL(fileURLWithPath: bench.file(log)))
    #expect(try bench.open().mintedBecause == .strangeLines)
  }

  @Test func `a builder that throws leaves nothing`() throws {
    struct No: Error {}
    let log = try bench.open()
    #expect(throws: No.self) { try log.append(at: Bench.now) { _ in throw No() } }
    try Bench.append(log, "a")
    #expect(try bench.tags() == ["a"])
  }

  @Test func `killed between any two system calls, what was acknowledged is there once`() throws {
    // Without a fault, to count the calls of open, three appends and flush.
    func session(_ files: FaultyFiles, _ bench: Bench) -> [String] {
      var done: [String] = []
      if let log = try? bench.open(files.files) {
        for (tag, count) in [("a", 1), ("b", 2), ("c", 1)] {
          if let appended = try? Bench.append(log, tag, count: count), appended.pending == nil {
            done += Array(repeating: tag, count: count)
          }
        }
        try? log.flushNow()
        files.die()
      }
      files.die()
      return done
    }
    let whole = FaultyFiles()
    #expect(session(whole, try Bench()) == ["a", "b", "b", "c"])
    #expect(whole.calls > 40)
    for call in 1...whole.calls {
      for fault in [FaultyFiles.Fault.stopBefore(call), .stopAfter(call)] {
        let bench = try Bench()
        let files = FaultyFiles(fault)
        let done = session(files, bench)
        #expect(files.hasStopped)
        let log = try bench.open()
        #expect(log.opening != .missingLines(count: 1), "\(fault)")
        try Bench.append(log, "z")
        let events = try bench.events()
        let tags = try bench.tags()
        #expect(Array(tags.prefix(done.count)) == done, "\(fault): \(tags)")
        // One action in flight at most: of one tag only.
        #expect(Set(tags.dropFirst(done.count)).subtracting(["z"]).count <= 1, "\(fault): \(tags)")
        #expect(tags.last == "z" && Set(events).count == events.count, "\(fault): \(tags)")
        let names = events.map { $0.split(separator: "\t")[0] }
        #expect(Set(names).count == names.count, "\(fault): \(names)")
        #expect(try bench.open().opening == .complete)
      }
    }
  }

  @Test func `four programs append at once and none tears or doubles`() async throws {
    let bench = bench
    // Separate logs have separate descriptors, so flock parts them as it parts programs.
    try Bench.append(try bench.open(), "start")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let log = try bench.open(syncDelayMilliseconds: 5)
          for index in 0..<300 {
            try Bench.append(log, "\(worker)x\(index)", count: index % 3 + 1)
          }
          try await log.flush()
        }
      }
      try await group.waitForAll()
    }
    let events = try bench.events()
    #expect(events.count == 1 + 4 * 600)
    let numbers = events.compactMap { Int($0.split(separator: "\t")[0].dropFirst(9)) }
    #expect(numbers == Array(1...events.count))
    let log = try bench.open()
    #expect(log.opening == .complete)
    #expect(
      try bench.bytes(bench.file(log))
        == bench.bytes("\(bench.state)/journal/\(log.writer).tsv"))
  }

  @Test func `a file swapped away under the descriptor gets every line it lacks`() throws {
    let log = try bench.open()
    try Bench.append(log, "a")
    let old = try bench.bytes(bench.file(log))
    try Bench.append(log, "b")
    try bench.write(old, bench.file(log) + ".new")
    #expect(rename(bench.file(log) + ".new", bench.file(log)) == 0)
    try Bench.append(log, "c")
    #expect(try bench.tags() == ["a", "b", "c"])
    #expect(unlink(bench.file(log)) == 0)
    try Bench.append(log, "d")
    #expect(try bench.tags() == ["a", "b", "c", "d"])
  }

  @Test func `our file overwritten in its place at the same size gets its lines again`()
    throws
  {
    let log = try bench.open()
    try Bench.append(log, "a")
    try Bench.append(log, "b")
    let path = bench.file(log)
    var bytes = try bench.bytes(path)
    // Two lines the same as each other: the first is gone.
    let lines = bytes.split(separator: 10)
    bytes = Array((lines[0] + [10] + lines[2] + [10] + lines[2] + [10]))
    let size = try bench.bytes(path).count
    try #require(bytes.count == size)
    let descriptor = Glibc.open(path, O_WRONLY | O_TRUNC)
    #expect(bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } > 0)
    #expect(Glibc.close(descriptor) == 0)
    try Bench.append(log, "c")
    #expect(Set(try bench.tags()) == ["a", "b", "c"])
    #expect(try bench.open().opening == .complete)
  }

  @Test func `what is missing is told, and another program may restore it meanwhile`() throws {
    var log = try bench.open()
    try Bench.append(log, "a")
    let old = try bench.bytes(bench.file(log))
    try Bench.append(log, "b")
    try Bench.append(log, "c")
    try bench.write(old, bench.file(log))
    log = try bench.open()
    let missing = try #require(log.missing)
    #expect(missing.count == 2 && missing.first <= missing.last)
    #expect(missing.files.count == 1 && missing.files[0].hasPrefix("\(log.writer)-"))
    let other = try bench.open()
    #expect(try other.restore() == 2)
    let writer = log.writer
    try log.acceptOlderRevision()
    #expect(log.writer == writer && log.missing == nil && log.opening == .complete)
    try Bench.append(log, "d")
    #expect(try bench.tags() == ["a", "b", "c", "d"])
  }

  @Test(arguments: [true, false])
  func `an older revision at start waits for a decision`(restores: Bool) throws {
    var log = try bench.open()
    try Bench.append(log, "a")
    let old = try bench.bytes(bench.file(log))
    try Bench.append(log, "b")
    try Bench.append(log, "c")
    let first = log.writer
    try bench.write(old, bench.file(log))
    log = try bench.open()
    #expect(log.opening == .missingLines(count: 2))
    #expect(throws: FileStorageError.missingLinesUndecided(count: 2)) {
      try Bench.append(log, "x")
    }
    if restores {
      #expect(try log.restore() == 2)
      try Bench.append(log, "d")
      #expect(try bench.tags() == ["a", "b", "c", "d"])
    } else {
      try log.acceptOlderRevision()
      #expect(log.writer != first && log.mintedBecause == .olderRevisionAccepted)
      let appended = try Bench.append(log, "d")
      #expect(String(decoding: appended.lines, as: UTF8.self).hasPrefix(log.writer + ".1\t"))
      #expect(try bench.tags().sorted() == ["a", "d"])
      #expect(try bench.bytes("\(bench.history)/\(first)-2026.tsv") == old)
    }
    #expect(try bench.open().opening == .complete)
  }

  @Test func `a file cut at any byte keeps its bytes and loses no event`() throws {
    let log = try bench.open()
    try Bench.append(log, "a")
    try Bench.append(log, ".b")
    let whole = try bench.bytes(bench.file(log))
    let first = Array(whole[...(whole.dropLast().lastIndex(of: 10) ?? 0)])
    for cut in first.count..<whole.count {
      try bench.write(Array(whole[..<cut]), bench.file(log))
      let next = try bench.open()
      // Without its LF the line is still an event.
      #expect(next.opening == (cut == whole.count - 1 ? .complete : .completed(lines: 1)))
      #expect(next.mintedBecause == nil)
      #expect(try Set(bench.tags()) == ["a", ".b"], "cut at \(cut)")
      #expect(try bench.bytes(bench.file(log)).starts(with: whole[..<cut]))
      try Bench.append(next, "c")
      #expect(try Set(bench.tags()) == ["a", ".b", "c"], "cut at \(cut)")
      try bench.write(
        Array(whole), "\(bench.state)/journal/\(log.writer).tsv")
    }
  }

  @Test func `zeros at the end of a file stay, and the lines behind them are whole`() throws {
    let log = try bench.open()
    try Bench.append(log, "a")
    let bytes = try bench.bytes(bench.file(log)) + Array(repeating: 0, count: 4096)
    try bench.write(bytes, bench.file(log))
    let next = try bench.open()
    try Bench.append(next, "b")
    try Bench.append(log, "c")
    #expect(try bench.tags() == ["a", "b", "c"])
    #expect(try bench.bytes(bench.file(log)).starts(with: bytes))
  }

  @Test(arguments: [0, 10]) func `a full disk keeps actions in the journal`(bytes: Int) throws {
    let files = FaultyFiles()
    var log = try bench.open(files.files)
    try Bench.append(log, "a")
    files.set(.writesFail(pathSuffix: "-2026.tsv", code: ENOSPC, afterBytes: bytes))
    let appended = try Bench.append(log, "b")
    let file = bench.file(log)
    #expect(appended.pending == .system(operation: "write", path: file, code: ENOSPC))
    #expect(appended.pending?.message.contains("disk is full") == true)
    #expect(try Bench.append(log, "c").pending != nil && log.hasPending)
    #expect(throws: FileStorageError.self) { try log.retryPending() }
    #expect(try bench.tags() == ["a"])
    // The next program brings them in unasked, too.
    let stay = bytes == 0
    if stay { log = try bench.open(files.files) }
    #expect(log.hasPending)
    files.set(nil)
    if stay {
      #expect(try bench.open().opening == .completed(lines: 2))
    } else {
      #expect(try log.retryPending() && !log.hasPending)
    }
    try Bench.append(log, "d")
    #expect(try bench.tags() == ["a", "b", "c", "d"])
  }

  @Test func `a full disk under the journal keeps nothing and says so`() throws {
    let files = FaultyFiles()
    let log = try bench.open(files.files)
    try Bench.append(log, "a")
    files.set(.writesFail(pathSuffix: "journal/\(log.writer).tsv", code: ENOSPC, afterBytes: 20))
    #expect(throws: FileStorageError.self) { try Bench.append(log, "b", count: 2) }
    files.set(nil)
    try Bench.append(log, "c")
    #expect(try bench.tags() == ["a", "c"])
    #expect(try bench.open().opening == .complete)
  }

  @Test func `a folder that vanished is not made anew, and gets its lines when it returns`() throws
  {
    let log = try bench.open()
    try Bench.append(log, "a")
    let cards = bench.root + "/cards"
    #expect(rename(cards, bench.root + "/away") == 0)
    #expect(try Bench.append(log, "b").pending != nil)
    #expect(!FileManager.default.fileExists(atPath: cards))
    #expect(rename(bench.root + "/away", cards) == 0)
    #expect(try Bench.append(log, "c").pending == nil)
    #expect(try bench.tags() == ["a", "b", "c"])
  }

  @Test func `interrupted calls and short writes change nothing`() throws {
    let files = FaultyFiles(.stutter)
    let log = try bench.open(files.files)
    try Bench.append(log, "a", count: 3)
    try Bench.append(log, "b")
    try log.flushNow()
    #expect(try bench.tags() == ["a", "a", "a", "b"])
  }

  @Test func `after a failed sync the lines are written again to a new file`() throws {
    let files = FaultyFiles()
    let log = try bench.open(files.files)
    try Bench.append(log, "a")
    try log.flushNow()
    files.set(.syncsFail(pathSuffix: "-2026.tsv", code: EIO))
    try Bench.append(log, "b")
    try log.flushNow()
    try Bench.append(log, "c")
    try log.flushNow()
    #expect(try bench.whole(bench.file(log, "-2026-2.tsv")).count == 2)
    #expect(try Set(bench.tags()) == ["a", "b", "c"])
    let next = try bench.open()
    #expect(next.opening == .complete && next.writer == log.writer)
  }

  @Test func `a new year begins a new file`() throws {
    let log = try bench.open()
    try Bench.append(log, "a")
    try Bench.append(log, "b", at: Timestamp(milliseconds: 1_798_761_600_000))
    #expect(try bench.whole(bench.file(log, "-2027.tsv")).count == 1)
    try Bench.append(log, "c")
    #expect(try bench.tags() == ["a", "c", "b"])
    #expect(try bench.open().opening == .complete)
  }

  @Test func `another machine, a lost journal and conflict copies`() throws {
    let log = try bench.open()
    try Bench.append(log, "a")
    let copy = "\(bench.history)/\(log.writer)-2026.sync-conflict-20261130-101010-ABC.tsv"
    try bench.write(try bench.bytes(bench.file(log)), copy)
    #expect(try bench.open().opening == .complete)
    let other = try bench.open(machine: "m2")
    #expect(other.mintedBecause == .otherMachine && other.writer != log.writer)
    // Another program on this machine follows when a new writer begins.
    let second = try bench.open(machine: "m2")
    try other.acceptOlderRevision()
    try Bench.append(second, "b")
    #expect(second.writer == other.writer && second.writer != log.writer)
    let fresh = try Bench()
    let lost = try fresh.open()
    try Bench.append(lost, "a")
    try FileManager.default.removeItem(atPath: "\(fresh.state)/journal/\(lost.writer).tsv")
    let next = try fresh.open()
    #expect(next.mintedBecause == .strangeLines && next.writer != lost.writer)
    try FileManager.default.removeItem(atPath: fresh.state)
    try Bench.append(next, "b")
    #expect(try fresh.tags().sorted() == ["a", "b"])
  }

  @Test func `the note of agreement spares reading, and a changed file is noticed`() throws {
    var log = try bench.open()
    for index in 0..<5 { try Bench.append(log, "\(index)") }
    try log.flushNow()
    usleep(2_100_000)
    try log.flushNow()
    let files = FaultyFiles()
    log = try bench.open(files.files)
    #expect(log.opening == .complete)
    _ = try log.append(at: Bench.now) { turn in
      #expect(turn.firstSequence == 6)
      return []
    }
    let bytes = try bench.bytes(bench.file(log))
    let ends = bytes.indices.filter { bytes[$0] == 10 }
    try bench.write(Array(bytes[...ends[2]]), bench.file(log))
    #expect(try bench.open().opening == .missingLines(count: 3))
  }
}
