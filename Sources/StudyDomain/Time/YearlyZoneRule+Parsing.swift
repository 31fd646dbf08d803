extension YearlyZoneRule {
  /// Reads a POSIX `TZ` string; nil if any of it isn't one.
  ///
  /// Daylight saving without dates follows the rule of the United States, as in the C library.
  init?(posix bytes: some Collection<UInt8>) {
    var reader = Reader(bytes: Array(bytes))
    guard reader.name(), let west = reader.offset(upTo: 24) else { return nil }
    self.init(standardOffset: Int32(-west))
    if reader.isAtEnd { return }
    guard reader.name() else { return nil }
    daylightOffset = standardOffset + 3600
    if let byte = reader.peek, byte != UInt8(ascii: ",") {
      guard let west = reader.offset(upTo: 24) else { return nil }
      daylightOffset = Int32(-west)
    }
    if reader.isAtEnd {
      changes = (
        Change(day: .weekday(month: 3, week: 2, weekday: 0)),
        Change(day: .weekday(month: 11, week: 1, weekday: 0))
      )
      return
    }
    guard let begin = reader.change(), let end = reader.change(), reader.isAtEnd else {
      return nil
    }
    changes = (begin, end)
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard peek == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    /// An abbreviation: three letters or more, or anything between angle brackets.
    mutating func name() -> Bool {
      let start = position
      if take("<") {
        while let byte = peek, byte != UInt8(ascii: ">") {
          guard isLetter(byte) || isDigit(byte) || byte == 43 || byte == 45 else { return false }
          position += 1
        }
        return take(">") && position - start >= 5
      }
      while let byte = peek, isLetter(byte) { position += 1 }
      return position - start >= 3
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func offset(upTo hours: Int) -> Int64? {
      let negative = take("-")
      if !negative { _ = take("+") }
      guard let hour = number(upTo: hours) else { return nil }
      var seconds = Int64(hour) * 3600
      if take(":") {
        guard let minute = number(upTo: 59) else { return nil }
        seconds += Int64(minute) * 60
        if take(":") {
          guard let second = number(upTo: 59) else { return nil }
          seconds += Int64(second)
        }
      }
      return negative ? -seconds : seconds
    }

    /// `,` and a day, perhaps with `/time`.
    mutating func change() -> Change? {
      guard take(",") else { return nil }
      let day: Change.Day
      if take("M") {
        guard let month = number(upTo: 12), month > 0, take("."), let week = number(upTo: 5),
          week > 0, take("."), let weekday = number(upTo: 6)
        else { return nil }
        day = .weekday(month: month, week: week, weekday: weekday)
      } else if take("J") {
        guard let index = number(upTo: 365), index > 0 else { return nil }
        day = .withoutLeapDay(index)
      } else {
        guard let index = number(upTo: 365) else { return nil }
        day = .dayOfYear(index)
      }
      guard take("/") else { return Change(day: day) }
      guard let seconds = offset(upTo: 167) else { return nil }
      return Change(day: day, seconds: seconds)
    }

    mutating func number(upTo limit: Int) -> Int? {
      let start = position
      var value = 0
      while let byte = peek, isDigit(byte), position - start < 3 {
        value = value * 10 + Int(byte - 48)
        position += 1
      }
      return position > start && value <= limit ? value : nil
    }

    private func isLetter(_ byte: UInt8) -> Bool {
      (65...90).contains(byte) || (97...122).contains(byte)
    }

    private func isDigit(_ byte: UInt8) -> Bool {
      (48...57).contains(byte)
    }
  }
}
