public import FileStorage
public import StudyDomain

/// Reminders: what they say, and the timers of the user's systemd that bring them.
@MainActor public final class PushManager {
  private let unitFolder: String
  private let programs: ProgramRunner
  private let files: FileSystem

  /// `configFolder` is the user's, as `~/.config`.
  public init(
    configFolder: String, programs: ProgramRunner = .live, files: FileSystem = .live
  ) {
    unitFolder = "\(configFolder)/systemd/user"
    self.programs = programs
    self.files = files
  }

  /// Where the units of a reminder go.
  public func paths(of units: ReminderUnits) -> (service: String, timer: String) {
    ("\(unitFolder)/\(units.name).service", "\(unitFolder)/\(units.name).timer")
  }

  /// Whether systemd runs for this user.
  public var hasSystemd: Bool {
    systemctl(["show-environment"])?.status == 0
  }

  /// What came of an installation or removal.
  public enum Failure: Error, Equatable, Sendable {
    case noSystemd
    /// systemd did not do it; its status.
    case refused(command: String, status: Int32)
  }

  /// Writes both units and starts the timer; in place of an earlier one of the name.
  public func install(_ units: ReminderUnits) throws {
    guard hasSystemd else { throw Failure.noSystemd }
    let paths = paths(of: units)
    try CacheFile.write(Array(units.service.utf8), to: paths.service, files: files)
    try CacheFile.write(Array(units.timer.utf8), to: paths.timer, files: files)
    try demand(["daemon-reload"])
    try demand(["enable", "--now", "\(units.name).timer"])
    // A timer that ran already takes its new times only so.
    try demand(["restart", "\(units.name).timer"])
  }

  /// Stops the timer and removes both units; false when there were none.
  public func remove(_ units: ReminderUnits) throws -> Bool {
    let paths = paths(of: units)
    let all = [paths.timer, paths.service]
    let found = try all.filter { try files.status(ofPath: $0) != nil }
    guard !found.isEmpty else { return false }
    // Without systemd the files still go.
    if hasSystemd { _ = systemctl(["disable", "--now", "\(units.name).timer"]) }
    for path in found { try files.removeFile(path) }
    if hasSystemd { try demand(["daemon-reload"]) }
    return true
  }

  /// Whether a reminder is set up here.
  public enum Status: Hashable, Sendable {
    case none
    /// The files are there; whether the timer runs, and the times in it.
    case installed(isRunning: Bool, times: [ReminderTime])
  }

  public func status(of units: ReminderUnits) throws -> Status {
    let path = paths(of: units).timer
    guard try files.status(ofPath: path) != nil else { return .none }
    let text = String(decoding: try files.contents(of: path), as: UTF8.self)
    let times = text.split(separator: "\n").compactMap { line -> ReminderTime? in
      guard line.hasPrefix("OnCalendar=*-*-* "), line.hasSuffix(":00") else { return nil }
      return ReminderTime(String(line.dropFirst("OnCalendar=*-*-* ".count).dropLast(3)))
    }
    let isRunning = systemctl(["is-active", "--quiet", "\(units.name).timer"])?.status == 0
    return .installed(isRunning: isRunning, times: times)
  }

  /// Shows words of deckle's own on the desktop; false where nothing can.
  public func notify(_ text: String) -> Bool {
    programs.run(["notify-send", "--app-name=deckle", "--", "deckle", text])?.status == 0
  }

  private func systemctl(_ arguments: [String]) -> ProgramRunner.Outcome? {
    programs.run(["systemctl", "--user"] + arguments)
  }

  private func demand(_ arguments: [String]) throws {
    guard let outcome = systemctl(arguments) else { throw Failure.noSystemd }
    guard outcome.status == 0 else {
      throw Failure.refused(command: arguments.joined(separator: " "), status: outcome.status)
    }
  }
}
