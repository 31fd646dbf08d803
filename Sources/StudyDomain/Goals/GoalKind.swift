/// What a daily goal counts.
public enum GoalKind: String, CaseIterable, Hashable, Sendable {
  /// Answers, those within steps and of new cards too; practice (cram) does not count.
  case reviews
  /// New cards that were answered.
  case new
  /// Time at the answers, practice too, at most a minute each.
  case minutes

  /// "30 answers", "1 new card", "20 min".
  public func words(_ amount: Int) -> String {
    switch self {
    case .reviews: "\(amount) \(amount == 1 ? "answer" : "answers")"
    case .new: "\(amount) new \(amount == 1 ? "card" : "cards")"
    case .minutes: "\(amount) min"
    }
  }
}

/// The goals of a day, of the collection or of a deck; those that are not set are missing.
public struct DailyGoals: Hashable, Sendable {
  public var amounts: [GoalKind: Int]

  public init(_ amounts: [GoalKind: Int] = [:]) {
    self.amounts = amounts.filter { $0.value > 0 }
  }

  public var isEmpty: Bool { amounts.isEmpty }

  public subscript(kind: GoalKind) -> Int? { amounts[kind] }

  /// Every goal that is set is reached; without a goal nothing is.
  public func areMet(by done: DayProgress) -> Bool {
    !amounts.isEmpty && amounts.allSatisfy { done[$0.key] >= $0.value }
  }
}

/// What was done on one study day.
public struct DayProgress: Hashable, Sendable {
  public var reviews: Int
  public var new: Int
  /// Practice; no goal counts it.
  public var cram: Int
  public var seconds: Int

  public init(reviews: Int = 0, new: Int = 0, cram: Int = 0, seconds: Int = 0) {
    self.reviews = reviews
    self.new = new
    self.cram = cram
    self.seconds = seconds
  }

  /// Anything at all was answered: what a streak counts.
  public var isStudied: Bool { reviews + cram > 0 }

  /// In the unit of a goal; minutes are whole ones.
  public subscript(kind: GoalKind) -> Int {
    switch kind {
    case .reviews: reviews
    case .new: new
    case .minutes: seconds / 60
    }
  }
}

/// The runs of days on which something was studied.
public struct Streak: Hashable, Sendable {
  /// Studied days of the run that goes on now; 0 when it is broken.
  public var current: Int
  public var longest: Int
  /// Today counts in `current` already.
  public var includesToday: Bool

  public init(current: Int = 0, longest: Int = 0, includesToday: Bool = false) {
    self.current = current
    self.longest = longest
    self.includesToday = includesToday
  }

  /// The runs among studied days.
  ///
  /// A run goes on over days for which `isFree` holds, which count nothing themselves, and today
  /// breaks none before it is over. `isFree` is asked for the days of each gap from the first on,
  /// until one is not free.
  public init(studied: [StudyDay], today: StudyDay, isFree: (StudyDay) -> Bool) {
    self.init()
    var run = 0
    var last: StudyDay?
    for day in studied.sorted() where day <= today {
      if let last, !Self.isOpen(from: last, to: day, isFree) { run = 0 }
      run += 1
      longest = max(longest, run)
      last = day
    }
    guard let last else { return }
    includesToday = last == today
    current = includesToday || Self.isOpen(from: last, to: today, isFree) ? run : 0
  }

  private static func isOpen(
    from first: StudyDay, to last: StudyDay, _ isFree: (StudyDay) -> Bool
  ) -> Bool {
    first.number + 1 >= last.number
      || (first.number + 1..<last.number).allSatisfy { isFree(StudyDay($0)) }
  }
}
