import FileStorage
import StudyDomain
import Synchronization
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct PushManagerTests {
  private let folder: TemporaryFolder
  private let calls = Calls()

  /// What was run, and what each program answers.
  private final class Calls: Sendable {
    let lines = Mutex<[String]>([])
    let status = Mutex<[String: Int32]>([:])

    var runner: ProgramRunner {
      ProgramRunner { arguments in
        let line = arguments.joined(separator: " ")
        self.lines.withLock { $0.append(line) }
        guard let status = self.status.withLock({ $0[line] ?? 0 }) as Int32?, status >= 0 else {
          return nil
        }
        return .init(status: status)
      }
    }
  }

  init() throws {
    folder = try TemporaryFolder()
  }

  private var manager: PushManager {
    PushManager(configFolder: "\(folder.path)/config", programs: calls.runner)
  }

  private func units(_ times: String..., at path: String = "/home/a/cards") -> ReminderUnits {
    ReminderUnits(
      name: "deckle-remind-1",
      command: ["/usr/bin/deckle", "--collection", path, "remind", "--notify"],
      times: times.compactMap { ReminderTime($0) })
  }

  @Test func `units are written, started, told and removed`() throws {
    let units = units("18:30", "8:05")
    #expect(try manager.status(of: units) == .none)
    try manager.install(units)
    let timer = try folder.read("config/systemd/user/deckle-remind-1.timer")
    #expect(timer.contains("OnCalendar=*-*-* 08:05:00\nOnCalendar=*-*-* 18:30:00\n"))
    #expect(timer.contains("WantedBy=timers.target"))
    #expect(
      try folder.read("config/systemd/user/deckle-remind-1.service").contains(
        #"ExecStart="/usr/bin/deckle" "--collection" "/home/a/cards" "remind" "--notify""#))
    #expect(
      calls.lines.withLock { $0 }.suffix(3) == [
        "systemctl --user daemon-reload",
        "systemctl --user enable --now deckle-remind-1.timer",
        "systemctl --user restart deckle-remind-1.timer",
      ])
    #expect(try manager.status(of: units) == .installed(isRunning: true, times: units.times))
    #expect(try manager.remove(units))
    #expect(!folder.has("config/systemd/user/deckle-remind-1.timer"))
    #expect(!folder.has("config/systemd/user/deckle-remind-1.service"))
    #expect(try !manager.remove(units))
  }

  @Test func `without systemd nothing is written`() throws {
    calls.status.withLock { $0["systemctl --user show-environment"] = 1 }
    #expect(throws: PushManager.Failure.noSystemd) { try manager.install(units("18:30")) }
    #expect(!folder.has("config/systemd/user/deckle-remind-1.timer"))
  }

  @Test func `a timer that systemd refuses is told`() throws {
    let command = "enable --now deckle-remind-1.timer"
    calls.status.withLock { $0["systemctl --user \(command)"] = 5 }
    #expect(throws: PushManager.Failure.refused(command: command, status: 5)) {
      try manager.install(units("18:30"))
    }
  }

  @Test func `a path with signs of systemd, of a shell and of cron stays one word`() {
    let units = units("18:30", at: "/home/a/My 100% \"$cards\"'s")
    #expect(units.service.contains(#""/home/a/My 100%% \"$$cards\"'s""#))
    let cron = units.cron(userID: 1000)
    #expect(cron.hasPrefix("30 18 * * * DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus "))
    #expect(cron.contains(#"'/home/a/My 100\% "$cards"'\''s'"#))
    #expect(cron.split(separator: "\n").count == 1)
  }

  @Test func `words go to notify-send as one argument`() {
    #expect(manager.notify("5 due; -x"))
    #expect(
      calls.lines.withLock { $0 } == ["notify-send --app-name=deckle -- deckle 5 due; -x"])
    calls.status.withLock { $0["notify-send --app-name=deckle -- deckle x"] = -1 }
    #expect(!manager.notify("x"))
  }

  @Test func `programs are run without a shell, and their output is read`() {
    #expect(
      ProgramRunner.live.run(["echo", "a b", "$HOME"]) == .init(status: 0, output: "a b $HOME\n"))
    #expect(ProgramRunner.live.run(["false"])?.status == 1)
    #expect(ProgramRunner.live.run(["no-such-program-of-deckle"]) == nil)
  }
}
