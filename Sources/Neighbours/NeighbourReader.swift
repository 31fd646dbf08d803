import DeckFormat

/// Reads decks of other programs; nothing is written and reading never fails: what cannot be read
/// becomes a problem with its line.
public enum NeighbourReader {
  /// Reads the bytes of one file; `path` names it in problems.
  public static func read(
    _ bytes: [UInt8], path: String, as format: NeighbourFormat
  ) -> NeighbourDeck {
    preconditionFailure("not built yet")
  }

  /// What a file is, by what stands in it.
  public static func recognise(_ bytes: [UInt8], path: String) -> Recognition {
    preconditionFailure("not built yet")
  }

  public enum Recognition: Hashable, Sendable {
    /// `remark` says why it is taken for this where it could be something else too.
    case format(NeighbourFormat, remark: String?)
    /// A format that is known and not read, with the way out.
    case unread(name: String, nextStep: String)
    /// No card of any kind.
    case nothing
  }
}
