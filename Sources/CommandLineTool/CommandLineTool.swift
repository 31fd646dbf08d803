import AppCore
import Glibc
import StudyDomain
public import TerminalUI

/// The program: takes the command line apart, runs the command or opens the screens.
@MainActor public struct CommandLineTool {
  /// The version that `deckle version` prints.
  public static let version = "0.1.0"

  private let environment: [String: String]
  private let makeTerminal: () throws -> any TerminalDriver

  /// A tool that opens `makeTerminal`'s terminal when screens are asked for.
  public init(
    environment: [String: String], makeTerminal: @escaping () throws -> any TerminalDriver
  ) {
    self.environment = environment
    self.makeTerminal = makeTerminal
  }

  /// Runs a command line (without the program's name) and returns the exit status.
  public func run(_ line: [String]) async -> Int32 {
    Output.begin()
    let status = await runCommand(line)
    guard let failure = Output.failure else { return status }
    // Whoever read has enough, such as `head`.
    let isPipeClosed = Output.isPipeClosed
    if !isPipeClosed { Output.error("deckle: the output could not be written: \(failure)") }
    guard status == ExitStatus.done || status == ExitStatus.nothing else { return status }
    return isPipeClosed ? ExitStatus.closedPipe : ExitStatus.failed
  }

  private func runCommand(_ line: [String]) async -> Int32 {
    do {
      return try await execute(Arguments(parsing: line))
    } catch let error as Arguments.UsageError {
      Output.error("deckle: \(Output.field(error.message))\nTry 'deckle help'.")
      return ExitStatus.usage
    } catch is CancellationError {
      Output.error("deckle: cancelled; the file that was being imported changed nothing")
      return ExitStatus.interrupted
    } catch let error as CommandFailure {
      let nextStep = error.nextStep.map { "\n\(Output.field($0))." } ?? ""
      Output.error("deckle: \(Output.field(error.message))\(nextStep)")
      return ExitStatus.failed
    } catch {
      Output.error("deckle: \(error)")
      return ExitStatus.failed
    }
  }

  private func execute(_ arguments: Arguments) async throws -> Int32 {
    if let status = try showHelp(arguments) { return status }
    let launch = try self.launch(arguments)
    switch arguments.command {
    case nil: return try await openScreens(launch, .home)
    case "init": return try InitCommand(launch: launch).run(arguments)
    case "study" where !arguments.has(.plain):
      return try await openScreens(
        launch, start(try StudyChoice(arguments)))
    default: break
    }
    let interactor = try CommandOpening.open(launch)
    for remark in interactor.openingRemarks { Output.error("deckle: \(Output.field(remark))") }
    if arguments.command == "study" {
      return await finish(interactor, try studyPlainly(interactor, arguments))
    }
    return await finish(
      interactor, try await CommandRunner(interactor: interactor, arguments: arguments).run())
  }

  /// Makes what was written safe, and says what is still in the journal only.
  private func finish(_ interactor: CoreInteractor, _ status: Int32) async -> Int32 {
    await interactor.finish()
    if let warning = interactor.pendingWarning { Output.error("deckle: \(Output.field(warning))") }
    return status
  }

  private func showHelp(_ arguments: Arguments) throws -> Int32? {
    if arguments.has(.version) || arguments.command == "version" {
      Output.print("deckle \(Self.version)")
      return ExitStatus.done
    }
    guard arguments.has(.help) || arguments.command == "help" else { return nil }
    let asked = arguments.command == "help" ? arguments.words.first : arguments.command
    guard let asked else {
      Output.write(HelpText.overview)
      return ExitStatus.done
    }
    guard let command = CommandCatalogue.named(asked) else {
      throw Arguments.UsageError(message: "there is no command '\(asked)'")
    }
    Output.write(HelpText.text(of: command))
    return ExitStatus.done
  }

  private func launch(_ arguments: Arguments) throws -> Launch {
    var now: Timestamp?
    if let text = arguments.options[.now] {
      guard let instant = Timestamp(iso: text, in: .utc) else {
        throw Arguments.UsageError(
          message: "--now: '\(text)' is no instant such as 2026-12-01T10:00:00+01:00")
      }
      guard arguments.has(.collection) || !writes(arguments) else {
        throw Arguments.UsageError(message: "--now writes only with an explicit --collection")
      }
      now = instant
    }
    return Launch(
      collection: arguments.options[.collection], now: now, environment: environment,
      tutorial: Bundle.tutorial, samples: Bundle.samples)
  }

  private func writes(_ arguments: Arguments) -> Bool {
    let reading = [
      "due", "remind", "decks", "cards", "show", "check", "orphans", "history", "log", "stats",
      "help",
      "version",
    ]
    return arguments.command.map { !reading.contains($0) } ?? true
  }

  private func start(_ choice: StudyChoice) -> Application.Start {
    choice.custom.map { .custom($0) } ?? .study(choice.deck, limit: choice.limit)
  }

  private func openScreens(_ launch: Launch, _ start: Application.Start) async throws -> Int32 {
    let terminal: any TerminalDriver
    do {
      terminal = try makeTerminal()
    } catch {
      Output.error("deckle: \(error)\n'deckle study --plain' works without a screen.")
      return ExitStatus.usage
    }
    do {
      return try await Application(launch, start: start, terminal: terminal).run()
    } catch {
      terminal.close()
      throw error
    }
  }

  private func studyPlainly(_ interactor: CoreInteractor, _ arguments: Arguments) throws -> Int32 {
    let study = PlainStudy(
      interactor,
      // Who sees no card answers none.
      readLine: { Output.failure == nil ? Swift.readLine() : nil },
      print: { Output.print(Output.safe($0)) })
    let choice = try StudyChoice(arguments)
    let count =
      try choice.custom.map { try study.run($0) }
      ?? study.run(deck: choice.deck, limit: choice.limit)
    return count == 0 ? ExitStatus.nothing : ExitStatus.done
  }
}

/// What the program's end says.
enum ExitStatus {
  static let done: Int32 = 0
  static let failed: Int32 = 1
  /// Wrong usage, or no usable terminal.
  static let usage: Int32 = 2
  static let nothing: Int32 = 3
  /// As shells tell a program that Ctrl-C ended.
  static let interrupted: Int32 = 130
  /// As shells tell a program that nobody reads any more.
  static let closedPipe: Int32 = 141
}
