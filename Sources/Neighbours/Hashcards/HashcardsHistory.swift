import StudyDomain

/// What `hashcards.db` knows: cards by the hash of their text.
public struct HashcardsHistory: Sendable {
  /// By 64 lower-case hex digits; only cards that were answered.
  public private(set) var pasts: [String: NeighbourPast] = [:]
  /// Rows that nothing can be made of.
  public private(set) var badRows = 0

  /// Reads the bytes of the database; SQLite opens no file.
  public init(_ bytes: [UInt8]) throws(HashcardsError) {
    let database = try DatabaseImage(bytes)
    let columns = try database.columns(of: "cards")
    guard columns.contains("card_hash"), columns.contains("due_date") else {
      throw HashcardsError(message: "it has no table of cards")
    }
    try readReviews(database)
    try readCards(database)
  }

  private mutating func readReviews(_ database: DatabaseImage) throws(HashcardsError) {
    let columns = try database.columns(of: "reviews")
    guard columns.contains("reviewed_at") else { return }
    try database.rows(
      """
      select card_hash, reviewed_at, grade, due_date from reviews
      order by card_hash, reviewed_at, review_id
      """
    ) { row in
      guard let hash = Self.hash(row.text(0)), let time = row.text(1),
        let moment = WallTime.milliseconds(time), let grade = Self.grade(row.text(2)),
        let due = WallTime.day(row.text(3))
      else { return badRows += 1 }
      let day = Int(moment / 86_400_000)
      pasts[hash, default: NeighbourPast()].reviews.append(
        NeighbourPast.Review(
          moment: .wall(moment), grade: grade,
          intervalDays: min(max(1, due.number - day), 36_500),
          source: "hashcards/\(hash.prefix(32))/\(time)"))
    }
  }

  private mutating func readCards(_ database: DatabaseImage) throws(HashcardsError) {
    try database.rows(
      """
      select card_hash, last_reviewed_at, stability, difficulty, due_date, review_count
      from cards where last_reviewed_at is not null
      """
    ) { row in
      guard let hash = Self.hash(row.text(0)), let last = WallTime.milliseconds(row.text(1)),
        let due = WallTime.day(row.text(4))
      else { return badRows += 1 }
      let interval = min(max(1, due.number - Int(last / 86_400_000)), 36_500)
      var schedule = NeighbourPast.Schedule(due: .day(due), intervalDays: interval)
      schedule.last = .wall(last)
      let (stability, difficulty) = (row.number(2), row.number(3))
      if stability > 0, difficulty >= 1 {
        schedule.memory = MemoryState(
          stability: min(max(stability, 0.001), 36_500), difficulty: min(difficulty, 10))
      }
      schedule.reps = min(max(0, Int(row.integer(5))), 999_999_999)
      pasts[hash, default: NeighbourPast()].schedule = schedule
    }
  }

  private static func hash(_ text: String?) -> String? {
    guard let text, text.utf8.count == 64,
      text.utf8.allSatisfy({ $0 &- 48 < 10 || (97...102).contains($0) })
    else { return nil }
    return text
  }

  private static func grade(_ word: String?) -> Grade? {
    switch word {
    case "forgot": .again
    case "hard": .hard
    case "good": .good
    case "easy": .easy
    default: nil
    }
  }
}

/// Why a `hashcards.db` cannot be read.
public struct HashcardsError: Error, Hashable, Sendable {
  public var message: String
}
