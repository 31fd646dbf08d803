/// A row of the form of a note.
public enum EditRow: Hashable, Sendable {
  case deck, kind
  /// By its place among the note's fields.
  case field(Int)
  case tags
}
