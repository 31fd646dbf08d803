/// What imports and exports offer to choose from.
@MainActor public protocol TransferChoices {
  /// For an empty path the files that are likely meant, newest first; else what it may be completed
  /// to.
  func files(for path: String) -> [TransferFile]
  /// All decks.
  var deckNames: [String] { get }
}

/// A file or folder to choose.
public struct TransferFile: Hashable, Sendable {
  /// As it is typed: below the home folder with `~/`, a folder with `/` at its end.
  public var path: String
  /// Size and date.
  public var detail: String

  public init(path: String, detail: String) {
    self.path = path
    self.detail = detail
  }

  public var isFolder: Bool { path.hasSuffix("/") }
}
