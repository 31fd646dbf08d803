/// Texts as JSON writes them.
public enum JSONText {
  /// Appends a text between quotation marks, in UTF-8; signs below the blank are escaped.
  public static func quote(_ text: String, into output: inout [UInt8]) {
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
