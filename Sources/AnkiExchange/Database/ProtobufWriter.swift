/// Writes a protobuf message; fields with the value zero are left out, as proto3 has it.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: UInt64, _ value: Int64) {
    guard value != 0 else { return }
    writeAlways(number, value)
  }

  /// A field that says something by being there.
  mutating func writeAlways(_ number: UInt64, _ value: Int64) {
    varint(number << 3)
    varint(UInt64(bitPattern: value))
  }

  mutating func write(_ number: UInt64, _ value: Bool) {
    write(number, Int64(value ? 1 : 0))
  }

  mutating func write(_ number: UInt64, _ value: Float) {
    guard value != 0 else { return }
    writeAlways(number, value)
  }

  mutating func writeAlways(_ number: UInt64, _ value: Float) {
    varint(number << 3 | 5)
    append(value)
  }

  mutating func write(_ number: UInt64, _ text: String) {
    guard !text.isEmpty else { return }
    writeAlways(number, Array(text.utf8))
  }

  /// A message within, also an empty one.
  mutating func writeAlways(_ number: UInt64, _ content: [UInt8]) {
    varint(number << 3 | 2)
    varint(UInt64(content.count))
    bytes += content
  }

  mutating func write(_ number: UInt64, _ values: [Float]) {
    guard !values.isEmpty else { return }
    varint(number << 3 | 2)
    varint(UInt64(values.count * 4))
    for value in values { append(value) }
  }

  mutating func write(_ number: UInt64, packed values: [Int64]) {
    guard !values.isEmpty else { return }
    var packed = ProtobufWriter()
    for value in values { packed.varint(UInt64(bitPattern: value)) }
    writeAlways(number, packed.bytes)
  }

  /// What the engine does not know, as the field that every message has for it.
  mutating func write(other: [String: JSONValue]) {
    guard !other.isEmpty else { return }
    writeAlways(255, JSONWriter.bytes(of: .object(other)))
  }

  private mutating func append(_ value: Float) {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += $0 }
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
