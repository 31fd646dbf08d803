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
    case let failure as CommandFailure:
      ActionFailure(failure.message, nextStep: failure.nextStep)
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
    case let texts as TextJournalError: failure(texts)
    case let note as NoteChangeError: failure(note)
    case let option as OptionError: failure(option)
    case let option as DeckOptionError: failure(option)
    case let settings as SettingsError: failure(settings)
    case let deck as DeckFileError: failure(deck)
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

  private static func failure(_ error: TextJournalError) -> ActionFailure {
    switch error {
    case .outside(let path):
      ActionFailure("\(path) lies outside the collection", nextStep: "nothing was changed")
    case .exists(let path):
      ActionFailure("\(path) is there already", nextStep: "nothing was changed; take another name")
    case .edited(let path, let line):
      ActionFailure(
        "\(path):\(line) was edited since, so nothing was taken back",
        nextStep: "what was deleted lies in .deckle/trash")
    case .gone(let path):
      ActionFailure(
        "\(path) is gone, so nothing was changed",
        nextStep: "what was deleted lies in .deckle/trash")
    }
  }

  private static func failure(_ error: NoteChangeError) -> ActionFailure {
    switch error {
    case .conflict(let path):
      ActionFailure("\(path) has marks of a merge", nextStep: "choose a side in your editor first")
    case .wouldChangeOthers(let path, let line):
      ActionFailure(
        "\(path):\(line): other cards of the file would be read differently",
        nextStep: "nothing was changed; E opens the file in your editor")
    case .cannotMove(let path, let line, let deck):
      ActionFailure(
        "\(path):\(line) would not be the same cards in \(deck)",
        nextStep: "nothing was changed; note types and marks of its file are missing there")
    case .inheritedTag(let tag, let path):
      ActionFailure(
        "the tag '\(tag)' comes from a heading or the head of \(path)",
        nextStep: "E opens the file in your editor")
    case .badTag(let tag, let reason):
      ActionFailure("'\(tag)' is no tag", nextStep: reason)
    case .badDeckName(let name):
      ActionFailure("'\(name)' is no name of a deck", nextStep: "write it as Parent::Child")
    case .unreadable(let reason): ActionFailure(reason, nextStep: "nothing was written")
    case .otherCards(let before, let after):
      ActionFailure(
        "the note would have \(after) cards instead of \(before)", nextStep: "nothing was written")
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
