/// Walks over the fields of a protobuf message.
struct ProtobufReader {
  enum Value {
    case varint(UInt64)
    case fixed32(UInt32)
    case fixed64(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The next field and its number; nil at the end.
  mutating func next() throws(ProtobufError) -> (number: UInt64, value: Value)? {
    guard position < bytes.endIndex else { return nil }
    let key = try varint()
    guard key >> 3 > 0 else { throw ProtobufError() }
    switch key & 7 {
    case 0: return (key >> 3, .varint(try varint()))
    case 1: return (key >> 3, .fixed64(try fixed(8)))
    case 2:
      let count = try varint()
      guard count <= UInt64(bytes.endIndex - position) else { throw ProtobufError() }
      defer { position += Int(count) }
      return (key >> 3, .bytes(bytes[position..<(position + Int(count))]))
    case 5: return (key >> 3, .fixed32(UInt32(truncatingIfNeeded: try fixed(4))))
    default: throw ProtobufError()
    }
  }

  private mutating func varint() throws(ProtobufError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.endIndex, shift < 64 {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw ProtobufError()
  }

  private mutating func fixed(_ count: Int) throws(ProtobufError) -> UInt64 {
    guard bytes.endIndex - position >= count else { throw ProtobufError() }
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[position + index]) << UInt64(index * 8) }
    position += count
    return value
  }

  /// The fields of a message, each handed to `body`.
  static func read(
    _ bytes: ArraySlice<UInt8>, _ body: (UInt64, Value) throws(ProtobufError) -> Void
  ) throws(ProtobufError) {
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() { try body(field.number, field.value) }
  }

  static func read(
    _ bytes: [UInt8], _ body: (UInt64, Value) throws(ProtobufError) -> Void
  ) throws(ProtobufError) {
    try read(bytes[...], body)
  }
}

/// A message that breaks off, or a field of another kind than it should be.
struct ProtobufError: Error, Hashable {}

extension ProtobufReader.Value {
  var integer: Int64 {
    get throws(ProtobufError) {
      guard case .varint(let value) = self else { throw ProtobufError() }
      return Int64(bitPattern: value)
    }
  }

  var bool: Bool {
    get throws(ProtobufError) { try integer != 0 }
  }

  var float: Float {
    get throws(ProtobufError) {
      guard case .fixed32(let bits) = self else { throw ProtobufError() }
      return Float(bitPattern: bits)
    }
  }

  var slice: ArraySlice<UInt8> {
    get throws(ProtobufError) {
      guard case .bytes(let bytes) = self else { throw ProtobufError() }
      return bytes
    }
  }

  var text: String {
    get throws(ProtobufError) {
      guard let text = String(validating: try slice, as: UTF8.self) else { throw ProtobufError() }
      return text
    }
  }

  /// A JSON object; none when it is broken, as the engine has it.
  var members: [String: JSONValue] {
    get throws(ProtobufError) {
      let bytes = Array(try slice)
      return (try? JSONReader.read(bytes))?.objectValue ?? [:]
    }
  }

  /// Adds one number, or the many of a packed field.
  func append(to numbers: inout [Float]) throws(ProtobufError) {
    switch self {
    case .fixed32(let bits): numbers.append(Float(bitPattern: bits))
    case .bytes(let bytes):
      guard bytes.count % 4 == 0 else { throw ProtobufError() }
      for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 4) {
        let bits = bytes[start..<(start + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        numbers.append(Float(bitPattern: bits))
      }
    case .varint, .fixed64: throw ProtobufError()
    }
  }

  /// Adds one number, or the many of a packed field.
  func append(to numbers: inout [Int64]) throws(ProtobufError) {
    switch self {
    case .varint(let value): numbers.append(Int64(bitPattern: value))
    case .bytes(let bytes):
      var rest = bytes
      while let byte = rest.first {
        var value = UInt64(byte & 0x7F)
        var shift: UInt64 = 7
        var last = rest.removeFirst()
        while last >= 0x80 {
          guard let more = rest.popFirst(), shift < 64 else { throw ProtobufError() }
          value |= UInt64(more & 0x7F) << shift
          shift += 7
          last = more
        }
        numbers.append(Int64(bitPattern: value))
      }
    case .fixed32, .fixed64: throw ProtobufError()
    }
  }
}
