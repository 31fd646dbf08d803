/// A due date set by hand, written as in Anki: `0` today, `3` in three days, `3-7` on one of those
/// days, `3!` with an interval of three days.
public struct DueChange: Hashable, Sendable {
  /// Days from today.
  public var days: ClosedRange<Int>
  /// The interval becomes the number of days too; else a card in review keeps its own.
  public var changesInterval: Bool

  public init(days: ClosedRange<Int>, changesInterval: Bool = false) {
    self.days = days
    self.changesInterval = changesInterval
  }

  /// The farthest day, as the longest interval.
  public static let farthest = 36_500

  /// Nil for anything that is not written so.
  public init?(parsing text: String) {
    var text = text.filter { $0 != " " }[...]
    changesInterval = text.last == "!"
    if changesInterval { text = text.dropLast() }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> Int? in
      guard !part.isEmpty, part.utf8.count <= 6, part.utf8.allSatisfy({ 48...57 ~= $0 }) else {
        return nil
      }
      return Int(part)
    }
    guard numbers.count == parts.count, let first = numbers.first, let last = numbers.last,
      numbers.count <= 2, first <= last, last <= Self.farthest
    else { return nil }
    days = first...last
  }
}
