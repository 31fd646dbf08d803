import AnkiExchange
import Glibc

/// Blocks of new notes, written and read back on all processors: each by itself, whatever the
/// others are.
struct PreparedBlocks: Sendable {
  struct Job: Sendable {
    /// Of the note in its source.
    var place: Int
    var fields: [String]
    var tags: [String]
    var ordinals: Set<Int>
    var writer: NoteBlockWriter.Recipe
  }

  struct Block: Sendable {
    var fields: [String]
    /// Nil when no card comes of the note.
    var block: NoteBlock?
  }

  /// By place.
  private(set) var blocks: [Int: Block] = [:]

  @concurrent
  init(_ jobs: [Job]) async {
    guard !jobs.isEmpty else { return }
    let parts = min(jobs.count, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let size = (jobs.count + parts - 1) / parts
    blocks.reserveCapacity(jobs.count)
    await withTaskGroup(of: [(Int, Block)].self) { group in
      for start in stride(from: 0, to: jobs.count, by: size) {
        let part = jobs[start..<min(start + size, jobs.count)]
        group.addTask { Self.write(part) }
      }
      for await part in group {
        for (place, block) in part { blocks[place] = block }
      }
    }
  }

  private static func write(_ jobs: ArraySlice<Job>) -> [(Int, Block)] {
    var writers: [Int64: NoteBlockWriter] = [:]
    return jobs.map { job in
      let writer = writers[job.writer.type.id] ?? job.writer.writer
      writers[job.writer.type.id] = writer
      let block = writer.block(
        fields: job.fields, tags: job.tags, id: nil, ordinals: job.ordinals)
      return (job.place, Block(fields: job.fields, block: block))
    }
  }
}
