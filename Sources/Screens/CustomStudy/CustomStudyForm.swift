public import StudyDomain

/// What the page of custom sessions has chosen.
public struct CustomStudyForm: Hashable, Sendable {
  /// A deck or a query; empty for all cards.
  public var scope: String
  public internal(set) var choice = Choice.all
  public internal(set) var days = 1
  public internal(set) var mode = CustomStudy.Mode.cram
  public internal(set) var order = Order.listed
  public internal(set) var limit: Int? = 50
  public internal(set) var minutes: Int?

  init(scope: String) {
    self.scope = scope
  }

  /// Which cards of the deck or query.
  public enum Choice: CaseIterable, Sendable {
    case all, forgotten, soon, new, weak, leeches, marked, flagged, due

    /// The mode that the choice is usually studied in.
    var usualMode: CustomStudy.Mode {
      switch self {
      case .soon: .ahead
      case .due: .normal
      case .all, .forgotten, .new, .weak, .leeches, .marked, .flagged: .cram
      }
    }

    var hasDays: Bool { self == .forgotten || self == .soon }
  }

  public enum Order: CaseIterable, Sendable {
    case listed, random, due, weakest, hardest, shortest, newest

    var reviewOrder: DeckOptions.ReviewOrder? {
      switch self {
      case .listed: nil
      case .random: .random
      case .due: .due
      case .weakest: .retrievabilityAscending
      case .hardest: .difficultyDescending
      case .shortest: .intervalsAscending
      case .newest: .reverseAdded
      }
    }
  }

  /// The values that limits go through; nil is none.
  static let limits: [Int?] = [nil, 10, 20, 50, 100, 200]
  static let minutes: [Int?] = [nil, 5, 10, 15, 20, 30, 45, 60]
  static let days = [1, 2, 3, 7, 14, 30]

  /// The terms of the choice.
  private var terms: String {
    switch choice {
    case .all: ""
    case .forgotten: "rated:\(days):1"
    case .soon: "is:review prop:due<=\(days)"
    case .new: "is:new"
    case .weak: "prop:r<0.9"
    case .leeches: "is:leech"
    case .marked: "is:marked"
    case .flagged: "is:flagged"
    case .due: ""
    }
  }

  /// What is looked for, as a query is written.
  public var query: String {
    let scope = scope.contains { $0.isWhitespace } && !isOneTerm ? "(\(scope))" : scope
    return [scope, terms].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// `deck:"Spanish verbs"` has a blank and needs no brackets.
  private var isOneTerm: Bool {
    scope.hasPrefix("deck:\"") && scope.hasSuffix("\"") && scope.count { $0 == "\"" } == 2
  }

  /// The session, once its query can be read.
  func session() throws(Query.SyntaxError) -> CustomStudy {
    CustomStudy(
      .query(try Query(parsing: query), text: query), mode: mode, limit: limit, minutes: minutes,
      order: order.reviewOrder)
  }
}

/// A row of the page.
public enum CustomStudyRow: Hashable, Sendable {
  /// Begins.
  case start
  case scope, choice, days, mode, order, limit, minutes
}
