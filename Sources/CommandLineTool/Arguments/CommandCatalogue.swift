/// One command of the program, as help and papers show it.
struct CommandDescription: Sendable {
  var name: String
  /// What follows the name: `CARD GRADE`.
  var arguments: String
  var summary: String
  var options: [OptionName] = []
  /// Words that begin with a single dash are terms of a query, not options.
  var takesQuery = false
  /// Any number of words may follow.
  var takesFiles = false

  /// `grade CARD GRADE [--seconds S]`.
  var usage: String {
    ([name, arguments] + options.map { "[\($0.usage)]" }).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

/// The options of the program; each command says which it takes.
enum OptionName: String, CaseIterable, Sendable {
  case collection, now, help, version
  case json, plain, query, cram, ahead, limit, minutes, seconds, list, count, samples, into
  case dryRun = "dry-run"
  case format, latest, force
  case withoutHistory = "without-history"
  case withoutMedia = "without-media"
  case withoutHTML = "without-html"
  case fieldsOnly = "fields-only"
  case separator, columns, encoding, html, matches
  case noteType = "note-type"
  case deck, kind, tags, front, back, editor
  case period
  case short, template
  case install, remove, status, notify

  var valueName: String? {
    switch self {
    case .collection: "DIR"
    case .now: "TIME"
    case .limit, .minutes: "N"
    case .query: "QUERY"
    case .seconds: "S"
    case .into: "DECK"
    case .separator: "NAME"
    case .columns: "NAMES"
    case .encoding: "NAME"
    case .html: "yes|no"
    case .matches: "update|keep|both"
    case .noteType: "NAME"
    case .format: "F"
    case .deck, .kind: "NAME"
    case .tags, .front, .back: "TEXT"
    case .period: "month|year|all"
    case .template: "TEXT"
    case .help, .version, .json, .plain, .cram, .ahead, .list, .count, .samples, .dryRun, .latest,
      .force, .withoutHistory, .withoutMedia, .withoutHTML, .fieldsOnly, .editor, .short,
      .install, .remove, .status, .notify:
      nil
    }
  }

  /// Known before and after every command.
  static let global: [OptionName] = [.collection, .now, .help, .version]

  var usage: String {
    "--\(rawValue)" + (valueName.map { " \($0)" } ?? "")
  }

  var summary: String {
    switch self {
    case .collection: "the folder of decks (else $DECKLE_HOME, else config.yaml)"
    case .now: "start the clock at an ISO 8601 instant"
    case .help: "show this help"
    case .version: "show the version"
    case .json: "print JSON"
    case .plain: "line by line, without a screen (pipes, braille displays)"
    case .query: "the cards of a query instead of a deck"
    case .cram: "all of them, for practice: schedules and limits stay"
    case .ahead: "all of them, before their time too"
    case .minutes: "ask whether to go on after N minutes"
    case .limit: "stop after N cards"
    case .seconds: "how long the answer took"
    case .list: "show recent actions instead"
    case .count: "print only how many there are"
    case .samples: "write the sample decks too"
    case .into: "put the decks below this one, and notes without a deck into it"
    case .separator: "text: tab, comma, semicolon, pipe, colon or space"
    case .columns: "text: what the columns are: front,back,tags,deck,guid,notetype or - for none"
    case .encoding: "text: UTF-8, UTF-16LE, UTF-16BE, Windows-1252 or Latin-1"
    case .html: "text: whether cells are HTML"
    case .matches: "text: what happens with notes that are here (else update)"
    case .noteType: "text: the note type of its rows (else Basic, or Cloze where gaps are)"
    case .dryRun: "say what would come, and write nothing"
    case .format: "apkg, colpkg, notes, cards or json; else the ending of the file says it"
    case .latest: "the layout of Anki since 2.1.50, smaller with large media"
    case .force: "replace a file that is there"
    case .withoutHistory: "every card new: no answers, schedules, flags and limits"
    case .withoutMedia: "leave pictures and sounds out"
    case .withoutHTML: "plain text in notes and cards"
    case .deck: "the deck, else that of the last card added; made if it is new"
    case .kind: "basic, both, cloze or a note type; else basic, or cloze for one text"
    case .tags: "the note's tags, between blanks"
    case .front: "the new text of the first field"
    case .back: "the new text of the second field"
    case .editor: "open $EDITOR at the card's line, as without options"
    case .period: "how far back the answers go, and ahead the days (else year)"
    case .short: "only how many cards are due, for a prompt; nothing when none is"
    case .template:
      "print TEXT with {due} {learning} {new} {all} {answers} {minutes} {streak} {goal} filled in"
    case .install: "let systemd do it for you"
    case .remove: "stop reminding"
    case .status: "say whether and when it reminds"
    case .notify: "what the timer runs: remind now, if something is due and no goal is reached"
    case .fieldsOnly: "notes as text without guid, note type, deck and tags"
    }
  }
}

/// Every command, in the order of the help.
enum CommandCatalogue {
  static let all: [CommandDescription] = [
    .init(
      name: "study", arguments: "[DECK]", summary: "study a deck, or everything that is due",
      options: [.query, .cram, .ahead, .limit, .minutes, .plain]),
    .init(
      name: "due", arguments: "", summary: "say in one line what is due today, and what was done",
      options: [.short, .template, .json]),
    .init(
      name: "goal", arguments: "[reviews|new|minutes N|off] [DECK]",
      summary: "show or set daily goals, with today's progress and the streak", options: [.json]),
    .init(
      name: "remind", arguments: "[TIME…]",
      summary: "remind of due cards at times of day: print a systemd timer and a cron line",
      options: [.install, .remove, .status, .notify], takesFiles: true),
    .init(
      name: "decks", arguments: "", summary: "list decks with what they hold today",
      options: [.json]),
    .init(
      name: "cards", arguments: "[QUERY]", summary: "list cards", options: [.json, .count],
      takesQuery: true),
    .init(
      name: "show", arguments: "CARD", summary: "show one card, front and back",
      options: [.json]),
    .init(
      name: "add", arguments: "[FRONT [BACK]]",
      summary: "add a card; without texts, cards as decks hold them from a pipe or $EDITOR",
      options: [.deck, .kind, .tags, .json]),
    .init(
      name: "edit", arguments: "CARD", summary: "change a card's note, by options or in $EDITOR",
      options: [.front, .back, .tags, .deck, .editor, .json]),
    .init(
      name: "grade", arguments: "CARD GRADE", summary: "answer a card: again, hard, good or easy",
      options: [.seconds, .json]),
    .init(
      name: "undo", arguments: "[NAME]", summary: "take back the newest action, or a named one",
      options: [.list, .json]),
    .init(
      name: "suspend", arguments: "QUERY", summary: "put cards aside until unsuspended",
      takesQuery: true),
    .init(name: "unsuspend", arguments: "QUERY", summary: "bring them back", takesQuery: true),
    .init(
      name: "bury", arguments: "QUERY", summary: "put cards aside until tomorrow",
      takesQuery: true),
    .init(name: "unbury", arguments: "QUERY", summary: "bring them back", takesQuery: true),
    .init(
      name: "flag", arguments: "N QUERY", summary: "set a flag from 1 to 7, or 0 for none",
      takesQuery: true),
    .init(
      name: "forget", arguments: "QUERY",
      summary: "make cards, or a history of 'orphans', new again", takesQuery: true),
    .init(
      name: "stats", arguments: "[QUERY]", summary: "count answers and cards",
      options: [.period, .json, .plain], takesQuery: true),
    .init(
      name: "check", arguments: "", summary: "list problems of decks, settings and history",
      options: [.json]),
    .init(
      name: "orphans", arguments: "", summary: "list histories whose card's text is gone",
      options: [.json]),
    .init(
      name: "history", arguments: "[CARD]", summary: "print what happened to cards",
      options: [.json]),
    .init(
      name: "init", arguments: "[DIR]", summary: "make a collection with a tutorial deck",
      options: [.samples]),
    .init(
      name: "import", arguments: "FILE…",
      summary: "bring in packages of Anki, CSV and TSV, decks of hashcards, Obsidian and others",
      options: [
        .into, .dryRun, .json, .separator, .columns, .noteType, .encoding, .html, .matches,
      ], takesFiles: true),
    .init(
      name: "export", arguments: "FILE [QUERY]",
      summary: "write notes for Anki (.apkg, .colpkg), as text (.txt, .tsv, .csv) or as .json",
      options: [
        .format, .latest, .withoutHistory, .withoutMedia, .withoutHTML, .fieldsOnly,
        .force, .json,
      ], takesQuery: true),
    .init(name: "log", arguments: "", summary: "print the program's own log", options: [.json]),
    .init(name: "help", arguments: "[COMMAND]", summary: "show help"),
    .init(name: "version", arguments: "", summary: "show the version"),
  ]

  static func named(_ name: String) -> CommandDescription? {
    all.first { $0.name == name }
  }
}
