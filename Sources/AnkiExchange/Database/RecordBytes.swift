/// A row as SQLite's file format has it: the kinds of its values, then the values.
///
/// Used again for each row. Rows have fewer than a hundred columns, so that the length of the kinds
/// takes one byte.
struct RecordBytes: ~Copyable {
  private var kinds: [UInt8] = [0]
  private var values: [UInt8] = []

  init() {
    kinds.reserveCapacity(64)
    values.reserveCapacity(1024)
  }

  var count: Int { kinds.count + values.count }

  mutating func removeAll() {
    kinds.removeAll(keepingCapacity: true)
    kinds.append(0)
    values.removeAll(keepingCapacity: true)
  }

  /// Nothing, also for the column that is the row's id.
  mutating func putNull() {
    kind(0)
  }

  /// A number in as few bytes as it needs.
  @inline(__always)
  mutating func put(_ number: Int64) {
    switch number {
    case 0: kind(8)
    case 1: kind(9)
    case -0x80...0x7F: put(number, bytes: 1, 1)
    case -0x8000...0x7FFF: put(number, bytes: 2, 2)
    case -0x80_0000...0x7F_FFFF: put(number, bytes: 3, 3)
    case -0x8000_0000...0x7FFF_FFFF: put(number, bytes: 4, 4)
    case -0x8000_0000_0000...0x7FFF_FFFF_FFFF: put(number, bytes: 6, 5)
    default: put(number, bytes: 8, 6)
    }
  }

  mutating func put(real number: Double) {
    put(Int64(bitPattern: number.bitPattern), bytes: 8, 7)
  }

  mutating func put(text: UnsafeBufferPointer<UInt8>) {
    let kind = UInt64(13 + 2 * text.count)
    if kind < 0x80 {
      self.kind(UInt8(kind))
    } else {
      Varint.append(kind, to: &kinds)
      kinds[0] = UInt8(kinds.count)
    }
    values.append(contentsOf: text)
  }

  mutating func put(text: [UInt8]) {
    text.withUnsafeBufferPointer { put(text: $0) }
  }

  @inline(__always)
  private mutating func kind(_ kind: UInt8) {
    kinds.append(kind)
    kinds[0] = UInt8(kinds.count)
  }

  @inline(__always)
  private mutating func put(_ number: Int64, bytes: Int, _ kind: UInt8) {
    self.kind(kind)
    let shifted = (number << Int64(64 - 8 * bytes)).bigEndian
    withUnsafeBytes(of: shifted) {
      values.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[..<bytes]))
    }
  }

  /// Copies a part of the row.
  func copy(
    _ range: Range<Int>, to page: UnsafeMutableBufferPointer<UInt8>, at place: Int
  ) {
    let middle = kinds.count
    let target = UnsafeMutableRawBufferPointer(page)
    func copy(_ source: [UInt8], _ part: Range<Int>, _ place: Int) {
      guard !part.isEmpty else { return }
      source.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: target[place..<place + part.count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[part]))
      }
    }
    let first = range.clamped(to: 0..<middle)
    copy(kinds, first, place)
    let rest = range.clamped(to: middle..<count)
    copy(values, rest.lowerBound - middle..<rest.upperBound - middle, place + first.count)
  }
}

/// SQLite's numbers of one to nine bytes, seven bits in each but the ninth.
enum Varint {
  static func size(_ number: UInt64) -> Int {
    if number < 0x80 { return 1 }
    let bits = 64 - number.leadingZeroBitCount
    return bits > 56 ? 9 : (bits + 6) / 7
  }

  /// Writes a number; how many bytes it took.
  static func put(
    _ number: UInt64, in bytes: UnsafeMutableBufferPointer<UInt8>, at place: Int
  ) -> Int {
    let count = size(number)
    var rest = number
    if count == 9 {
      bytes[place + 8] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
    }
    let low = count == 9 ? 7 : count - 1
    for index in (0...low).reversed() {
      let more: UInt8 = index == count - 1 ? 0 : 0x80
      bytes[place + index] = UInt8(truncatingIfNeeded: rest & 0x7F) | more
      rest >>= 7
    }
    return count
  }

  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 9) { buffer in
      let count = put(number, in: buffer, at: 0)
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}
