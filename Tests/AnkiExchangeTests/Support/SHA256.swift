/// SHA-256 as FIPS 180-4 has it, to compare the review log with what the engine made of it.
enum SHA256 {
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) * 8
    padded += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
    let primes = firstPrimes(64)
    let constants = primes.map { fraction(ofRoot: 1.0 / 3.0, $0) }
    var state = primes.prefix(8).map { fraction(ofRoot: 0.5, $0) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      var words = (0..<16).map { index in
        padded[(start + 4 * index)..<(start + 4 * index + 4)].reduce(UInt32(0)) {
          $0 << 8 | UInt32($1)
        }
      }
      for index in 16..<64 {
        let (a, b) = (words[index - 15], words[index - 2])
        let one = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3
        let two = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10
        words.append(words[index - 16] &+ one &+ words[index - 7] &+ two)
      }
      var s = state
      for index in 0..<64 {
        let one = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)
        let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
        let first = s[7] &+ one &+ choice &+ constants[index] &+ words[index]
        let two = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)
        let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
        s = [first &+ two &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
      }
      state = zip(state, s).map { $0 &+ $1 }
    }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  private static func firstPrimes(_ count: Int) -> [Int] {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }

  /// The first 32 bits behind the point of the square or cube root of a small prime.
  private static func fraction(ofRoot power: Double, _ prime: Int) -> UInt32 {
    // Double has 53 bits; the whole part takes at most five of them.
    let root = power == 0.5 ? Double(prime).squareRoot() : cubeRoot(prime)
    return UInt32(((root - root.rounded(.down)) * 4_294_967_296).rounded(.down))
  }

  private static func cubeRoot(_ number: Int) -> Double {
    var low = 0.0
    var high = 8.0
    while true {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { return low }
      if middle * middle * middle <= Double(number) { low = middle } else { high = middle }
    }
  }
}
