public import StudyDomain

/// What a `due` event may tell of a card whose answers are not all in the history: the named details
/// of its line, each of which may be missing.
public struct KnownPast: Hashable, Sendable {
  public var memory: MemoryState?
  /// Answers since the last forget.
  public var reps: Int?
  public var lapses: Int?

  public init(memory: MemoryState? = nil, reps: Int? = nil, lapses: Int? = nil) {
    self.memory = memory
    self.reps = reps
    self.lapses = lapses
  }

  var fields: [String] {
    var fields: [String] = []
    if let memory {
      fields += ["stability=\(memory.stability)", "difficulty=\(memory.difficulty)"]
    }
    if let reps { fields.append("reps=\(reps)") }
    if let lapses { fields.append("lapses=\(lapses)") }
    return fields
  }

  /// Reads the details after the known ones; what is no number in its range is left out, and a
  /// memory of which one number is missing.
  init(details: some Sequence<[UInt8]>) {
    var texts: [String: ArraySlice<UInt8>] = [:]
    for detail in details {
      guard let equals = detail.firstIndex(of: UInt8(ascii: "=")) else { continue }
      texts[String(decoding: detail[..<equals], as: UTF8.self)] = detail[(equals + 1)...]
    }
    if let stability = texts["stability"].flatMap(Self.number),
      let difficulty = texts["difficulty"].flatMap(Self.number),
      (0.001...36_500).contains(stability), (1...10).contains(difficulty)
    {
      memory = MemoryState(stability: stability, difficulty: difficulty)
    }
    reps = texts["reps"].flatMap(Self.count)
    lapses = texts["lapses"].flatMap(Self.count)
  }

  /// Digits, with at most one point among them.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
    let isPlain = bytes.allSatisfy { $0 &- 48 < 10 || $0 == UInt8(ascii: ".") }
    guard isPlain, let first = bytes.first, let last = bytes.last, first &- 48 < 10,
      last &- 48 < 10
    else { return nil }
    return Double(String(decoding: bytes, as: UTF8.self))
  }

  /// One to nine digits.
  private static func count(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard (1...9).contains(bytes.count), bytes.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self))
  }
}
