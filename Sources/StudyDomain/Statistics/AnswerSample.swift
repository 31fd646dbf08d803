/// One answer in force, in the 16 bytes that statistics need of it.
public struct AnswerSample: Hashable, Sendable, BitwiseCopyable {
  /// The history's number of the card.
  public var card: Int32
  /// The study day that the event names.
  public var day: Int32
  /// Whole days of the interval that ended with the answer; 0 for a new card and within a day.
  public var previousDays: Int32
  /// At most a minute: a card left open is not study.
  public var milliseconds: UInt16
  /// Of the local time where and when it was given, 0 to 23.
  public var hour: UInt8
  private var bits: UInt8

  /// The longest time that one answer counts.
  public static let longestMilliseconds: Int64 = 60_000

  public init(
    card: Int, day: StudyDay, hour: Int, grade: Grade, phase: CardPhase, mode: Mode,
    previousDays: Int, milliseconds: Int64, isFirst: Bool
  ) {
    self.card = Int32(truncatingIfNeeded: card)
    self.day = Int32(clamping: day.number)
    self.previousDays = Int32(clamping: max(0, previousDays))
    self.milliseconds = UInt16(min(max(0, milliseconds), Self.longestMilliseconds))
    self.hour = UInt8(truncatingIfNeeded: hour)
    bits =
      (grade.rawValue - 1) | phase.rawValue << 2 | mode.rawValue << 4 | (isFirst ? 1 : 0) << 6
  }

  public var grade: Grade {
    // Two bits, four grades.
    Grade(rawValue: bits & 3 + 1).unsafelyUnwrapped
  }

  /// Where the card stood before the answer.
  public var phase: CardPhase {
    // Two bits, four phases.
    CardPhase(rawValue: bits >> 2 & 3).unsafelyUnwrapped
  }

  public var mode: Mode {
    Mode(rawValue: bits >> 4 & 3) ?? .normal
  }

  /// What an answer is to the schedule.
  public enum Mode: UInt8, Sendable, BitwiseCopyable {
    case normal
    /// Before its day.
    case ahead
    /// Cramming: the schedule stays as it was.
    case practice
  }

  /// The first answer that the card was ever given.
  public var isFirst: Bool { bits & 64 != 0 }

  public var isMature: Bool { previousDays >= Statistics.matureDays }
}
