import CNCurses
import Glibc

/// Puts the terminal right when the program dies of a fault of its own, and keeps stderr off the
/// screen meanwhile.
///
/// What is written to stderr goes to a file in memory; `disarm`, an exit or a crash prints it. The
/// handler touches nothing but memory set up before and async-signal-safe calls.
enum CrashGuard {
  static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// Takes note of how the terminal is; before ncurses changes it.
  @MainActor static func remember() {
    tcgetattr(0, cooked)
  }

  @MainActor static func arm() {
    guard !armed else { return }
    let restore = NCursesTerminal.modesOff + "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l\u{1B}[?1l\u{1B}>\r"
    restoreBytes = copy(restore)
    // On a line of its own: another thread may have been in the middle of a picture.
    faultBytes = copy(
      "\r\ndeckle stopped at a fault of its own. Every grade given is in its file.\n")
    realErrors = fcntl(2, F_DUPFD_CLOEXEC, 3)
    errorLog = nc_memfd()
    if realErrors >= 0, errorLog >= 0 { dup2(errorLog, 2) }
    if !registeredExit {
      registeredExit = true
      atexit(onExit)
    }
    armed = true
    for signal in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = onCrash
      action.sa_flags = SA_ONSTACK | SA_SIGINFO
      sigaction(signal, &action, oldActions + Int(signal))
    }
  }

  /// The person's terminal settings again, stderr again, and what was written to it.
  @MainActor static func disarm() {
    guard armed else { return }
    armed = false
    for signal in signals { sigaction(signal, oldActions + Int(signal), nil) }
    tcsetattr(0, TCSADRAIN, cooked)
    printErrors()
    close(errorLog)
    close(realErrors)
    (realErrors, errorLog) = (-1, -1)
  }

  /// The terminal's stderr while the guard is armed.
  @MainActor static var errorOutput: Int32 { realErrors }

  private static func copy(_ text: String) -> UnsafeMutableBufferPointer<UInt8> {
    let bytes = Array(text.utf8)
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = buffer.initialize(from: bytes)
    return buffer
  }
}

// Written by the main actor before `armed` is set, then read by a signal handler, which can be
// isolated to nothing.
nonisolated(unsafe) private let cooked = UnsafeMutablePointer<termios>.allocate(capacity: 1)
nonisolated(unsafe) private let oldActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
nonisolated(unsafe) private var restoreBytes = UnsafeMutableBufferPointer<UInt8>.allocate(
  capacity: 0)
nonisolated(unsafe) private var faultBytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)
nonisolated(unsafe) private var armed = false
nonisolated(unsafe) private var registeredExit = false
nonisolated(unsafe) private var realErrors: Int32 = -1
nonisolated(unsafe) private var errorLog: Int32 = -1

nonisolated private func printErrors() {
  guard realErrors >= 0, errorLog >= 0 else { return }
  dup2(realErrors, 2)
  lseek(errorLog, 0, SEEK_SET)
  withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { bytes in
    while case let count = read(errorLog, bytes.baseAddress, 512), count > 0 {
      _ = write(2, bytes.baseAddress, count)
    }
  }
}

nonisolated private func restoreTerminal() {
  _ = write(1, restoreBytes.baseAddress, restoreBytes.count)
  tcsetattr(0, TCSANOW, cooked)
  printErrors()
}

nonisolated private func onExit() {
  guard armed else { return }
  armed = false
  restoreTerminal()
}

nonisolated private func onCrash(
  _ signal: Int32, _ information: UnsafeMutablePointer<siginfo_t>?,
  _ context: UnsafeMutableRawPointer?
) {
  if armed {
    armed = false
    restoreTerminal()
    // Optimised code prints nothing at a trap: say at least that there was one.
    _ = write(2, faultBytes.baseAddress, faultBytes.count)
  }
  sigaction(signal, oldActions + Int(signal), nil)
  // A faulting instruction runs again and ends the program; a signal sent by a process, as by
  // abort, would be over with this return, and the program would run on without its terminal.
  if (information?.pointee.si_code ?? 0) <= 0 { raise(signal) }
}
