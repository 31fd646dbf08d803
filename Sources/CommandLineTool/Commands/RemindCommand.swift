import AppCore
import Glibc
import StudyDomain

/// `deckle remind [TIME…] [--install] [--remove] [--status] [--notify]`.
@MainActor struct RemindCommand {
  let interactor: CoreInteractor
  let arguments: Arguments

  func run() throws -> Int32 {
    if arguments.has(.notify) { return notify() }
    let times = try arguments.words.map { word in
      guard let time = ReminderTime(word) else {
        throw usage("'\(word)' is no time of day such as 18:30")
      }
      return time
    }
    let plan = interactor.reminder(at: times, program: Self.program)
    if arguments.has(.remove) {
      let isRemoved = try interactor.remove(plan)
      Output.print(isRemoved ? "It reminds no more." : "There was no reminder.")
      return isRemoved ? ExitStatus.done : ExitStatus.nothing
    }
    if arguments.has(.status) || (times.isEmpty && !arguments.has(.install)) {
      let status = try interactor.installed(plan)
      Output.print(status.map { "deckle \($0)" } ?? "no reminder; 'deckle remind 18:30' prints one")
      return status == nil ? ExitStatus.nothing : ExitStatus.done
    }
    guard !times.isEmpty else { throw usage("a time of day is missing, such as 18:30") }
    if arguments.has(.install) {
      try interactor.install(plan)
      Output.print("deckle reminds at \(times.sorted().map(\.text).joined(separator: ", "))")
    } else {
      show(plan)
    }
    return ExitStatus.done
  }

  private func show(_ plan: ReminderPlan) {
    let times = plan.times.map(\.text).joined(separator: " ")
    let note = plan.hasSystemd ? "" : " (systemd does not run for you here)"
    Output.print(
      """
      # With systemd\(note): 'deckle remind \(times) --install' does all of this.
      # \(Output.field(plan.servicePath))
      \(Output.safe(plan.service))
      # \(Output.field(plan.timerPath))
      \(Output.safe(plan.timer))
      # then: systemctl --user daemon-reload && systemctl --user enable --now \(plan.timerName)

      # With cron, for 'crontab -e':
      \(Output.safe(plan.cron))
      """)
  }

  /// Silent where there is nothing to say: cron mails what is printed.
  private func notify() -> Int32 {
    guard let words = interactor.reminderWords() else { return ExitStatus.nothing }
    guard !interactor.notify(words) else { return ExitStatus.done }
    // Numbers and words of our own, nothing of any card.
    if isatty(STDOUT_FILENO) == 1 {
      Output.write("\u{1B}]777;notify;deckle;\(words.replacing(";", with: ","))\u{07}")
      Output.write("\u{1B}]9;deckle: \(words)\u{07}\u{07}")
    }
    Output.print("deckle: \(words)")
    return ExitStatus.done
  }

  /// This program's file.
  private static var program: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return "deckle" }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func usage(_ message: String) -> Arguments.UsageError {
    Arguments.UsageError(message: message)
  }
}
