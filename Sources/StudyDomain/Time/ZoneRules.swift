/// The rules of a time zone: which offset from UTC was, is and will be in force when.
///
/// Built from the bytes of a TZif file (RFC 9636, versions 1 to 4) or from a POSIX `TZ` string.
/// A value holds everything; looking up touches no file.
public struct ZoneRules: Hashable, Sendable {
  /// The name the zone was asked for by, `Europe/Berlin`; for messages and for display.
  public let name: String
  /// Instants in seconds since 1970 at which an offset begins, ascending.
  let transitions: [Int64]
  /// The offset that begins at the transition of the same index, in seconds east of UTC.
  let offsets: [Int32]
  /// In force before the first transition.
  let firstOffset: Int32
  /// In force after the last transition; without it the last offset stays for ever.
  let future: YearlyZoneRule?

  /// Coordinated universal time, the zone of last resort.
  public static let utc = ZoneRules(name: "UTC", offset: 0)

  /// A zone that never changes its offset, in seconds east of UTC.
  public init(name: String, offset: Int) {
    self.init(
      name: name, transitions: [], offsets: [], firstOffset: Int32(offset), future: nil)
  }

  init(
    name: String, transitions: [Int64], offsets: [Int32], firstOffset: Int32,
    future: YearlyZoneRule?
  ) {
    self.name = name
    self.transitions = transitions
    self.offsets = offsets
    self.firstOffset = firstOffset
    self.future = future
  }

  /// Seconds east of UTC at an instant.
  public func offsetSeconds(at instant: Timestamp) -> Int {
    Int(offset(at: instant.seconds))
  }

  /// What a wall clock in this zone shows at an instant.
  public func civilTime(at instant: Timestamp) -> CivilTime {
    let seconds = instant.seconds
    return CivilTime(wallSeconds: seconds + Int64(offset(at: seconds)))
  }

  /// The instant at which a wall clock in this zone shows a time.
  ///
  /// A time that comes twice means its first coming; one that is skipped means the first valid
  /// instant after the gap.
  public func instant(of time: CivilTime) -> Timestamp {
    Timestamp(seconds: instant(ofWall: time.wallSeconds))
  }

  /// The first instant after the given one at which the offset may change; nil if it never will.
  public func nextTransition(after instant: Timestamp) -> Timestamp? {
    nextTransition(after: instant.seconds).map { Timestamp(seconds: $0.at) }
  }

  /// Offset in seconds at whole seconds since 1970.
  func offset(at seconds: Int64) -> Int32 {
    let index = firstTransition(after: seconds)
    if index == transitions.count, let future { return future.offset(at: seconds) }
    return index == 0 ? firstOffset : offsets[index - 1]
  }

  func instant(ofWall wall: Int64) -> Int64 {
    // No clock is further than 26 hours from UTC (RFC 9636, section 3.2), so what is in force
    // within that reach of the wall reading holds every candidate.
    let reach: Int64 = 26 * 3600
    var begin = wall - reach
    var offset = Int64(offset(at: begin))
    while true {
      let next = nextTransition(after: begin)
      let candidate = wall - offset
      // Before `begin` means that the reading fell into the gap that `begin` jumps over.
      if candidate < begin { return begin }
      guard let next, next.at <= wall + reach else { return candidate }
      if candidate < next.at { return candidate }
      begin = next.at
      offset = Int64(next.offset)
    }
  }

  private func nextTransition(after seconds: Int64) -> (at: Int64, offset: Int32)? {
    let index = firstTransition(after: seconds)
    if index < transitions.count { return (transitions[index], offsets[index]) }
    return future?.nextTransition(after: seconds)
  }

  /// The index of the first transition later than an instant.
  private func firstTransition(after seconds: Int64) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
