/// The same noise in every run (SplitMix64).
struct SeededNoise: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

extension [UInt8] {
  /// A few flipped bits, a cut, a doubled stretch, or a stretch overwritten.
  func damaged(_ noise: inout SeededNoise) -> [UInt8] {
    guard count > 8 else { return self }
    var result = self
    switch Int.random(in: 0..<5, using: &noise) {
    case 0: result.removeLast(Int.random(in: 1..<count, using: &noise))
    case 1:
      let place = Int.random(in: 0..<(count - 4), using: &noise)
      result.insert(contentsOf: self[place..<Swift.min(count, place + 64)], at: place)
    case 2:
      let place = Int.random(in: 0..<(count - 4), using: &noise)
      for index in place..<(place + 4) { result[index] = 0xFF }
    default:
      for _ in 0..<Int.random(in: 1...12, using: &noise) {
        result[Int.random(in: 0..<count, using: &noise)] ^=
          1 << UInt8.random(in: 0..<8, using: &noise)
      }
    }
    return result
  }
}
