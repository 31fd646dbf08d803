public import StudyDomain

/// Writes the reviews of one card that were taken from another program, line after line.
///
/// An import has a million of them: what all lines of a card share is made once, and no part of a
/// line becomes a text of its own.
public struct ReviewLines {
  /// What stands between the day and the name in `after`.
  private var subject: [UInt8] = []
  /// Of the source, which ends with the time.
  private var prefix: [UInt8] = []
  private var retention: Int64 = 0
  private let group: Int64

  /// More than the numbers, words and tabs of a line take.
  private static let room = 512

  /// `group` is that of all lines.
  public init(group: Int64) {
    self.group = group
  }

  /// Begins the reviews of a card, whose sources are `program/card/` and their time: a program's
  /// name is plain ASCII.
  public mutating func begin(_ key: CardKey, retention: Int, program: String, card: Int64) {
    subject.removeAll(keepingCapacity: true)
    subject.append(word: "\treview\t")
    subject.append(key)
    subject.appendTab()
    subject.append(decimal: group)
    subject.appendTab()
    prefix.removeAll(keepingCapacity: true)
    prefix.append(word: program)
    prefix.append(UInt8(ascii: "/"))
    prefix.append(decimal: card)
    prefix.append(UInt8(ascii: "/"))
    self.retention = Int64(retention)
    precondition(prefix.allSatisfy { $0 > 32 && $0 < 127 }, "a source that needs no escapes")
  }

  /// What one line says beside what the card's lines share.
  public struct Review {
    /// Also the end of the source, as it is in the other program.
    public var time: Timestamp
    /// Minutes east of UTC.
    public var offset: Int
    public var day: StudyDay
    public var after: EventName?
    public var grade: Grade
    public var takenMilliseconds: Int
    public var interval: Interval
    public var phaseBefore: CardPhase
    public var mode: ReviewMode
    public var seen: Int

    public init(
      time: Timestamp, offset: Int, day: StudyDay, after: EventName?, grade: Grade,
      takenMilliseconds: Int, interval: Interval, phaseBefore: CardPhase, mode: ReviewMode,
      seen: Int
    ) {
      self.time = time
      self.offset = offset
      self.day = day
      self.after = after
      self.grade = grade
      self.takenMilliseconds = takenMilliseconds
      self.interval = interval
      self.phaseBefore = phaseBefore
      self.mode = mode
      self.seen = seen
    }
  }

  /// Appends a line with its LF: the same as an `EventDraft` of a `review` gives.
  public func append(_ review: Review, name: EventName, to lines: inout [UInt8]) {
    let room = Self.room + subject.count + prefix.count
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { bytes in
      var pen = BytePen(bytes)
      pen.put(name)
      pen.tab()
      pen.put(decimal: review.time.milliseconds)
      pen.tab()
      pen.put(decimal: Int64(review.offset))
      pen.tab()
      pen.put(decimal: Int64(review.day.number))
      pen.put(subject)
      if let after = review.after { pen.put(after) }
      pen.tab()
      pen.put(word: review.grade.word)
      pen.tab()
      pen.put(decimal: Int64(review.takenMilliseconds))
      pen.tab()
      switch review.interval {
      case .days(let days):
        pen.put(decimal: Int64(days))
        pen.put(UInt8(ascii: "d"))
      case .seconds(let seconds):
        pen.put(decimal: Int64(seconds))
        pen.put(UInt8(ascii: "s"))
      }
      pen.tab()
      pen.put(word: review.phaseBefore.word)
      pen.tab()
      pen.put(word: review.mode.word)
      pen.tab()
      pen.tab()
      pen.put(decimal: retention)
      pen.tab()
      pen.put(decimal: Int64(review.seen))
      pen.tab()
      pen.put(prefix)
      pen.put(decimal: review.time.milliseconds)
      pen.tab()
      pen.put(UInt8(ascii: "."))
      pen.put(UInt8(ascii: "\n"))
      lines.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[..<pen.count]))
    }
  }
}

/// Puts bytes one behind the other into memory that has room for them.
private struct BytePen {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  mutating func tab() { put(9) }

  mutating func put(_ part: [UInt8]) {
    part.withUnsafeBufferPointer { part in
      let place = UnsafeMutableBufferPointer(rebasing: bytes[count..<count + part.count])
      _ = place.update(fromContentsOf: part)
    }
    count += part.count
  }

  mutating func put(word: String) {
    var word = word
    word.withUTF8 { part in
      for byte in part { put(byte) }
    }
  }

  mutating func put(decimal value: Int64) {
    if value < 0 { put(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = count
    // Two digits at a time, last ones first, then turned round.
    while rest >= 100 {
      let (quotient, two) = rest.quotientAndRemainder(dividingBy: 100)
      let tens = two / 10
      put(48 + UInt8(truncatingIfNeeded: two - tens * 10))
      put(48 + UInt8(truncatingIfNeeded: tens))
      rest = quotient
    }
    if rest >= 10 {
      put(48 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    put(48 + UInt8(truncatingIfNeeded: rest))
    var (low, high) = (start, count - 1)
    while low < high {
      (bytes[low], bytes[high]) = (bytes[high], bytes[low])
      low += 1
      high -= 1
    }
  }

  mutating func put(_ name: EventName) {
    for shift in stride(from: 56, through: 0, by: -8) {
      put(UInt8(truncatingIfNeeded: name.writer.bytes >> UInt64(shift)))
    }
    put(UInt8(ascii: "."))
    put(decimal: name.sequence)
  }
}
