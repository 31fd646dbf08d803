/// The 21 numbers of FSRS-6, within their bounds.
///
/// Older sets are lifted: 17 numbers are FSRS-4.5, 19 are FSRS-5. No numbers mean the standard
/// set.
public struct FSRSParameters: Hashable, Sendable {
  /// Always 21 finite numbers within `bounds`.
  public let values: [Double]
  /// What a person should be told of the numbers that they gave; nil when they are used as given.
  public let notice: Notice?

  public enum Notice: Hashable, Sendable {
    /// The parameters at these places (from 0) lay out of bounds and were moved to the bound.
    case clamped([Int])
    /// This many numbers name no version; the standard set is used.
    case unknownCount(Int)
    /// Not every number is finite; the standard set is used.
    case notFinite
  }

  /// The standard set, for a learner without a history.
  public static let standard = FSRSParameters([])

  /// The standard values, lowest and highest allowed, by parameter.
  public static let bounds: [(standard: Double, lowest: Double, highest: Double)] = [
    (0.212, 0.001, 100), (1.2931, 0.001, 100), (2.3065, 0.001, 100), (8.2956, 0.001, 100),
    (6.4133, 1, 10), (0.8334, 0.001, 4), (3.0194, 0.001, 4), (0.001, 0.001, 0.75),
    (1.8722, 0, 4.5), (0.1666, 0, 0.8), (0.796, 0.001, 3.5), (1.4835, 0.001, 5),
    (0.0614, 0.001, 0.25), (0.2629, 0.001, 0.9), (1.6483, 0, 4), (0.6014, 0, 1),
    (1.8729, 1, 6), (0.5425, 0, 2), (0.0912, 0, 2), (0.0658, 0, 0.8), (0.1542, 0.1, 0.8),
  ]

  /// Takes 0, 17, 19 or 21 numbers; anything else falls back to the standard set with a notice.
  public init(_ given: [Double]) {
    let standard = Self.bounds.map(\.standard)
    guard !given.isEmpty else {
      self.init(values: standard, notice: nil)
      return
    }
    guard given.allSatisfy(\.isFinite) else {
      self.init(values: standard, notice: .notFinite)
      return
    }
    guard let lifted = Self.lifted(given) else {
      self.init(values: standard, notice: .unknownCount(given.count))
      return
    }
    let clamped = zip(lifted, Self.bounds).map { value, bound in
      min(max(value, bound.lowest), bound.highest)
    }
    let moved = lifted.indices.filter { lifted[$0] != clamped[$0] }
    self.init(values: clamped, notice: moved.isEmpty ? nil : .clamped(moved))
  }

  private init(values: [Double], notice: Notice?) {
    self.values = values
    self.notice = notice
  }

  /// The same memory in 21 numbers; nil for a count that names no version.
  private static func lifted(_ given: [Double]) -> [Double]? {
    switch given.count {
    case 21: return given
    case 19: return given + [0, 0.5]
    case 17:
      var values = given
      values[4] = given[4] + 2 * given[5]
      // A negative step has no logarithm here; zero is then moved to the lower bound.
      values[5] = logarithm(max(1, 3 * given[5] + 1)) / 3
      values[6] = given[6] + 0.5
      return values + [0, 0, 0, 0.5]
    default: return nil
    }
  }
}
