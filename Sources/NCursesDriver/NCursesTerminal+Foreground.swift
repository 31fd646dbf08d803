import CNCurses
import Glibc
import TerminalUI

/// Programs that have the terminal for a while: the editor.
extension NCursesTerminal {
  /// Runs a program in the foreground, without a shell.
  ///
  /// The result is the status word of `waitpid`: 0 is success. The program's Ctrl-Z stops deckle
  /// with it, and the shell's `fg` continues both. What was typed meanwhile is dropped.
  public func runForeground(
    _ arguments: [String], directory: String?
  ) async throws -> Int32 {
    guard let program = arguments.first, state == .ours else {
      throw TerminalError.cannotRun(program: arguments.first ?? "", code: EINVAL)
    }
    give(as: .lent)
    defer {
      if state == .lent {
        NCursesTerminal.setForeground(getpgrp())
        discardInput()
        takeBack()
      }
    }
    let child: pid_t
    switch ChildProcess.start(
      arguments, directory: directory, errorOutput: CrashGuard.errorOutput)
    {
    case .success(let pid): child = pid
    case .failure(let failure):
      throw TerminalError.cannotRun(program: program, code: failure.code)
    }
    while true {
      let status = await ChildProcess.wait(for: child)
      guard ChildProcess.isStopped(status) else { return status }
      // The shell sees our whole job stop; SIGCONT says that it is in the foreground again.
      NCursesTerminal.setForeground(getpgrp())
      await withCheckedContinuation { continuation in
        waitsForForeground = continuation
        kill(0, SIGSTOP)
      }
      NCursesTerminal.setForeground(child)
      kill(-child, SIGCONT)
    }
  }

  /// Hands the terminal to a process group; a background group may do so only with SIGTTOU blocked.
  private static func setForeground(_ group: pid_t) {
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    tcsetpgrp(0, group)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
