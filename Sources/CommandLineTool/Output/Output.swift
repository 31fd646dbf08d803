import Glibc

/// What goes to standard output and standard error.
enum Output {
  static func write(_ text: String) {
    send(text, to: STDOUT_FILENO)
  }

  static func print(_ line: String) {
    write(line + "\n")
  }

  static func error(_ message: String) {
    send(safe(message) + "\n", to: STDERR_FILENO)
  }

  /// Text on standard error without a line end, its controls sent: for a line that is drawn again.
  static func errorPart(_ text: String) {
    send(text, to: STDERR_FILENO)
  }

  /// Text of cards with its controls shown instead of sent: a terminal never obeys a card.
  static func safe(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 32 || (127..<160).contains(scalar.value)
      let keeps = scalar == "\n" || scalar == "\t"
      result.append(isControl && !keeps ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }

  private static func send(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // A closed pipe ends the output; nobody is there to be told.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
