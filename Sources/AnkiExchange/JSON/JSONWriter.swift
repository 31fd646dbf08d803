import StudyDomain

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
    JSONText.quote(text, into: &output)
  }
}

extension JSONValue {
  /// A number with the few digits that tell a 32-bit one from its neighbours.
  init(float: Float) {
    self = .number(Double(float.description) ?? Double(float))
  }
}
