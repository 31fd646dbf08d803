import Glibc

/// Runs another program to its end, without a shell and without the terminal.
public struct ProgramRunner: Sendable {
  /// Arguments, the program's name first, to what came of it; nil when it could not be started.
  public var run: @Sendable ([String]) -> Outcome?

  public init(run: @escaping @Sendable ([String]) -> Outcome?) {
    self.run = run
  }

  public struct Outcome: Hashable, Sendable {
    /// The exit status; 128 and more for a signal.
    public var status: Int32
    /// What it wrote to standard output, at most 64 kB.
    public var output: String

    public init(status: Int32, output: String = "") {
      self.status = status
      self.output = output
    }
  }

  /// Looks the program up in `PATH`; its errors are not shown.
  public static let live = ProgramRunner { arguments in
    guard let program = arguments.first else { return nil }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let error = posix_spawnp(&child, program, &actions, nil, words, environ)
    close(ends[1])
    guard error == 0 else { return nil }
    let output = read(from: ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return Outcome(status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: output)
  }

  private static func read(from descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      if bytes.count < 65_536 { bytes += buffer[..<count] }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
