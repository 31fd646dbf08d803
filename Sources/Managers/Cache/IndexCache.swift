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

  func read(_ origin: Origin) -> [StudyCandidate]? {
    cache.read(Self.name) { reader in
      guard reader.read(Origin.self) == origin,
        let records = reader.readRecords(StudyCandidate.self)
      else { return nil }
      return Array(records)
    }
  }

  func holds(_ origin: Origin) -> Bool {
    cache.read(Self.name) { $0.read(Origin.self) == origin ? true : nil } ?? false
  }

  func write(_ candidates: [StudyCandidate], _ origin: Origin) {
    cache.write(Self.name) { writer in
      writer.write(origin)
      writer.write(records: ContiguousArray(candidates))
    }
  }
}
