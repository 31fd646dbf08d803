import Scheduling
import StudyDomain

/// The study candidates of the last start: every card with what is due of it.
struct IndexCache {
  let cache: CollectionCache
  private static let name = "index"

  /// All that the candidates depend on.
  struct Origin: Hashable, BitwiseCopyable {
    /// When the history's cache was written.
    var historyTime: Int64
    var livingHash: UInt64
    /// Buried cards are those of one day.
    var day: Int64
  }

  struct Content {
    var candidates: [StudyCandidate]
    /// By card: what its answers of the day count.
    var todayCounts: [Int: StudyIndex.TodayCount]
  }

  /// What there is, with what it was made from.
  func read() -> (origin: Origin, content: Content)? {
    cache.read(Self.name) { reader in
      guard let origin = reader.read(Origin.self),
        let counts = reader.readList({ reader -> (Int, StudyIndex.TodayCount)? in
          guard let card = reader.read(Int.self),
            let count = reader.read(StudyIndex.TodayCount.self)
          else { return nil }
          return (card, count)
        }),
        let candidates = reader.readArray(StudyCandidate.self)
      else { return nil }
      let content = Content(
        candidates: candidates,
        todayCounts: Dictionary(counts, uniquingKeysWith: { first, _ in first }))
      return (origin, content)
    }
  }

  func holds(_ origin: Origin) -> Bool {
    cache.read(Self.name) { $0.read(Origin.self) == origin ? true : nil } ?? false
  }

  func write(_ content: Content, _ origin: Origin) {
    cache.write(Self.name) { writer in
      writer.write(origin)
      writer.write(list: content.todayCounts.sorted { $0.key < $1.key }) { writer, entry in
        writer.write(entry.key)
        writer.write(entry.value)
      }
      writer.write(records: content.candidates)
    }
  }
}
