import Markup
import StudyDomain

extension CardText {
  /// A card on one line: id, due, deck, front.
  static func line(of card: CardReport) -> String {
    let front =
      MarkupDocument(markdown: card.text.front).plainText
      .split(separator: "\n").first.map(String.init) ?? ""
    return Output.row(card.key.text, due(of: card), card.deck.text, front)
  }

  /// `new`, `suspended`, a date, or a date and time.
  static func due(of card: CardReport) -> String {
    if card.state.isSuspended { return "suspended" }
    return switch card.state.due {
    case nil: "new"
    case .day(let day): day.isoDate
    case .time(let time): time.iso(in: .utc)
    }
  }

  /// "10 min 30 s", "3 days".
  static func words(for interval: Interval) -> String {
    switch interval {
    case .days(let days): return days == 1 ? "1 day" : "\(days) days"
    case .seconds(let seconds):
      let parts = [
        (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"),
        (seconds % 60, "s"),
      ].filter { $0.0 > 0 }
      return parts.isEmpty ? "0 s" : parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
  }

  /// All of a card, for reading.
  static func full(_ card: CardReport) -> String {
    var lines = [
      "\(card.key.text)  \(card.kind)  \(card.state.phase.word)",
      Output.field(
        "\(card.file):\(card.line)  \(card.deck.text)"
          + (card.tags.isEmpty ? "" : "  " + card.tags.map { "#" + $0 }.joined(separator: " "))),
      "due \(due(of: card))",
      "",
      MarkupDocument(markdown: card.text.front).plainText,
      "",
      "---",
      "",
      MarkupDocument(markdown: card.text.back).plainText,
    ]
    if let memory = card.state.memory {
      lines.insert(
        "stability \(rounded(memory.stability)) days, difficulty \(rounded(memory.difficulty)), "
          + "\(card.state.reps) reviews, \(card.state.lapses) lapses", at: 3)
    }
    return lines.joined(separator: "\n")
  }

  private static func rounded(_ number: Double) -> String {
    "\((number * 100).rounded() / 100)"
  }
}
