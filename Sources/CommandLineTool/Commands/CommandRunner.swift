import AppCore
import Markup
import StudyDomain

/// Runs the commands that need an open collection and no screen.
@MainActor struct CommandRunner {
  let interactor: CoreInteractor
  let arguments: Arguments

  func run() async throws -> Int32 {
    switch arguments.command {
    case "cards": try cards()
    case "show": try show()
    case "add": try AddCommand(interactor: interactor, arguments: arguments).run()
    case "edit": try EditCommand(interactor: interactor, arguments: arguments).run()
    case "grade": try grade()
    case "undo": try undo()
    case "due": try due()
    case "goal": try GoalCommand(interactor: interactor, arguments: arguments).run()
    case "remind": try RemindCommand(interactor: interactor, arguments: arguments).run()
    case "decks": try decks()
    case "check": try check()
    case "stats":
      try StatisticsCommand(
        interactor: interactor, arguments: arguments,
        query: arguments.words.isEmpty ? nil : query()
      ).run()
    case "orphans": try orphans()
    case "history": try history()
    case "import": try await ImportCommand(interactor: interactor, arguments: arguments).run()
    case "export":
      try ExportCommand(
        interactor: interactor, arguments: arguments, query: query(from: 1)
      ).run()
    case "log": log()
    case "flag": try flag()
    case "suspend": try act(.suspend, "suspended")
    case "unsuspend": try act(.unsuspend, "no longer suspended")
    case "bury": try act(.bury, "buried until tomorrow")
    case "unbury": try act(.unbury, "no longer buried")
    case "forget": try forget()
    default: throw usage("there is no command '\(arguments.command ?? "")'")
    }
  }

  private var json: Bool { arguments.has(.json) }

  private func usage(_ message: String) -> Arguments.UsageError {
    Arguments.UsageError(message: message)
  }

  private func word(_ index: Int, _ what: String) throws -> String {
    guard index < arguments.words.count else { throw usage("\(what) is missing") }
    return arguments.words[index]
  }

  private func query(from first: Int = 0, needed: Bool = false) throws -> Query {
    let words = arguments.words.dropFirst(first)
    if needed, words.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
      throw usage("a query is missing; deck:* means every card")
    }
    do throws(Query.SyntaxError) {
      // A word with blanks came in shell quotes: it is one phrase unless it names its field.
      return try Query(parsing: words.joined(separator: " "))
    } catch {
      throw usage("column \(error.column) of the query: \(error.message)")
    }
  }

  // MARK: Cards

  private func cards() throws -> Int32 {
    let query = try query()
    if arguments.has(.count) {
      let count = try interactor.cardCount(matching: query)
      if json { try JSONOutput.print(["count": count]) } else { Output.print("\(count)") }
      return count == 0 ? nothing(matches: query) : ExitStatus.done
    }
    let cards = try interactor.cards(matching: query)
    if json {
      try JSONOutput.print(cards.map { CardJSON($0) })
    } else {
      for card in cards { Output.print(CardText.line(of: card)) }
    }
    return cards.isEmpty ? nothing(matches: query) : ExitStatus.done
  }

  /// Says that no card matches, and which names nobody knows.
  private func nothing(matches query: Query) -> Int32 {
    let why = interactor.unknownNames(in: query).map { ": \($0)" }.joined()
    Output.error("deckle: no card matches\(Output.field(why))")
    return ExitStatus.nothing
  }

  private func show() throws -> Int32 {
    let card = try interactor.card(named: try word(0, "the card"))
    if json {
      try JSONOutput.print(CardJSON(card))
    } else {
      Output.print(Output.safe(CardText.full(card)))
    }
    return ExitStatus.done
  }

  private func grade() throws -> Int32 {
    let name = try word(0, "the card")
    let text = try word(1, "the grade")
    guard let grade = Grade(word: text) else {
      throw usage("'\(text)' is no grade; there are again, hard, good and easy")
    }
    var seconds = 0.0
    if let text = arguments.options[.seconds] {
      guard let number = Double(text), number >= 0, number < 1_000_000 else {
        throw usage("--seconds: '\(text)' is no number of seconds")
      }
      seconds = number
    }
    let card = try interactor.grade(name, grade, seconds: seconds)
    if json {
      try JSONOutput.print(CardJSON(card))
    } else {
      Output.print("\(card.key.text) \(grade.word): next \(CardText.due(of: card))")
    }
    return ExitStatus.done
  }

  private func act(_ action: CardAction, _ done: String, from first: Int = 0) throws -> Int32 {
    let query = try query(from: first, needed: true)
    let count = try interactor.perform(action, on: query)
    Output.print("\(count) \(count == 1 ? "card" : "cards") \(done)")
    guard count == 0 else { return ExitStatus.done }
    // Cards that are so already match, and nothing has to be said of them.
    if try interactor.cardCount(matching: query) == 0 { return nothing(matches: query) }
    return ExitStatus.nothing
  }

  /// Of cards, or by its key of a history whose text is gone.
  private func forget() throws -> Int32 {
    guard arguments.words.count == 1, let key = arguments.words.first,
      let isDone = try interactor.forgetOrphan(key)
    else { return try act(.forget, "forgotten: new again") }
    Output.print(isDone ? "1 history forgotten" : "it is forgotten already")
    return isDone ? ExitStatus.done : ExitStatus.nothing
  }

  private func flag() throws -> Int32 {
    let text = try word(0, "the flag")
    guard let flag = Int(text), (0...7).contains(flag) else {
      throw usage("'\(text)' is no flag; flags are 1 to 7, and 0 for none")
    }
    return try act(.flag(flag), flag == 0 ? "without a flag" : "flagged \(flag)", from: 1)
  }

  // MARK: Overview

  private func due() throws -> Int32 {
    let due = interactor.dueReport()
    if json {
      try JSONOutput.print(DueJSON(due))
    } else if let template = arguments.options[.template] {
      try DueLine(due).print(template, streak: interactor.goalReports(deck: nil).first?.streak)
    } else if arguments.has(.short) {
      DueLine(due).printShort()
    } else {
      Output.print(DueLine(due).text)
    }
    return due.due + due.learning + due.new == 0 ? ExitStatus.nothing : ExitStatus.done
  }

  private func decks() throws -> Int32 {
    let decks = interactor.deckReports()
    if json {
      try JSONOutput.print(decks.map { DeckJSON($0) })
    } else {
      Output.print("new\tlearn\tdue\tcards\tdeck")
      for deck in decks {
        Output.print(
          Output.row(
            "\(deck.new)", "\(deck.learning)", "\(deck.due)", "\(deck.cards)", deck.name.text))
      }
    }
    return decks.isEmpty ? ExitStatus.nothing : ExitStatus.done
  }

  private func check() throws -> Int32 {
    let problems = interactor.allProblems()
    if json {
      try JSONOutput.print(problems.map { ProblemJSON($0) })
    } else {
      for problem in problems {
        Output.print(Output.field(problem.oneLine))
      }
      if problems.isEmpty { Output.print("No problems.") }
    }
    return problems.isEmpty ? ExitStatus.done : ExitStatus.failed
  }

  private func orphans() throws -> Int32 {
    let orphans = interactor.orphans()
    if json {
      try JSONOutput.print(orphans.map { OrphanJSON($0) })
    } else {
      for orphan in orphans {
        let text = orphan.text.split(separator: "\n").first ?? ""
        let reviews = orphan.reviews == 1 ? "1 review" : "\(orphan.reviews) reviews"
        Output.print(
          Output.row(
            orphan.key, reviews + (orphan.isForgotten ? " (forgotten)" : ""), orphan.deck,
            String(text)))
      }
      if orphans.isEmpty { Output.error("deckle: no orphans: every history has its text") }
    }
    return orphans.isEmpty ? ExitStatus.nothing : ExitStatus.done
  }

  // MARK: History

  private func undo() throws -> Int32 {
    if arguments.has(.list) {
      let actions = interactor.recentActions(limit: 50)
      if json {
        try JSONOutput.print(actions.map { ActionJSON($0) })
      } else {
        for action in actions { Output.print(line(of: action)) }
      }
      return actions.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
    let action = try interactor.undo(arguments.words.first)
    if json {
      try JSONOutput.print(ActionJSON(action))
    } else {
      Output.print("undone: \(line(of: action))")
    }
    for left in action.left { Output.error("deckle: left as it is: \(Output.field(left))") }
    return ExitStatus.done
  }

  private func line(of action: ActionReport) -> String {
    Output.row(
      action.name, action.time, action.summary + (action.isUndone ? " (undone)" : ""),
      action.subject)
  }

  private func history() throws -> Int32 {
    guard let name = arguments.words.first else {
      guard !json else {
        Output.write(interactor.historyJSON())
        return ExitStatus.done
      }
      let actions = interactor.recentActions(limit: 10_000).reversed()
      for action in actions { Output.print(line(of: action)) }
      return actions.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
    let events = try interactor.events(ofCard: name)
    if json {
      try JSONOutput.print(events.map { EventJSON($0) })
    } else {
      for event in events { Output.print(line(of: event)) }
    }
    return events.isEmpty ? ExitStatus.nothing : ExitStatus.done
  }

  /// When, what, the grade, and what it led to: "next in 10 min".
  private func line(of event: EventReport) -> String {
    var words = [event.time, event.what]
    if let grade = event.grade { words.append(grade.word) }
    if let interval = event.interval { words.append("next in \(CardText.words(for: interval))") }
    if event.isRecomputed { words.append("computed anew from all machines' answers") }
    return words.map(Output.field).joined(separator: "\t")
  }

  private func log() -> Int32 {
    let lines = interactor.logLines()
    if json {
      // The log's own lines are `time event key=value`; JSON wants one object a line.
      for line in lines { Output.print(LogJSON(line).text) }
    } else {
      for line in lines { Output.print(Output.field(line)) }
    }
    return lines.isEmpty ? ExitStatus.nothing : ExitStatus.done
  }
}
