extension Timestamp {
  /// Reads an ISO 8601 date-time; nil if any of the text isn't part of one.
  ///
  /// `2026-12-01T10:00:00+01:00`, `…Z`, `2026-12-01T10:00` and `2026-12-01 10:00:00.250` (local time
  /// of the zone handed in), `2026-12-01` (its first instant there). Fractions beyond milliseconds
  /// are dropped.
  public init?(iso text: some StringProtocol, in zone: ZoneRules) {
    var reader = ISOReader(bytes: Array(text.utf8))
    guard let date = reader.date() else { return nil }
    if reader.isAtEnd {
      self = zone.instant(of: CivilTime(date: date))
      return
    }
    guard reader.take("T") || reader.take("t") || reader.take(" "),
      let hour = reader.number(digits: 2), hour <= 23, reader.take(":"),
      let minute = reader.number(digits: 2), minute <= 59
    else { return nil }
    var time = CivilTime(date: date, hour: hour, minute: minute)
    var milliseconds: Int64 = 0
    if reader.take(":") {
      guard let second = reader.number(digits: 2), second <= 59 else { return nil }
      time.second = second
      if reader.take(".") || reader.take(",") {
        guard let fraction = reader.milliseconds() else { return nil }
        milliseconds = fraction
      }
    }
    if reader.isAtEnd {
      self = zone.instant(of: time)
    } else {
      guard let offset = reader.offset(), reader.isAtEnd else { return nil }
      self.init(seconds: time.wallSeconds - offset)
    }
    self.milliseconds += milliseconds
  }

  /// The instant as ISO 8601 writes it in a zone, in whole seconds: `2026-12-01T10:00:00+01:00`.
  ///
  /// An offset of the time before whole minutes is rounded down to them, and the clock with it.
  public func iso(in zone: ZoneRules) -> String {
    let minutes = Int64(zone.offsetSeconds(at: self)).flooredQuotient(by: 60)
    let time = CivilTime(wallSeconds: seconds + minutes * 60)
    let east = abs(Int(minutes))
    return "\(time.date.iso)T\(padded(time.hour, to: 2)):\(padded(time.minute, to: 2))"
      + ":\(padded(time.second, to: 2))\(minutes < 0 ? "-" : "+")"
      + "\(padded(east / 60, to: 2)):\(padded(east % 60, to: 2))"
  }
}

extension CivilDate {
  /// Reads `2026-12-01`; nil if it is anything else or no date of the calendar.
  public init?(iso text: some StringProtocol) {
    var reader = ISOReader(bytes: Array(text.utf8))
    guard let date = reader.date(), reader.isAtEnd else { return nil }
    self = date
  }
}

private struct ISOReader {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func number(digits: Int) -> Int? {
    guard position + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<(position + digits)] {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    position += digits
    return value
  }

  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
      let day = number(digits: 2), (1...12).contains(month)
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    // A day that the month lacks comes back as another date.
    return day >= 1 && CivilDate(daysSince1970: date.daysSince1970) == date ? date : nil
  }

  mutating func milliseconds() -> Int64? {
    let start = position
    var value: Int64 = 0
    var weight: Int64 = 100
    while position < bytes.count, (48...57).contains(bytes[position]) {
      value += Int64(bytes[position] - 48) * weight
      weight /= 10
      position += 1
    }
    return position > start ? value : nil
  }

  /// `Z`, `+01:00`, `+0100` or `+01`, in seconds.
  mutating func offset() -> Int64? {
    if take("Z") || take("z") { return 0 }
    let west = take("-")
    guard west || take("+"), let hours = number(digits: 2), hours <= 23 else { return nil }
    var minutes = 0
    if !isAtEnd {
      _ = take(":")
      guard let value = number(digits: 2), value <= 59 else { return nil }
      minutes = value
    }
    let seconds = Int64(hours * 3600 + minutes * 60)
    return west ? -seconds : seconds
  }
}
