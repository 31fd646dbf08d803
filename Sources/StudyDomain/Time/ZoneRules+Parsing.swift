/// Why bytes are no time zone.
public enum ZoneFormatError: Error, Equatable, Sendable {
  /// The file doesn't begin with `TZif`.
  case notTZif
  /// The file ends too early or its counts contradict each other.
  case damaged
  /// The string isn't a POSIX `TZ` rule such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  case badRule(String)
}

extension ZoneRules {
  /// The zone of a POSIX `TZ` string: `CET-1CEST,M3.5.0,M10.5.0/3`, `<+03>-3`.
  public init(posix text: String) throws(ZoneFormatError) {
    guard let rule = YearlyZoneRule(posix: text.utf8) else { throw .badRule(text) }
    self.init(
      name: text, transitions: [], offsets: [], firstOffset: rule.standardOffset, future: rule)
  }

  /// The zone of a TZif file's bytes.
  ///
  /// The 64-bit block is used where the version has one. Files that count leap seconds (`right/…`)
  /// are brought back to the time scale of `Timestamp`, which doesn't.
  public init(tzif bytes: [UInt8], name: String) throws(ZoneFormatError) {
    guard bytes.count >= 4, bytes[0..<4].elementsEqual("TZif".utf8) else { throw .notTZif }
    var block = try TZifBlock(bytes: bytes, at: 0)
    var footer: ArraySlice<UInt8> = []
    if block.version >= UInt8(ascii: "2") {
      block = try TZifBlock(bytes: bytes, at: block.end(timeSize: 4))
      let start = block.end(timeSize: 8)
      guard start < bytes.count, bytes[start] == 10,
        let end = bytes[(start + 1)...].firstIndex(of: 10)
      else { throw .damaged }
      footer = bytes[(start + 1)..<end]
      try block.check(timeSize: 8)
      self = try Self(block, timeSize: 8, name: name, footer: footer)
    } else {
      try block.check(timeSize: 4)
      self = try Self(block, timeSize: 4, name: name, footer: footer)
    }
  }

  private init(
    _ block: TZifBlock, timeSize: Int, name: String, footer: ArraySlice<UInt8>
  ) throws(ZoneFormatError) {
    var future: YearlyZoneRule?
    if !footer.isEmpty {
      future = YearlyZoneRule(posix: footer)
      if future == nil { throw .badRule(String(decoding: footer, as: UTF8.self)) }
    }
    let leaps = block.leapSeconds(timeSize: timeSize)
    var transitions: [Int64] = []
    var offsets: [Int32] = []
    transitions.reserveCapacity(block.timeCount)
    offsets.reserveCapacity(block.timeCount)
    for index in 0..<block.timeCount {
      let counted = block.transition(index, timeSize: timeSize)
      let instant = counted - (leaps.last { $0.at <= counted }?.total ?? 0)
      if let last = transitions.last, instant <= last { throw .damaged }
      guard let offset = block.transitionOffset(index, timeSize: timeSize) else {
        throw .damaged
      }
      transitions.append(instant)
      offsets.append(offset)
    }
    self.init(
      name: name, transitions: transitions, offsets: offsets,
      firstOffset: block.firstOffset(timeSize: timeSize), future: future)
  }
}

/// One header of a TZif file and the data behind it.
private struct TZifBlock {
  let bytes: [UInt8]
  let start: Int
  let version: UInt8
  let isUTCount: Int
  let isStandardCount: Int
  let leapCount: Int
  let timeCount: Int
  let typeCount: Int
  let characterCount: Int

  init(bytes: [UInt8], at start: Int) throws(ZoneFormatError) {
    guard bytes.count >= start + 44, bytes[start..<(start + 4)].elementsEqual("TZif".utf8) else {
      throw .damaged
    }
    self.bytes = bytes
    self.start = start + 44
    version = bytes[start + 4]
    var counts: [Int] = []
    for index in 0..<6 {
      let value = bytes.bigEndian(at: start + 20 + index * 4, size: 4)
      guard value >= 0, value <= 1_000_000 else { throw .damaged }
      counts.append(Int(value))
    }
    isUTCount = counts[0]
    isStandardCount = counts[1]
    leapCount = counts[2]
    timeCount = counts[3]
    typeCount = counts[4]
    characterCount = counts[5]
  }

  func end(timeSize: Int) -> Int {
    start + timeCount * (timeSize + 1) + typeCount * 6 + characterCount
      + leapCount * (timeSize + 4) + isStandardCount + isUTCount
  }

  func check(timeSize: Int) throws(ZoneFormatError) {
    guard typeCount > 0, end(timeSize: timeSize) <= bytes.count else { throw .damaged }
  }

  func transition(_ index: Int, timeSize: Int) -> Int64 {
    bytes.bigEndian(at: start + index * timeSize, size: timeSize)
  }

  func transitionOffset(_ index: Int, timeSize: Int) -> Int32? {
    let type = Int(bytes[start + timeCount * timeSize + index])
    guard type < typeCount else { return nil }
    return offset(ofType: type, timeSize: timeSize)
  }

  /// The first type that isn't daylight saving rules before all transitions.
  func firstOffset(timeSize: Int) -> Int32 {
    let types = start + timeCount * (timeSize + 1)
    let standard = (0..<typeCount).first { bytes[types + $0 * 6 + 4] == 0 }
    return offset(ofType: standard ?? 0, timeSize: timeSize)
  }

  private func offset(ofType type: Int, timeSize: Int) -> Int32 {
    let types = start + timeCount * (timeSize + 1)
    return Int32(truncatingIfNeeded: bytes.bigEndian(at: types + type * 6, size: 4))
  }

  /// Instants at which the count of leap seconds changes, with the count from then on.
  func leapSeconds(timeSize: Int) -> [(at: Int64, total: Int64)] {
    let leaps = start + timeCount * (timeSize + 1) + typeCount * 6 + characterCount
    return (0..<leapCount).map { index in
      let place = leaps + index * (timeSize + 4)
      return (
        bytes.bigEndian(at: place, size: timeSize),
        bytes.bigEndian(at: place + timeSize, size: 4)
      )
    }
  }
}

extension [UInt8] {
  /// A signed number of four or eight bytes, highest first.
  fileprivate func bigEndian(at index: Int, size: Int) -> Int64 {
    var value: UInt64 = 0
    for byte in self[index..<(index + size)] { value = value << 8 | UInt64(byte) }
    return size == 4
      ? Int64(Int32(truncatingIfNeeded: value)) : Int64(truncatingIfNeeded: value)
  }
}
