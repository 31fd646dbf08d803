import AnkiExchange
import Glibc

/// Blocks of new notes, written and read back on all processors: each by itself, whatever the
/// others are.
struct PreparedBlocks: Sendable {
  struct Job: Sendable {
    /// Of the note in its source.
    var place: Int
    var source: NoteBlockWriter.Source
    var writer: NoteBlockWriter.Recipe
  }

  /// The jobs of a range of notes, in their order.
  struct Jobs: Sendable {
    var list: [Job] = []
    /// Where the range ends.
    var end = 0
    /// False when a note was reached that has to be looked at before those behind it.
    var isWhole = true
  }

  struct Block: Sendable {
    var fields: [String]
    /// Nil when no card comes of the note.
    var block: NoteBlock?
  }

  /// In the order of their places.
  private var blocks: [(place: Int, block: Block)] = []
  private var next = 0
  let end: Int
  let isWhole: Bool

  init() {
    end = 0
    isWhole = true
  }

  @concurrent
  init(_ jobs: Jobs) async {
    (end, isWhole) = (jobs.end, jobs.isWhole)
    let list = jobs.list
    guard !list.isEmpty else { return }
    let parts = min(list.count, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let size = (list.count + parts - 1) / parts
    blocks = await withTaskGroup(of: (Int, [(place: Int, block: Block)]).self) { group in
      for (number, start) in stride(from: 0, to: list.count, by: size).enumerated() {
        let part = list[start..<min(start + size, list.count)]
        group.addTask { (number, Self.write(part)) }
      }
      var written: [Int: [(place: Int, block: Block)]] = [:]
      for await (number, part) in group { written[number] = part }
      return written.sorted { $0.key < $1.key }.flatMap(\.value)
    }
  }

  /// The block of a note; to be asked in the order of places.
  mutating func take(_ place: Int) -> Block? {
    while next < blocks.count, blocks[next].place < place { next += 1 }
    guard next < blocks.count, blocks[next].place == place else { return nil }
    defer { next += 1 }
    return blocks[next].block
  }

  /// Runs of notes of one type are written together.
  private static func write(_ jobs: ArraySlice<Job>) -> [(place: Int, block: Block)] {
    var writers: [Int64: NoteBlockWriter] = [:]
    var blocks: [(place: Int, block: Block)] = []
    blocks.reserveCapacity(jobs.count)
    var start = jobs.startIndex
    while start < jobs.endIndex {
      let type = jobs[start].writer.type.id
      var end = start + 1
      while end < jobs.endIndex, jobs[end].writer.type.id == type { end += 1 }
      let writer = writers[type] ?? jobs[start].writer.writer
      writers[type] = writer
      let run = jobs[start..<end]
      for (job, block) in zip(run, writer.blocks(run.map(\.source))) {
        blocks.append((job.place, Block(fields: job.source.fields, block: block)))
      }
      start = end
    }
    return blocks
  }
}
