/// What an event says.
///
/// Words of later versions are `unknown`: kept, without effect.
public enum EventKind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case review, forget, due, suspend, unsuspend, bury, unbury, flag, mark, leech
  case card, relink, unlink, undo, retime
  case parameters, option, goal, pin, limit
  case unknown

  /// The word in a line; empty for `unknown`, whose word only its line knows.
  public var word: String {
    Self.words[Int(rawValue)]
  }

  /// Made once: describing a case costs more than writing a line.
  private static let words = allCases.map { $0 == .unknown ? "" : "\($0)" }

  /// The track of events that answer each other with `after`; nil for kinds without one.
  public var track: Track? {
    switch self {
    case .review, .forget, .due: .schedule
    case .suspend, .unsuspend: .suspend
    case .bury, .unbury: .bury
    case .flag: .flag
    case .mark: .mark
    case .leech: .leech
    default: nil
    }
  }

  /// True for the kinds whose latest event is a setting.
  public var isSetting: Bool {
    switch self {
    case .parameters, .option, .goal, .pin, .limit: true
    default: false
    }
  }

  /// True for the kinds whose subject is the key of a card.
  var namesKey: Bool {
    rawValue <= EventKind.unlink.rawValue
  }
}

/// A sequence of events on one card of which the latest decides (or, for schedule, all count).
public enum Track: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case schedule, suspend, bury, flag, mark, leech
}

extension EventKind {
  /// Kinds that are listed with the events of their key.
  var namesCard: Bool { rawValue <= EventKind.card.rawValue }
  var isLink: Bool { self == .relink || self == .unlink }
}
