import AnkiExchange
import StudyDomain

/// Ids for what was made here: the same for the same text on every machine, none of them twice.
struct DerivedIDs {
  private var taken: Set<Int64> = []
  /// What is taken from the beginning, until it is first asked for: it may be very much.
  private var others: (@Sendable () -> Set<Int64>)?

  init() {}

  init(taken others: @escaping @Sendable () -> Set<Int64>) {
    self.others = others
  }

  private mutating func takeOthers() {
    guard let others else { return }
    taken.formUnion(others())
    self.others = nil
  }

  /// Takes an id that is known; false when something else has it.
  mutating func take(_ id: Int64) -> Bool {
    takeOthers()
    return id > 0 && taken.insert(id).inserted
  }

  /// An id between the Septembers of 2001 and 2017, as milliseconds: Anki moves ids of the future.
  mutating func make(_ text: String) -> Int64 {
    takeOthers()
    var id = 1_000_000_000_000 + Int64(Self.hash(text) % 505_000_000_000)
    while !taken.insert(id).inserted { id += 1 }
    return id
  }

  static func guid(_ key: CardKey) -> String {
    AnkiGUID.text(hash("deckle note \(key.text)"))
  }

  static func hash(_ text: String) -> UInt64 {
    UInt64(TransferHash.hex(text), radix: 16) ?? 0
  }
}
