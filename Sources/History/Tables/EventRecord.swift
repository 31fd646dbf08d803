import StudyDomain

/// One event in 64 bytes.
///
/// What does not fit stands in `EventTable.wide`; texts in the arena.
struct EventRecord: BitwiseCopyable {
  /// Milliseconds as written.
  var time: Int64
  var sequence: UInt32
  /// The group less the time, plus one half of the range; `noGroup` when empty, with `farGroup` a
  /// place in `EventTable.farGroups`.
  var group: UInt32
  var afterSequence: UInt32
  var day: Int32
  /// Days or seconds of a review; the number of flag, mark, leech; of `due` the interval.
  var amount: UInt32
  var seen: UInt32
  var taken: UInt32
  /// Places in `EventTable.writers`; `afterWriter` is `none` without `after`.
  var writer: UInt32
  var afterWriter: UInt32
  /// Place of the subject in the table of keys, or `none`.
  var key: UInt32
  /// Place in `EventTable.parameterNames`, or `none`.
  var parameters: UInt32
  /// Place of the text in the arena, in units of four bytes, or `none`.
  ///
  /// The text is a review's source and further fields; of others, the fields from the ninth on;
  /// where the subject is no key, from the subject on; of unknown kinds the kind comes first. Raw
  /// bytes with tabs between, as in the line, the final `.` left out.
  var text: UInt32
  var offset: Int16
  var retention: UInt16
  var kind: EventKind
  /// Grade in bits 0 to 2, phase before in 3 and 4, mode in 5 and 6.
  var review: UInt8
  var flags: Flags

  static let none = UInt32.max
  static let noGroup = UInt32.max
  static let groupMiddle: Int64 = 1 << 31

  struct Flags: OptionSet, BitwiseCopyable {
    var rawValue: UInt8
    /// The exact numbers stand in `EventTable.wide`.
    static let wide = Flags(rawValue: 1)
    /// `amount` are seconds.
    static let seconds = Flags(rawValue: 2)
    /// A review that names a source.
    static let hasSource = Flags(rawValue: 4)
    /// The group lies weeks from the time: an import, all of whose old events share one.
    static let farGroup = Flags(rawValue: 8)
  }

  var grade: Grade {
    // Only grades are ever packed.
    Grade(rawValue: review & 7).unsafelyUnwrapped
  }
  var phaseBefore: CardPhase {
    // Two bits, four phases.
    CardPhase(rawValue: review >> 3 & 3).unsafelyUnwrapped
  }
  var mode: ReviewMode {
    ReviewMode(rawValue: review >> 5 & 3) ?? .normal
  }
  var isCram: Bool {
    kind == .review && review >> 5 & 3 == ReviewMode.cram.rawValue
  }

  static func pack(_ grade: Grade, _ phase: CardPhase, _ mode: ReviewMode) -> UInt8 {
    grade.rawValue | phase.rawValue << 3 | mode.rawValue << 5
  }
}

/// The numbers of an event of which one does not fit its record.
struct WideNumbers: BitwiseCopyable, Equatable {
  var sequence: Int64
  /// -1 when empty.
  var group: Int64
  /// 0 without `after`.
  var afterSequence: Int64
  var day: Int64
  var offset: Int64
  var amount: Int64
  var seen: Int64
  var taken: Int64
}
