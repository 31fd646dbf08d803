import StudyDomain

// Parts of lines as bytes: an import writes a million lines, and a text for each field would cost
// more than all else.
extension [UInt8] {
  mutating func appendTab() { append(9) }

  mutating func append(decimal value: some BinaryInteger) {
    DecimalDigits.append(Int64(value), to: &self)
  }

  /// As `CardKey.text`.
  mutating func append(_ key: CardKey) {
    append(decimal: key.version)
    append(UInt8(ascii: ":"))
    append(hex: key.hash)
    guard key.ordinal != 1 else { return }
    append(UInt8(ascii: "~"))
    append(decimal: key.ordinal)
  }

  /// The fields before an event's subject, the kind last, a tab behind each.
  mutating func appendHead(
    _ name: EventName, _ time: Timestamp, _ offset: Int, _ day: StudyDay, _ kind: EventKind
  ) {
    append(name)
    appendTab()
    append(decimal: time.milliseconds)
    appendTab()
    append(decimal: offset)
    appendTab()
    append(decimal: day.number)
    appendTab()
    append(word: kind.word)
    appendTab()
  }

  /// Sixteen digits.
  mutating func append(hex value: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { digits in
      var rest = value
      for place in (0..<16).reversed() {
        let digit = UInt8(truncatingIfNeeded: rest & 15)
        digits[place] = digit < 10 ? 48 + digit : 87 + digit
        rest >>= 4
      }
      append(contentsOf: UnsafeBufferPointer(digits))
    }
  }

  /// As `WriterID.text`.
  mutating func append(_ writer: WriterID) {
    Swift.withUnsafeBytes(of: writer.bytes.bigEndian) { append(contentsOf: $0) }
  }

  /// As `EventName.text`.
  mutating func append(_ name: EventName) {
    append(name.writer)
    append(UInt8(ascii: "."))
    append(decimal: name.sequence)
  }

  /// As `Interval.historyForm`.
  mutating func append(_ interval: Interval) {
    switch interval {
    case .days(let days):
      append(decimal: days)
      append(UInt8(ascii: "d"))
    case .seconds(let seconds):
      append(decimal: seconds)
      append(UInt8(ascii: "s"))
    }
  }

  /// A word without anything to escape.
  mutating func append(word: String) {
    append(contentsOf: word.utf8)
  }

  /// Any text as a field, escaped, and its tab.
  mutating func append(field text: String) {
    LineText.escape(text.utf8, into: &self)
    appendTab()
  }
}
