/// SHA-1 as FIPS 180-4 has it; names of media and checksums of notes are made with it.
struct SHA1 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
  )
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA1()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  /// The first four bytes of the hash, without memory of its own: for fields by the hundred thousand.
  static func beginning(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = SHA1()
    let all = UnsafeRawBufferPointer(bytes)
    let whole = all.count / 64 * 64
    for place in stride(from: 0, to: whole, by: 64) {
      hash.block(UnsafeRawBufferPointer(rebasing: all[place..<place + 64]))
    }
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { tail in
      tail.initializeMemory(as: UInt8.self, repeating: 0)
      let rest = all.count - whole
      UnsafeMutableRawBufferPointer(rebasing: tail[..<rest])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: all[whole...]))
      tail[rest] = 0x80
      let end = rest < 56 ? 64 : 128
      tail.storeBytes(
        of: (UInt64(all.count) &* 8).bigEndian, toByteOffset: end - 8, as: UInt64.self)
      for place in stride(from: 0, to: end, by: 64) {
        hash.block(UnsafeRawBufferPointer(rebasing: tail[place..<place + 64]))
      }
    }
    return hash.state.0
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let missing = min(64 - pending.count, rest.count)
      pending += rest.prefix(missing)
      rest = rest.dropFirst(missing)
      guard pending.count == 64 else { return }
      pending.withUnsafeBytes { block($0) }
      pending.removeAll(keepingCapacity: true)
    }
    while rest.count >= 64 {
      block(UnsafeRawBufferPointer(rebasing: rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    pending += rest
  }

  /// Twenty bytes; the value is spent afterwards.
  mutating func finish() -> [UInt8] {
    let bits = count &* 8
    var tail: [UInt8] = [0x80]
    tail += [UInt8](repeating: 0, count: (119 - (pending.count % 64)) % 64)
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    tail.withUnsafeBytes { update($0) }
    return [state.0, state.1, state.2, state.3, state.4].flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private mutating func block(_ bytes: UnsafeRawBufferPointer) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      for index in 0..<16 {
        words[index] = UInt32(
          bigEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
      }
      for index in 16..<80 {
        words[index] = Self.rotate(
          words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
      }
      var (a, b, c, d, e) = state
      for index in 0..<80 {
        let mixed: UInt32
        let constant: UInt32
        switch index {
        case ..<20: (mixed, constant) = (d ^ (b & (c ^ d)), 0x5A82_7999)
        case ..<40: (mixed, constant) = (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (mixed, constant) = ((b & c) | (d & (b | c)), 0x8F1B_BCDC)
        default: (mixed, constant) = (b ^ c ^ d, 0xCA62_C1D6)
        }
        let next = Self.rotate(a, 5) &+ mixed &+ e &+ constant &+ words[index]
        (e, d, c, b, a) = (d, c, Self.rotate(b, 30), a, next)
      }
      state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
    }
  }

  private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }
}
