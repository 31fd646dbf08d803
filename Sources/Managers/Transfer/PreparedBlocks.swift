import AnkiExchange
import Glibc

/// Blocks of new notes, written and read back on all processors: each by itself, whatever the
/// others are.
struct PreparedBlocks: Sendable {
  struct Job: Sendable {
    /// Of the note in its source.
    var place: Int
    var note: NoteBlockWriter.Packed
  }

  /// The jobs of a range of notes, in their order.
  struct Jobs: Sendable {
    var list: [Job] = []
    /// By note type of Anki.
    var writers: [Int64: NoteBlockWriter.Recipe] = [:]
    /// Names that fields must use instead of those in the source.
    var renamed: [String: String] = [:]
    /// Where the range ends.
    var end = 0
    /// False when a note was reached that has to be looked at before those behind it.
    var isWhole = true
  }

  struct Block: Sendable {
    /// Nil when no card comes of the note; without its words.
    var block: NoteBlock?
    var words: NoteWords?
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
        group.addTask { (number, Self.write(part, jobs)) }
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
  private static func write(
    _ list: ArraySlice<Job>, _ jobs: Jobs
  ) -> [(place: Int, block: Block)] {
    var writers: [Int64: NoteBlockWriter] = [:]
    var blocks: [(place: Int, block: Block)] = []
    blocks.reserveCapacity(list.count)
    var start = list.startIndex
    while start < list.endIndex {
      let type = list[start].note.note.noteTypeID
      var end = start + 1
      while end < list.endIndex, list[end].note.note.noteTypeID == type { end += 1 }
      let run = list[start..<end]
      start = end
      guard let writer = writers[type] ?? jobs.writers[type]?.writer else { continue }
      writers[type] = writer
      let notes = run.map { $0.note.renamed(jobs.renamed) }
      var written = writer.blocks(notes[...])
      let words = NoteWords.together(written.map { $0?.words })
      for place in written.indices { written[place]?.words = nil }
      for (job, (block, words)) in zip(run, zip(written, words)) {
        blocks.append((job.place, Block(block: block, words: words)))
      }
    }
    return blocks
  }
}

extension NoteBlockWriter.Packed {
  fileprivate func renamed(_ names: [String: String]) -> Self {
    guard !names.isEmpty else { return self }
    var renamed = self
    renamed.note.fields = note.fields.map { AnkiMedia.renaming(names, in: $0) }
    return renamed
  }
}
