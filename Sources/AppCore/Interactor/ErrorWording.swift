import FileStorage
import Managers
import Screens
import StudyDomain

/// Turns errors of the layers below into sentences for a person.
enum ErrorWording {
  /// `kept` says what a failed write leaves as it was.
  static func failure(
    _ error: any Error, kept: String = "the card stays"
  ) -> ActionFailure {
    switch error {
    case let failure as ActionFailure: failure
    case FileStorageError.missingLinesUndecided(let count):
      ActionFailure(
        "nothing was written: the history lacks \(count) of this machine's events",
        nextStep: "decide about them, then do it again")
    case let storage as FileStorageError:
      ActionFailure(storage.message, nextStep: "\(kept); try again when that is mended")
    case let open as OpenError: failure(open)
    case LibraryError.textChanged(let path, let line):
      ActionFailure("\(path):\(line) has changed on disk", nextStep: "it is read again in a moment")
    case CardNameError.unknown(let text):
      ActionFailure("there is no card '\(text)'", nextStep: "'deckle cards' lists their ids")
    case CardNameError.ambiguous(let text, let count):
      ActionFailure("\(count) cards begin with '\(text)'", nextStep: "give more of the id")
    case let transfer as TransferError: failure(transfer)
    case let query as Query.SyntaxError:
      ActionFailure("column \(query.column) of the query: \(query.message)")
    default: ActionFailure(String(describing: error))
    }
  }

  private static func failure(_ error: TransferError) -> ActionFailure {
    switch error {
    case .unknownFormat(let path):
      ActionFailure(
        "\(path) is of no kind that can be imported",
        nextStep: "choose a package of Anki or a text in columns (.apkg, .colpkg, .csv, .tsv)")
    case .package(let path, let message, let advice):
      ActionFailure(
        message.hasPrefix(path) ? message : "\(path): \(message)",
        nextStep: advice.hasSuffix(".") ? String(advice.dropLast()) : advice)
    case .ledgerBroken(let path):
      ActionFailure(
        "\(path), which remembers an earlier import, is damaged",
        nextStep: "restore it from a copy, or remove it and import into an empty collection")
    case .noteTypesUnreadable(let path):
      ActionFailure(
        "the note types of the package cannot be added to \(path)",
        nextStep: "mend the file as 'deckle check' says, then import again")
    case .unfinished(let path, let name, let message):
      ActionFailure(
        "the import of \(path) stopped: \(message); what it brought until then is here",
        nextStep: "'deckle undo \(name)' takes it back, importing again goes on with it")
    case .unknownImport(let name):
      ActionFailure(
        "nothing is left by which the import '\(name)' could be taken back",
        nextStep: "'deckle undo --list' shows what can be")
    case .badDeckName(let name):
      ActionFailure("'\(name)' is no name of a deck", nextStep: "write it as Parent::Child")
    case .fileExists(let path):
      ActionFailure("\(path) is there already", nextStep: "'--force' replaces it")
    case .nothingToExport:
      ActionFailure("no card matches", nextStep: "'deckle cards QUERY' shows what a query names")
    case .exportFailed(let path, let message, let advice):
      ActionFailure(
        message.hasPrefix(path) ? message : "\(path): \(message)",
        nextStep: advice.hasSuffix(".") ? String(advice.dropLast()) : advice)
    case .badOption(let option, let value, let allowed):
      ActionFailure("\(option): '\(value)' cannot stand here", nextStep: "possible: \(allowed)")
    }
  }

  private static func failure(_ error: OpenError) -> ActionFailure {
    switch error {
    case .noCollection(let suggested):
      ActionFailure(
        "no collection is named", nextStep: "'deckle init \(suggested)' makes one")
    case .missing(let path):
      ActionFailure("there is no folder \(path)", nextStep: "'deckle init \(path)' makes it")
    case .noFolder(let path):
      ActionFailure("\(path) is a file", nextStep: "name the folder that holds your decks")
    case .storage(let error): failure(error)
    }
  }
}
