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
    /// Buried cards are those of one day; its ends depend on the zone.
    var day: Int64
    var start: Int64
    var end: Int64

    init(historyTime: Int64, livingHash: UInt64, moment: StudyMoment) {
      self.historyTime = historyTime
      self.livingHash = livingHash
      day = Int64(moment.day.number)
      start = moment.start.milliseconds
      end = moment.end.milliseconds
    }

    var moment: StudyMoment {
      StudyMoment(
        day: StudyDay(Int(day)), start: Timestamp(milliseconds: start),
        end: Timestamp(milliseconds: end))
    }
  }

  struct Content {
    var pool: CandidatePool
    var places: CandidatePlaces
    /// By card: what its answers of the day count.
    var todayCounts: [Int: TodayCount]
  }

  /// What there is, with what it was made from.
  func read() -> (origin: Origin, content: Content)? {
    cache.read(Self.name, isChangeable: true) { reader in
      guard let origin = reader.read(Origin.self),
        let counts = reader.readList({ reader -> (Int, TodayCount)? in
          guard let card = reader.read(Int.self),
            let count = reader.read(TodayCount.self)
          else { return nil }
          return (card, count)
        }),
        let duplicates = reader.readArray(Int32.self),
        let tallies = reader.readArray(CandidatePool.Tally.self),
        let stretches = reader.readArray(CandidatePool.Stretch.self),
        let answered = reader.readArray(Int32.self), let intraday = reader.readArray(Int32.self),
        let candidates = reader.readRecords(StudyCandidate.self)
      else { return nil }
      let summary = CandidatePool.Summary(
        tallies: tallies, stretches: stretches, answered: answered, intraday: intraday)
      let content = Content(
        pool: CandidatePool(candidates, summary: summary, moment: origin.moment),
        places: CandidatePlaces(duplicates: duplicates),
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
      let parts = content.pool.kept.parts
      writer.write(records: content.places.duplicates)
      writer.write(records: parts.tallies)
      writer.write(records: parts.stretches)
      writer.write(records: parts.answered)
      writer.write(records: parts.intraday)
      writer.write(records: content.pool.candidates)
    }
  }
}
