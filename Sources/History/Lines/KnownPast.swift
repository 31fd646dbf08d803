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

  /// Appends the details that there are, a tab behind each.
  func append(to line: inout [UInt8]) {
    func add(_ name: String, _ value: String) {
      line.append(word: name)
      line.append(word: value)
      line.appendTab()
    }
    if let memory {
      add("stability=", memory.stability.description)
      add("difficulty=", memory.difficulty.description)
    }
    if let reps { add("reps=", String(reps)) }
    if let lapses { add("lapses=", String(lapses)) }
  }

  /// Reads the details after the known ones, escaped or not; what is no number in its range is left
  /// out, and a memory of which one number is missing.
  init<Detail: BidirectionalCollection<UInt8>>(details: some Sequence<Detail>) {
    var (stability, difficulty): (Double?, Double?)
    for detail in details {
      guard let equals = detail.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = detail[detail.index(after: equals)...]
      let name = detail[..<equals]
      if name.elementsEqual("stability".utf8) {
        stability = Self.number(value)
      } else if name.elementsEqual("difficulty".utf8) {
        difficulty = Self.number(value)
      } else if name.elementsEqual("reps".utf8) {
        reps = Self.count(value)
      } else if name.elementsEqual("lapses".utf8) {
        lapses = Self.count(value)
      }
    }
    if let stability, let difficulty, (0.001...36_500).contains(stability),
      (1...10).contains(difficulty)
    {
      memory = MemoryState(stability: stability, difficulty: difficulty)
    }
  }

  /// Digits, with at most one point among them.
  private static func number(_ bytes: some BidirectionalCollection<UInt8>) -> Double? {
    let isPlain = bytes.allSatisfy { $0 &- 48 < 10 || $0 == UInt8(ascii: ".") }
    guard isPlain, let first = bytes.first, let last = bytes.last, first &- 48 < 10,
      last &- 48 < 10
    else { return nil }
    return Double(String(decoding: bytes, as: UTF8.self))
  }

  /// One to nine digits.
  private static func count(_ bytes: some Collection<UInt8>) -> Int? {
    guard (1...9).contains(bytes.count), bytes.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 48) }
  }
}
