/// Writes JSON without white space, keys sorted by their bytes, texts as they are in UTF-8.
enum JSONWriter {
  static func bytes(of value: JSONValue) -> [UInt8] {
    var output: [UInt8] = []
    write(value, into: &output)
    return output
  }

  static func write(_ value: JSONValue, into output: inout [UInt8]) {
    switch value {
    case .null: output += "null".utf8
    case .bool(let flag): output += (flag ? "true" : "false").utf8
    case .integer(let number): output += String(number).utf8
    case .number(let number): output += (number.isFinite ? String(number) : "null").utf8
    case .string(let text): quote(text, into: &output)
    case .array(let values):
      output.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        write(value, into: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (index, member) in sorted.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        quote(member.key, into: &output)
        output.append(UInt8(ascii: ":"))
        write(member.value, into: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  static func quote(_ text: String, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      // Most texts have nothing to escape, and all others long runs.
      var start = 0
      for place in bytes.indices where needsEscape(bytes[place]) {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<place]))
        escape(bytes[place], into: &output)
        start = place + 1
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }
    output.append(UInt8(ascii: "\""))
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func escape(_ byte: UInt8, into output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): output += "\\\"".utf8
    case UInt8(ascii: "\\"): output += "\\\\".utf8
    case 0x0A: output += "\\n".utf8
    case 0x0D: output += "\\r".utf8
    case 0x09: output += "\\t".utf8
    default:
      output += "\\u00".utf8
      output.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      output += String(byte & 15, radix: 16).utf8
    }
  }
}

extension JSONValue {
  /// A number with the few digits that tell a 32-bit one from its neighbours.
  init(float: Float) {
    self = .number(Double(float.description) ?? Double(float))
  }
}
