// Texts as HTML can hold them.
extension HTMLWriter {
  static func escapeInto(_ output: inout [UInt8], _ byte: UInt8) {
    escape(byte, into: &output)
  }

  static func escape(_ byte: UInt8, into output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "&"): output += "&amp;".utf8
    case UInt8(ascii: "<"): output += "&lt;".utf8
    case UInt8(ascii: ">"): output += "&gt;".utf8
    default: output.append(byte)
    }
  }

  static func attribute(_ text: String) -> String {
    quoted(text, escaping: true)
  }

  /// For text that is HTML already.
  static func quoted(_ text: String, escaping: Bool = false) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") {
        output += "&quot;".utf8
      } else if byte == 0x0A {
        output.append(0x20)
      } else if escaping, byte == UInt8(ascii: "&") {
        output += "&amp;".utf8
      } else if byte == UInt8(ascii: "<") {
        output += "&lt;".utf8
      } else {
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
