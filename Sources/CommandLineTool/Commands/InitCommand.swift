import AppCore

/// `deckle init [DIR] [--samples]`.
struct InitCommand {
  let launch: Launch

  func run(_ arguments: Arguments) throws -> Int32 {
    let folder = arguments.words.first ?? CommandOpening.suggestedFolder(launch)
    try CommandOpening.make(
      launch, at: folder, withTutorial: true, samples: arguments.has(.samples))
    let name = Output.field(folder)
    Output.print("Decks live in \(name); 'deckle --collection \(name)' studies them.")
    return ExitStatus.done
  }
}
