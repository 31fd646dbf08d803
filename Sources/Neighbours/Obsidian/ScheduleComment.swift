import StudyDomain

/// A comment `<!--SR:!…!…-->` of obsidian-spaced-repetition: a schedule for each card of a note.
struct ScheduleComment {
  enum Segment {
    case schedule(NeighbourPast.Schedule)
    /// Not answered yet: a sibling was.
    case new
    case unreadable(String)
  }

  var segments: [Segment]

  private static let mark = Array("<!--SR:".utf8)

  static func begins(_ bytes: [UInt8], _ place: Int) -> Bool {
    place + mark.count <= bytes.count && bytes[place..<place + mark.count].elementsEqual(mark)
  }

  /// Behind the comment; nil when it does not end on its line, or another begins before that.
  static func end(_ bytes: [UInt8], _ place: Int) -> Int? {
    var end = place + mark.count
    while end + 2 < bytes.count, ![10, 13, UInt8(ascii: "<")].contains(bytes[end]) {
      if bytes[end] == UInt8(ascii: "-"), bytes[end + 1] == UInt8(ascii: "-"),
        bytes[end + 2] == UInt8(ascii: ">")
      {
        return end + 3
      }
      end += 1
    }
    return nil
  }

  /// Nil when the comment has no end or holds no schedule: notes explain the form, too.
  init?(_ bytes: [UInt8], _ place: Int) {
    guard let end = Self.end(bytes, place) else { return nil }
    let inner = bytes[place + Self.mark.count..<end - 3]
    segments = inner.split(separator: UInt8(ascii: "!")).compactMap { part in
      let text = Trimmed.text(String(decoding: part, as: UTF8.self))
      return text.isEmpty ? nil : Self.segment(text)
    }
    let isNothing = segments.allSatisfy { if case .unreadable = $0 { true } else { false } }
    if isNothing { return nil }
  }

  private static func segment(_ text: String) -> Segment {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Trimmed.text($0) }
    if parts.first == "fsrs" { return fsrs(parts) ?? .unreadable(text) }
    guard parts.count >= 3, let due = WallTime.day(parts[0]), let days = interval(parts[1]),
      let ease = Int(parts[2]), (1...10_000).contains(ease)
    else { return .unreadable(text) }
    // The plugin's own mark for a sibling that was never answered.
    if due.date == CivilDate(year: 2000, month: 1, day: 1) { return .new }
    var schedule = NeighbourPast.Schedule(due: .day(due), intervalDays: days)
    schedule.ease = Double(ease) / 100
    return .schedule(schedule)
  }

  /// `fsrs,due,interval,stability,difficulty,state,reps,lapses,step,last`; times of the last and the
  /// next answer in UTC, `-` for none.
  private static func fsrs(_ parts: [String]) -> Segment? {
    guard parts.count >= 10, let due = Timestamp(iso: parts[1], in: .utc),
      let days = interval(parts[2]), let stability = Double(parts[3]),
      let difficulty = Double(parts[4]), stability.isFinite, difficulty.isFinite,
      let state = Int(parts[5]), let reps = Int(parts[6]), let lapses = Int(parts[7])
    else { return nil }
    // New and in its first steps: such a card begins anew.
    guard state >= 2 else { return .new }
    guard stability > 0, difficulty >= 1 else { return nil }
    var schedule = NeighbourPast.Schedule(due: .instant(due), intervalDays: days)
    schedule.last = Timestamp(iso: parts[9], in: .utc).map { .instant($0) }
    schedule.memory = MemoryState(
      stability: min(max(stability, 0.001), 36_500), difficulty: min(difficulty, 10))
    schedule.reps = min(max(0, reps), 999_999_999)
    schedule.lapses = min(max(0, lapses), 999_999_999)
    return .schedule(schedule)
  }

  /// Whole days, at least 1; fractions are steps within a day.
  private static func interval(_ text: String) -> Int? {
    guard let days = Double(text), days.isFinite, days >= 0 else { return nil }
    return max(1, Int(min(days, 36_500).rounded()))
  }
}
