public import StudyDomain

/// The texts that make a system remind of due cards: units of systemd, or a line for cron.
public struct ReminderUnits: Hashable, Sendable {
  /// Without an ending: `deckle-remind-1a2b3c4d`.
  public var name: String
  /// What is run, the program first.
  public var command: [String]
  public var times: [ReminderTime]

  public init(name: String, command: [String], times: [ReminderTime]) {
    self.name = name
    self.command = command
    self.times = times.sorted()
  }

  public var service: String {
    """
    [Unit]
    Description=deckle: say what is due

    [Service]
    Type=oneshot
    ExecStart=\(command.map(Self.systemdWord).joined(separator: " "))
    # 3: nothing is due.
    SuccessExitStatus=3

    """
  }

  public var timer: String {
    let calendar = times.map { "OnCalendar=*-*-* \($0.text):00" }.joined(separator: "\n")
    return """
      [Unit]
      Description=deckle: say what is due

      [Timer]
      \(calendar)
      # A machine that slept then says it when it wakes.
      Persistent=true

      [Install]
      WantedBy=timers.target

      """
  }

  /// A line of a crontab for each time; cron knows nothing of the desktop unless told.
  public func cron(userID: UInt32) -> String {
    let bus = "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/\(userID)/bus"
    // cron ends a command at a plain %.
    let words = command.map { Self.shellWord($0).replacing("%", with: "\\%") }
    return times.map { time in
      "\(time.minute) \(time.hour) * * * \(bus) \(words.joined(separator: " "))\n"
    }.joined()
  }

  /// A word of ExecStart: quoted, `%` and `$` doubled.
  static func systemdWord(_ word: String) -> String {
    var text = ""
    for character in word {
      switch character {
      case "\\", "\"": text += "\\\(character)"
      case "%", "$": text += "\(character)\(character)"
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
    return "\"\(text)\""
  }

  /// A word of a shell's line.
  static func shellWord(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || "0123456789/._-+:=@".unicodeScalars.contains($0))
      }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
