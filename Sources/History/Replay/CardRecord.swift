import StudyDomain

/// The state of a card in the middle of a fold, and at rest: 120 bytes without pointers.
struct CardRecord: BitwiseCopyable, Equatable {
  var stability = 0.0
  var difficulty = 0.0
  /// A day, or milliseconds where `dueIsTime`.
  var due: Int64 = 0
  /// The least number when there is none.
  var lastReview = Int64.min
  var interval: Int64 = 0
  var lastDay: Int64 = 0
  var buriedDay: Int64 = 0
  /// The latest day of any answer, cram too.
  var latestDay = Int64.min
  var reps: Int32 = 0
  var lapses: Int32 = 0
  var reviews: Int32 = 0
  var crams: Int32 = 0
  var scheduleEvents: Int32 = 0
  var stepsLeft: Int32 = 0
  var lastSchedule = EventRecord.none
  var lastSuspend = EventRecord.none
  var lastBury = EventRecord.none
  var lastFlag = EventRecord.none
  var lastMark = EventRecord.none
  var lastLeech = EventRecord.none
  /// The last event folded, cram too.
  var lastEvent = EventRecord.none
  var phase = CardPhase.new
  var flag: UInt8 = 0
  var bits: Bits = []
  var padding: UInt8 = 0

  struct Bits: OptionSet, BitwiseCopyable {
    var rawValue: UInt8
    static let hasMemory = Bits(rawValue: 1)
    static let hasLastDay = Bits(rawValue: 2)
    static let dueIsTime = Bits(rawValue: 4)
    static let intervalIsSeconds = Bits(rawValue: 8)
    static let suspended = Bits(rawValue: 16)
    static let buried = Bits(rawValue: 32)
    static let marked = Bits(rawValue: 64)
    static let leech = Bits(rawValue: 128)
  }

  subscript(track: Track) -> UInt32 {
    get {
      switch track {
      case .schedule: lastSchedule
      case .suspend: lastSuspend
      case .bury: lastBury
      case .flag: lastFlag
      case .mark: lastMark
      case .leech: lastLeech
      }
    }
    set {
      switch track {
      case .schedule: lastSchedule = newValue
      case .suspend: lastSuspend = newValue
      case .bury: lastBury = newValue
      case .flag: lastFlag = newValue
      case .mark: lastMark = newValue
      case .leech: lastLeech = newValue
      }
    }
  }

  var memory: MemoryState? {
    bits.contains(.hasMemory)
      ? MemoryState(stability: stability, difficulty: difficulty) : nil
  }

  var shownInterval: Interval {
    bits.contains(.intervalIsSeconds) ? .seconds(Int(interval)) : .days(Int(interval))
  }

  var state: CardState {
    var state = CardState()
    state.phase = phase
    state.flag = flag
    state.isSuspended = bits.contains(.suspended)
    state.isMarked = bits.contains(.marked)
    state.isLeech = bits.contains(.leech)
    if phase != .new {
      state.interval = shownInterval
      state.due =
        bits.contains(.dueIsTime)
        ? .time(Timestamp(milliseconds: due)) : .day(StudyDay(Int(due)))
    }
    state.memory = memory
    if bits.contains(.hasLastDay) { state.lastDay = StudyDay(Int(lastDay)) }
    if lastReview != .min { state.lastReview = Timestamp(milliseconds: lastReview) }
    if bits.contains(.buried) { state.buriedDay = StudyDay(Int(buriedDay)) }
    state.reps = reps
    state.lapses = lapses
    state.reviews = reviews
    state.crams = crams
    state.scheduleEvents = scheduleEvents
    state.stepsLeft = stepsLeft
    return state
  }
}
