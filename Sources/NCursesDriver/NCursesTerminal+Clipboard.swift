import TerminalUI

/// The terminal's clipboard.
extension NCursesTerminal {
  /// Terminals drop longer ones.
  private static let longestCopy = 40_000

  /// Sends the text by OSC 52, which holds nothing but letters, digits and `+/=`: no text can drive
  /// the terminal.
  public func copy(_ text: String) {
    guard state == .ours else { return }
    write("\u{1B}]52;c;\(Self.base64(text.utf8.prefix(Self.longestCopy)))\u{7}")
  }

  static func base64(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bytes = Array(bytes)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = 0
      for byte in group { bits = bits << 8 | Int(byte) }
      bits <<= 8 * (3 - group.count)
      for digit in 0..<4 {
        text.append(
          digit <= group.count ? digits[bits >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
