import Dispatch
import Glibc

/// Programs that run beside deckle, without a shell and without the terminal.
public enum BackgroundProgram {
  /// The most bytes that a program is given: what a pipe holds at once.
  public static let longestInput = 60_000

  /// The path of a program by its name, or the path itself where it is one; nil where it is not
  /// there or may not be run.
  public static func path(of name: String, environment: [String: String]) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return access(name, X_OK) == 0 ? name : nil }
    for folder in (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":") {
      let path = "\(folder)/\(name)"
      // Only absolute folders: what lies in the folder at hand is not run by its name.
      if path.hasPrefix("/"), access(path, X_OK) == 0 { return path }
    }
    return nil
  }

  /// Starts a program, named by its path, in a session of its own; what it says is dropped.
  ///
  /// `input` is what it reads. The result is its process; it is awaited by itself.
  @discardableResult
  public static func start(
    _ arguments: [String], environment: [String: String], input: [UInt8] = []
  ) throws(FileStorageError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Self.failure("pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { for end in ends { close(end) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | Int32(0x80)  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var settings: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for setting in settings { free(setting) } }
    var process: pid_t = 0
    guard let path = words[0] else { throw Self.failure("", ENOENT) }
    let code = posix_spawn(&process, path, &actions, &attributes, &words, &settings)
    guard code == 0 else { throw Self.failure(arguments[0], code) }
    // A pipe takes so much at once: nothing waits for the program.
    let bytes = input.prefix(longestInput)
    _ = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    let started = process
    DispatchQueue.global().async {
      var status: Int32 = 0
      while waitpid(started, &status, 0) < 0, errno == EINTR {}
    }
    return process
  }

  private static func failure(_ name: String, _ code: Int32) -> FileStorageError {
    .system(operation: "run", path: name, code: code)
  }
}
