import Foundation
import Glibc
import PseudoTerminal
import TerminalUI
import Testing

/// The program in a pseudo-terminal: keys go in, all that it sends is kept and judged.
final class TerminalSession: TerminalView {
  private(set) var screen: TerminalScreen
  /// Everything sent so far.
  private(set) var sent: [UInt8] = []
  let size: Size
  let pid: pid_t
  /// The collection lives as long as the program.
  private let deck: HostileDeck
  private var keyboard: Int32 = -1
  private var line: Int32 = -1
  /// The status word of `waitpid` once the program has ended.
  private(set) var status: Int32?

  /// Starts the program; `screenSize` is larger than `size` where the terminal will grow.
  init(
    _ deck: HostileDeck, _ arguments: [String] = [], size: Size = Size(width: 80, height: 24),
    screenSize: Size? = nil, term: String? = "xterm-256color"
  ) throws {
    self.deck = deck
    self.size = size
    screen = TerminalScreen(size: screenSize ?? size)
    let program = try #require(HostileDeck.program, "build the program: swift build")
    let words = [program, "--collection", deck.collection] + arguments
    let environment = deck.environment(term: term).map { "\($0.key)=\($0.value)" }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for word in arguments + variables { free(word) } }
    pid = pseudo_terminal_start(
      program, &arguments, &variables, Int32(size.width), Int32(size.height), &keyboard, &line)
    try #require(pid > 0, "errno \(errno)")
  }

  deinit {
    if status == nil {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    hangUp()
  }

  // MARK: What the person does

  func type(_ keys: String) {
    var bytes = Array(keys.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
      guard count > 0 else { return }  // a full line: the test sees that nothing comes of the keys
      bytes = bytes.dropFirst(count)
    }
  }

  func press(_ key: PressedKey) {
    type(key.bytes)
  }

  func resize(to size: Size) {
    pseudo_terminal_resize(keyboard, Int32(size.width), Int32(size.height))
  }

  func signal(_ signal: Int32) {
    kill(pid, signal)
  }

  /// Closes the terminal's window.
  func hangUp() {
    if line >= 0 { close(line) }
    if keyboard >= 0 { close(keyboard) }
    (line, keyboard) = (-1, -1)
  }

  // MARK: What comes of it

  func rows() -> [String] {
    read()
    return screen.rows
  }

  /// Waits until something holds of what was sent; a slow machine has two minutes.
  func waits(
    for what: String, sourceLocation: SourceLocation = #_sourceLocation,
    until holds: () -> Bool
  ) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(120)
    // Where all tests run at once, a minute may pass between two looks.
    var looks = 0
    while true {
      read()
      if holds() { return }
      looks += 1
      guard clock.now < deadline || looks < 100 else { break }
      try await Task.sleep(for: .milliseconds(2))
    }
    let end = String(decoding: sent.suffix(200), as: UTF8.self).debugDescription
    Issue.record(
      "\(what): not within 120 s\n\(screen.text)\n\(screen.violations)\nlast sent: \(end)",
      sourceLocation: sourceLocation)
    throw Timeout()
  }

  struct Timeout: Error {}

  /// Waits until a text stands on a row of the screen.
  func sees(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await waits(for: "the screen shows '\(text)'", sourceLocation: sourceLocation) {
      screen.rows.contains { $0.contains(text) }
    }
  }

  /// Types keys, then waits for a text.
  func type(
    _ keys: String, sees text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    type(keys)
    try await sees(text, sourceLocation: sourceLocation)
  }

  /// Waits for the end; the exit status, or 128 and the number of the signal that ended it.
  func end(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Int32 {
    try await waits(for: "the program ends", sourceLocation: sourceLocation) {
      var word: Int32 = 0
      if status == nil, waitpid(pid, &word, WNOHANG) == pid { status = word }
      return status != nil
    }
    read()
    screen.finish()
    let word = status ?? 0
    return word & 0x7F == 0 ? word >> 8 & 0xFF : 128 + word & 0x7F
  }

  /// True once the program was stopped and not continued since.
  func hasStopped() -> Bool {
    let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
    return stat.split(separator: ")").last?.hasPrefix(" T") ?? false
  }

  /// Whether the terminal echoes, takes lines and makes signals of keys, as a shell wants it.
  var isCooked: Bool {
    let flags = tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    let settings = settings
    return settings.c_lflag & flags == flags && settings.c_iflag & tcflag_t(ICRNL) != 0
      && settings.c_oflag & tcflag_t(OPOST) != 0
  }

  var isRaw: Bool { settings.c_lflag & tcflag_t(ECHO | ICANON) == 0 }

  private var settings: termios {
    var settings = termios()
    tcgetattr(line, &settings)
    return settings
  }

  private func read() {
    guard keyboard >= 0 else { return }
    while true {
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(0, Glibc.read(keyboard, buffer.baseAddress, buffer.count))
      }
      if bytes.isEmpty { return }
      sent += bytes
      screen.feed(bytes)
    }
  }
}
