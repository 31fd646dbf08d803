/// A field above the list that it searches: the arrows go from one into the other.
public struct FieldAndList: Hashable, Sendable {
  public var selection = ListSelection()
  /// The row of the list counts, not the field; only once the list was touched.
  public private(set) var isInList = false

  public init() {}

  /// Goes into the list of `count` rows, moves within it, or goes back into the field above.
  public mutating func apply(_ movement: Movement, count: Int) {
    guard isInList else {
      isInList = count > 0
      return
    }
    guard movement != .up || selection.index > 0 else {
      isInList = false
      return
    }
    selection.fit(count: count, windowHeight: selection.windowHeight)
    selection.apply(movement)
  }

  /// The field counts again; the list stays where it is.
  public mutating func goToField() {
    isInList = false
  }

  /// The field counts, and the list begins at its top: what it shows has changed.
  public mutating func restart() {
    self = FieldAndList()
  }

  /// How far a text can be completed for certain: what all names begin with, where that is more
  /// than what is typed.
  ///
  /// In the list the selected name alone is meant.
  public func completion(of typed: String, from names: [String]) -> String? {
    let chosen =
      isInList && names.indices.contains(selection.index) ? [names[selection.index]] : names
    guard var common = chosen.first else { return nil }
    for name in chosen.dropFirst() {
      common = String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    let goesOn = common.lowercased().hasPrefix(typed.lowercased())
    return goesOn && common.count > typed.count ? common : nil
  }
}
