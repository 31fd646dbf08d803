import StudyDomain

/// The text of `deckle help`, made from the catalogue; the README shows the same.
enum HelpText {
  static let overview: String = {
    var lines = [
      "deckle: flashcards for people who live in a terminal.",
      "",
      "Usage: deckle [--collection DIR] [--now TIME] [COMMAND]",
      "",
      "Without a command the screens open. Commands:",
      "",
    ]
    lines += table(CommandCatalogue.all.map { ($0.usage, $0.summary) })
    lines += ["", "Options for every command:", ""]
    lines += table(OptionName.global.map { ($0.usage, $0.summary) })
    lines += [
      "",
      "CARD is a card's id as 'deckle cards' prints it, or its first characters.",
      "QUERY is words and terms of Anki's searches, all of which must hold: deck:NAME tag:NAME",
      "is:STATE flag:N note:TYPE card:N prop:ivl>=10 rated:7 introduced:7 FIELD:text w:word",
      "re:EXPRESSION. 'or', brackets and -term join them, \"two words\" are a phrase, * is any",
      "text. STATE is " + Query.State.allCases.map(\.rawValue).joined(separator: " ") + ".",
      "Exit status: 0 done, 1 failed, 2 wrong usage or no usable terminal, 3 nothing to do.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }()

  static func text(of command: CommandDescription) -> String {
    var lines = ["Usage: deckle \(command.usage)", "", sentence(command.summary)]
    if !command.options.isEmpty {
      lines.append("")
      lines += table(command.options.map { ($0.usage, $0.summary) })
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  private static func table(_ rows: [(String, String)]) -> [String] {
    let width = min(34, rows.map { $0.0.count }.max() ?? 0)
    return rows.map { left, right in
      left.count > width
        ? "  \(left)\n  \(String(repeating: " ", count: width))  \(right)"
        : "  \(left)\(String(repeating: " ", count: width - left.count))  \(right)"
    }
  }
}
