import Glibc
import Synchronization

/// What goes to standard output and standard error.
enum Output {
  /// The errno of the first write to standard output that failed.
  private static let firstFailure = Mutex<Int32?>(nil)

  /// Why standard output did not take everything, in words; nil while it has.
  static var failure: String? {
    firstFailure.withLock { $0 }.map { String(cString: strerror($0)) }
  }

  /// The reader of standard output went away.
  static var isPipeClosed: Bool { firstFailure.withLock { $0 == EPIPE } }

  /// A closed pipe is an output that fails like any other, instead of ending the program in the
  /// middle of its work; and no file that is opened later gets the number of a closed standard stream.
  static func begin() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one; writing to it fails, as to a closed stream.
      _ = open("/dev/null", O_RDONLY)
    }
  }

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
      let keeps = scalar == "\n" || scalar == "\t"
      result.append(isControl(scalar) && !keeps ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }

  /// Text that has to stay on its line, such as a name: a line end is shown as `\n`, a tab as `\t`.
  static func field(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n".unicodeScalars
      case "\t": result += "\\t".unicodeScalars
      case "\r": result += "\\r".unicodeScalars
      default: result.append(isControl(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return String(result)
  }

  /// Fields with a tab between each two.
  static func row(_ fields: String...) -> String {
    fields.map(field).joined(separator: "\t")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 32 || (127..<160).contains(scalar.value)
  }

  private static func send(_ text: String, to descriptor: Int32) {
    // What is missing in the middle would be worse than an end.
    if descriptor == STDOUT_FILENO, failure != nil { return }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        if descriptor == STDOUT_FILENO { firstFailure.withLock { $0 = $0 ?? code } }
        return
      }
      bytes = bytes.dropFirst(count)
    }
  }
}
