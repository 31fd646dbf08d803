public import StudyDomain

/// A deck as the queue sees it.
///
/// Decks come parents first, each followed by its whole subtree.
public struct QueueDeck: Sendable, Hashable {
  /// The place of the parent deck in the list; nil at the top.
  ///
  /// Always before the deck itself.
  public var parent: Int?
  public var newPerDay: Int
  public var reviewsPerDay: Int
  /// What the learner added to today's limits of this deck, in total.
  public var extraNew: Int
  public var extraReviews: Int
  /// New cards of this very deck (not its children) whose first answer was given today.
  public var newDone: Int
  /// Answers of today in this very deck to cards that were in review or had crossed a rollover
  /// within their steps.
  ///
  /// Steps within a day and cramming do not count.
  public var reviewsDone: Int
  public var burying: Burying
  /// For orders by retrievability and overdueness.
  public var desiredRetention: Double
  public var model: FSRS6

  public init(
    parent: Int? = nil, newPerDay: Int = 20, reviewsPerDay: Int = 200, extraNew: Int = 0,
    extraReviews: Int = 0, newDone: Int = 0, reviewsDone: Int = 0, burying: Burying = .all,
    desiredRetention: Double = 0.9, model: FSRS6 = .standard
  ) {
    self.parent = parent
    self.newPerDay = newPerDay
    self.reviewsPerDay = reviewsPerDay
    self.extraNew = extraNew
    self.extraReviews = extraReviews
    self.newDone = newDone
    self.reviewsDone = reviewsDone
    self.burying = burying
    self.desiredRetention = desiredRetention
    self.model = model
  }

  public init(parent: Int?, options: DeckOptions, model: FSRS6) {
    self.init(
      parent: parent, newPerDay: options.newPerDay, reviewsPerDay: options.reviewsPerDay,
      burying: Burying(options.burySiblings), desiredRetention: options.desiredRetention,
      model: model)
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.parent == right.parent && left.newPerDay == right.newPerDay
      && left.reviewsPerDay == right.reviewsPerDay && left.extraNew == right.extraNew
      && left.extraReviews == right.extraReviews && left.newDone == right.newDone
      && left.reviewsDone == right.reviewsDone && left.burying == right.burying
      && left.desiredRetention == right.desiredRetention
      && left.model.parameters == right.model.parameters
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(parent)
    hasher.combine(newDone)
    hasher.combine(reviewsDone)
  }
}

/// Which siblings of a card seen today wait until tomorrow.
public struct Burying: OptionSet, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let new = Burying(rawValue: 1)
  public static let reviews = Burying(rawValue: 2)
  /// Cards whose learning step crossed a rollover.
  public static let interdayLearning = Burying(rawValue: 4)
  public static let all: Burying = [.new, .reviews, .interdayLearning]

  /// The option `bury_siblings`; "reviews" takes in learning across days.
  public init(_ option: DeckOptions.BurySiblings) {
    switch option {
    case .none: self = []
    case .new: self = .new
    case .reviews: self = [.reviews, .interdayLearning]
    case .all: self = .all
    }
  }
}

extension Burying {
  /// True when the card waits until tomorrow because of a sibling.
  func holds(_ standing: StudyCandidate.Standing) -> Bool {
    switch standing {
    case .new: contains(.new)
    case .review: contains(.reviews)
    case .interdayLearning: contains(.interdayLearning)
    case .intradayLearning, .notToday: false
    }
  }
}
