import CNCurses
import Dispatch
import Glibc

/// A program in the foreground of the terminal.
enum ChildProcess {
  struct Failure: Error {
    /// An errno.
    let code: Int32
  }

  /// Starts a program in a process group of its own, which gets the terminal.
  static func start(
    _ arguments: [String], directory: String?, errorOutput: Int32
  ) -> Result<pid_t, Failure> {
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    let error = nc_spawn(&pid, words, environ, directory, errorOutput)
    return error == 0 ? .success(pid) : .failure(Failure(code: error))
  }

  /// Waits, away from the main actor, until a child ends or stops; its status word.
  static func wait(for child: pid_t) async -> Int32 {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { @Sendable in
        var status: Int32 = 0
        while waitpid(child, &status, WUNTRACED) < 0, errno == EINTR {}
        continuation.resume(returning: status)
      }
    }
  }

  /// WIFSTOPPED.
  static func isStopped(_ status: Int32) -> Bool {
    status & 0xFF == 0x7F
  }
}
