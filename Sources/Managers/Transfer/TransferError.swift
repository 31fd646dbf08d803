/// Why an import or export stopped; nothing has changed but for `unfinished`.
public enum TransferError: Error, Hashable, Sendable {
  case unknownFormat(path: String)
  /// A package that cannot be read, in words.
  case package(path: String, message: String, advice: String)
  /// A file of an earlier import that is not as it was written.
  case ledgerBroken(path: String)
  /// `notetypes.yaml` cannot be added to.
  case noteTypesUnreadable(path: String)
  case badDeckName(String)
  /// There is a file of that name, and nobody said that it may go.
  case fileExists(path: String)
  /// No card is named.
  case nothingToExport
  /// The package could not be written, in words.
  case exportFailed(path: String, message: String, advice: String)
  /// An import stopped, in words, and what it has brought so far is here; `import` is what `undo` names.
  case unfinished(path: String, import: String, message: String)
  /// No record of an import is left by which it could be taken back.
  case unknownImport(String)
  /// An option of the command line; `allowed` says what may stand there.
  case badOption(option: String, value: String, allowed: String)
}
