import CNCurses
import Dispatch
import Glibc
public import TerminalUI

/// The real terminal: ncurses writes what changed, keys are read and decoded here.
@MainActor public final class NCursesTerminal: TerminalDriver {
  public private(set) var size: Size
  public let input = InputOutlet()

  let window: UnsafeMutablePointer<WINDOW>
  private let painter: Painter
  private var sources: [any DispatchSourceProtocol] = []
  private var keyboard: (any DispatchSourceRead)?
  private var decoder = KeyDecoder()
  private var expiryIsPlanned = false

  /// Who has the terminal.
  enum State {
    case ours
    /// The shell, after Ctrl-Z; nothing may be written.
    case suspended
    /// A program run in the foreground.
    case lent
    case closed
  }
  private(set) var state = State.ours
  /// Whoever waits for the shell to give the terminal back.
  var waitsForForeground: CheckedContinuation<Void, Never>?

  /// Whether the mouse is reported to us.
  private var mouseIsOn = false
  /// What is on while the terminal is ours.
  private var modes: String {
    NCursesTerminal.modesOn + (mouseIsOn ? NCursesTerminal.mouseOn : "")
  }

  /// Presses and the wheel, in the form without a limit of columns.
  nonisolated static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
  /// Bracketed paste and focus reports; mouse and whatever else a program may have left on, off.
  nonisolated static let modesOn = "\u{1B}[?2004h\u{1B}[?1004h"
  nonisolated static let modesOff = "\u{1B}[?1006;1003;1002;1000;1004;2004l"

  /// Takes over the terminal of standard input and output; one at a time.
  ///
  /// Throws before anything is written when there is no terminal that can show screens: print the
  /// error's line and exit with 2. With `asciiBorders` borders and bars are drawn in ASCII.
  public static func open(asciiBorders: Bool = false) throws(TerminalError) -> NCursesTerminal {
    guard isatty(0) == 1, isatty(1) == 1 else { throw .notATerminal }
    nc_set_locale()
    let term = getenv("TERM").map { String(cString: $0) }
    for candidate in TerminalType.candidates(term: term) {
      switch nc_probe(candidate) {
      case 1:
        CrashGuard.remember()
        guard nc_newterm(candidate) != nil, let window = nc_stdscr() else { continue }
        return NCursesTerminal(window: window, asciiBorders: asciiBorders)
      case 0: throw .incapable(term: candidate)
      default: continue
      }
    }
    throw .unknown(term: term ?? "")
  }

  private init(window: UnsafeMutablePointer<WINDOW>, asciiBorders: Bool) {
    self.window = window
    cbreak()
    noecho()
    typeahead(-1)  // else ncurses stops in mid-frame when a key waits
    idlok(window, false)
    painter = Painter(window: window, asciiBorders: asciiBorders)
    size = Size(width: Int(nc_columns()), height: Int(nc_lines()))
    takeKeys()
    CrashGuard.arm()
    measure()
    write(NCursesTerminal.modesOn)
    startSources()
  }

  // MARK: Drawing

  public func show(_ canvas: Canvas, theme: Theme) {
    guard state == .ours else { return }
    painter.paint(canvas, theme: theme)
  }

  public func useMouse(_ isOn: Bool) {
    guard isOn != mouseIsOn else { return }
    mouseIsOn = isOn
    guard state == .ours else { return }
    write(isOn ? NCursesTerminal.mouseOn : "\u{1B}[?1006l\u{1B}[?1000l")
  }

  public func alert() {
    guard state == .ours else { return }
    beep()
  }

  /// Writes control sequences that ncurses knows nothing of.
  func write(_ text: String) {
    fflush(nil)
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  private func measure() {
    var measured = winsize()
    if ioctl(1, UInt(TIOCGWINSZ), &measured) == 0, measured.ws_row > 0, measured.ws_col > 0 {
      resize_term(Int32(measured.ws_row), Int32(measured.ws_col))
    }
    size = Size(width: Int(nc_columns()), height: Int(nc_lines()))
    clearok(nc_curscr(), true)
    painter.forget()
  }

  // MARK: Input

  /// Ctrl-S, Ctrl-Q, Ctrl-V and Ctrl-O reach the application; Ctrl-C and Ctrl-Z stay signals.
  private func takeKeys() {
    var settings = termios()
    guard tcgetattr(0, &settings) == 0 else { return }
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
    settings.c_lflag &= ~tcflag_t(IEXTEN)
    tcsetattr(0, TCSANOW, &settings)
    def_prog_mode()
  }

  private func startSources() {
    let keyboard = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)
    keyboard.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.readInput() }
    }
    keyboard.activate()
    self.keyboard = keyboard
    // A pipe that closes is told by the write to it.
    signal(SIGPIPE, SIG_IGN)
    let ending = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM]
    for signal in [SIGWINCH, SIGTSTP, SIGCONT] + ending {
      let source = DispatchSource.makeSignalSource(signal: signal, queue: .main)
      source.setEventHandler { [weak self] in
        MainActor.assumeIsolated { self?.received(signal) }
      }
      source.activate()
      sources.append(source)
    }
  }

  private func readInput() {
    guard state == .ours else { return }
    // Wake-ups without input happen; a read would then block.
    var ready = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 0) > 0 else { return }
    guard ready.revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0 else { return endOfInput() }
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, read(0, buffer.baseAddress, buffer.count))
    }
    if bytes.isEmpty {
      if errno == EINTR || errno == EAGAIN { return }
      return endOfInput()
    }
    deliver(decoder.feed(bytes, at: NCursesTerminal.milliseconds()))
  }

  private func deliver(_ decoded: [InputEvent]) {
    for event in decoded { input.send(event) }
    planExpiry()
  }

  /// Looks again when the decoder's patience ends: only time tells a lone Esc.
  private func planExpiry() {
    guard !expiryIsPlanned, let deadline = decoder.deadline else { return }
    expiryIsPlanned = true
    let wait = max(1, deadline - NCursesTerminal.milliseconds())
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(Int(wait))) { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.expiryIsPlanned = false
        // What lies unread came in time: a sequence is not cut because we were busy.
        if self.state == .ours { self.readInput() }
        self.deliver(self.decoder.expire(at: NCursesTerminal.milliseconds()))
      }
    }
  }

  /// Throws away what was typed and not yet read.
  public func discardInput() {
    tcflush(0, TCIFLUSH)
    decoder = KeyDecoder()
  }

  private func endOfInput() {
    keyboard?.cancel()
    keyboard = nil
    input.send(.closed)
  }

  private static func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  // MARK: Signals

  private func received(_ signal: Int32) {
    switch signal {
    case SIGWINCH: resized()
    case SIGTSTP: suspend()
    case SIGCONT: resume()
    default: input.send(.terminate(signal: signal))
    }
  }

  private func resized() {
    guard state == .ours else { return }  // `takeBack` measures
    measure()
    input.send(.resize(size))
  }

  private func suspend() {
    guard state == .ours else { return }
    give(as: .suspended)
    // Nothing may follow: this thread can run on for a moment.
    kill(0, SIGSTOP)
  }

  private func resume() {
    guard tcgetpgrp(0) == getpgrp() else { return }  // continued in the background
    if let waiting = waitsForForeground {
      waitsForForeground = nil
      waiting.resume()
    }
    // Also after `kill -STOP`, of which nothing was known.
    if state == .suspended || state == .ours { takeBack() }
  }

  // MARK: Lending the terminal

  /// Leaves the screen to someone else, in the state it was found in.
  func give(as state: State) {
    if self.state == .ours { keyboard?.suspend() }
    write(NCursesTerminal.modesOff)
    def_prog_mode()
    endwin()
    self.state = state
  }

  func takeBack() {
    if state != .ours { keyboard?.resume() }
    state = .ours
    reset_prog_mode()
    write(modes)
    measure()
    input.send(.resize(size))
  }

  // MARK: Closing

  public func close() {
    guard state != .closed else { return }
    for source in sources { source.cancel() }
    sources = []
    if state == .ours {
      write(NCursesTerminal.modesOff)
      endwin()
    } else {
      keyboard?.resume()  // a suspended source must not be released
    }
    keyboard?.cancel()
    keyboard = nil
    state = .closed
    CrashGuard.disarm()
  }
}
