import Foundation
import TestSupport

/// A fresh collection that holds the hostile cards in order, in a deck of a hostile name.
struct HostileDeck {
  let folder: TemporaryFolder
  let cards: [HostileCard]

  init(_ cards: [HostileCard] = HostileCard.all) throws {
    self.cards = cards
    folder = try TemporaryFolder()
    var text = Array("---\nnew_per_day: 999\nlearning_steps: 1m\n---\n\n".utf8)
    text += Array("# Context \u{1B}[2J\u{9B}1m 日本 👩‍🌾\n\n".utf8)
    for (number, card) in cards.enumerated() {
      text += Array("Q: \(Self.begin(number))\n\n".utf8) + card.source
      text += Array(
        "\n\n\(Self.end)\nA: \(Self.begin(number)) again\n\n| a | b |\n|---|---|\n| ".utf8)
      text += card.short.source + Array(" | x |\n| y | ".utf8) + card.short.source
      text += Array(" |\n\n> ".utf8) + card.short.source + Array("\n\n\(Self.end)\n\n".utf8)
    }
    try folder.write("cards/\(Self.deckName).md", bytes: text)
    // More rows for Home's columns, and a problem that names its file.
    try folder.write("cards/wide 日本語 👩‍🌾🇫🇷.md", "Q: a\nA: b\n")
    try folder.write("cards/plain.md", "Q: c\nA: d\n\nQ: \u{1B}[2J\n\n```\nnever closed\n")
    try folder.write("cards/\(String(repeating: "漢", count: 60)).md", "Q: e\nA: f\n")
  }

  /// Sorts before the others.
  static let deckName = "A\u{1B}[2J\u{7}\u{9B}1m e\u{301}日本"
  static let shownDeckName = "A�[2J��1m e\u{301}日本"

  /// The first line of each text, different in every card and at no other place.
  static func begin(_ number: Int) -> String { "Card \(number + 100)" }
  static let end = "The end."

  var collection: String { "\(folder.path)/cards" }

  /// What the program finds of a home: nothing of the person's own.
  func environment(term: String?) -> [String: String] {
    var environment = [
      "HOME": folder.path, "XDG_CONFIG_HOME": "\(folder.path)/config",
      "XDG_STATE_HOME": "\(folder.path)/state", "XDG_CACHE_HOME": "\(folder.path)/cache",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LANG": "C.UTF-8",
      "TZ": "UTC", "EDITOR": "true", "SWIFT_BACKTRACE": "enable=no",
    ]
    environment["TERM"] = term
    return environment
  }

  /// The built program, beside the bundle of tests.
  static let program: String? = {
    guard let bundle = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return nil }
    let path = URL(filePath: bundle).deletingLastPathComponent().appending(path: "deckle").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()
}

/// What a row of the card area must show.
enum ShownLine: Equatable {
  case text(String)
  /// The cells of a table, between straight borders.
  case cells([String])
  /// Text behind the bar of a quote.
  case quote(String)
  /// A rule across the card, or below the head of a table.
  case rule

  static func question(_ card: HostileCard, _ number: Int) -> [ShownLine] {
    [.text(HostileDeck.begin(number)), .text("")] + card.shown.map { .text($0) }
      + [.text(""), .text(HostileDeck.end)]
  }

  static func answer(_ card: HostileCard, _ number: Int) -> [ShownLine] {
    [
      .text(HostileDeck.begin(number) + " again"), .text(""), .cells(["a", "b"]), .rule,
      .cells([card.short.shown, "x"]), .cells(["y", card.short.shown]), .text(""),
      .quote(card.short.shown), .text(""), .text(HostileDeck.end),
    ]
  }
}
