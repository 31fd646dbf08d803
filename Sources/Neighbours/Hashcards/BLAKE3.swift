/// The hash BLAKE3 of a message, 32 bytes, as its specification (O'Connor, Aumasson, Neves,
/// Wilcox-O'Hearn 2020) gives it; no keys and no longer output.
enum BLAKE3 {
  /// Sixty-four lower-case hex digits.
  static func hex(_ message: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var result: [UInt8] = []
    for word in hash(message) {
      for shift in stride(from: 0, to: 32, by: 8) {
        let byte = Int(word >> UInt32(shift) & 0xFF)
        result += [digits[byte >> 4], digits[byte & 15]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let start: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]
  private static let permutation = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8]
  private static let chunkBytes = 1024

  private enum Flag {
    static let chunkStart: UInt32 = 1
    static let chunkEnd: UInt32 = 2
    static let parent: UInt32 = 4
    static let root: UInt32 = 8
  }

  private static func hash(_ message: [UInt8]) -> [UInt32] {
    var stack: [[UInt32]] = []
    var chunk = 0
    var place = 0
    while message.count - place > chunkBytes {
      var value = chunkValue(
        message[place..<place + chunkBytes], number: UInt64(chunk), isRoot: false)
      place += chunkBytes
      chunk += 1
      // As many subtrees are whole as the count of chunks has zeros at its end.
      var count = chunk
      while count & 1 == 0, let left = stack.popLast() {
        value = parentValue(left, value, isRoot: false)
        count >>= 1
      }
      stack.append(value)
    }
    var value = chunkValue(message[place...], number: UInt64(chunk), isRoot: stack.isEmpty)
    while let left = stack.popLast() {
      value = parentValue(left, value, isRoot: stack.isEmpty)
    }
    return value
  }

  private static func chunkValue(
    _ bytes: ArraySlice<UInt8>, number: UInt64, isRoot: Bool
  ) -> [UInt32] {
    var value = start
    var place = bytes.startIndex
    var flags = Flag.chunkStart
    repeat {
      let end = min(place + 64, bytes.endIndex)
      var block: [UInt32] = Array(repeating: 0, count: 16)
      for index in place..<end {
        block[(index - place) / 4] |= UInt32(bytes[index]) << UInt32((index - place) % 4 * 8)
      }
      if end == bytes.endIndex {
        flags |= Flag.chunkEnd
        if isRoot { flags |= Flag.root }
      }
      value = compress(value, block, counter: number, length: UInt32(end - place), flags: flags)
      flags = 0
      place = end
    } while place < bytes.endIndex
    return value
  }

  private static func parentValue(
    _ left: [UInt32], _ right: [UInt32], isRoot: Bool
  ) -> [UInt32] {
    compress(
      start, left + right, counter: 0, length: 64,
      flags: Flag.parent | (isRoot ? Flag.root : 0))
  }

  private static func compress(
    _ value: [UInt32], _ block: [UInt32], counter: UInt64, length: UInt32, flags: UInt32
  ) -> [UInt32] {
    var state =
      value + start[..<4] + [
        UInt32(truncatingIfNeeded: counter), UInt32(truncatingIfNeeded: counter >> 32), length,
        flags,
      ]
    var words = block
    for round in 0..<7 {
      if round > 0 { words = permutation.map { words[$0] } }
      for column in 0..<4 {
        mix(
          &state, column, column + 4, column + 8, column + 12, words[column * 2],
          words[column * 2 + 1])
      }
      for diagonal in 0..<4 {
        mix(
          &state, diagonal, (diagonal + 1) % 4 + 4, (diagonal + 2) % 4 + 8,
          (diagonal + 3) % 4 + 12, words[diagonal * 2 + 8], words[diagonal * 2 + 9])
      }
    }
    return (0..<8).map { state[$0] ^ state[$0 + 8] }
  }

  private static func mix(
    _ state: inout [UInt32], _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ x: UInt32, _ y: UInt32
  ) {
    func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
    state[a] = state[a] &+ state[b] &+ x
    state[d] = turned(state[d] ^ state[a], 16)
    state[c] = state[c] &+ state[d]
    state[b] = turned(state[b] ^ state[c], 12)
    state[a] = state[a] &+ state[b] &+ y
    state[d] = turned(state[d] ^ state[a], 8)
    state[c] = state[c] &+ state[d]
    state[b] = turned(state[b] ^ state[c], 7)
  }
}
