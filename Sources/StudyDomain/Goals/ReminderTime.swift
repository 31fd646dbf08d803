/// A time of day at which to be reminded.
public struct ReminderTime: Hashable, Comparable, Sendable {
  /// 0 to 23.
  public var hour: Int
  /// 0 to 59.
  public var minute: Int

  /// Reads `18:30` or `7:05`.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      text.utf8.allSatisfy({ $0 == 58 || 48...57 ~= $0 }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    self.hour = hour
    self.minute = minute
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.hour, left.minute) < (right.hour, right.minute)
  }

  /// `18:30`.
  public var text: String {
    (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }
}
